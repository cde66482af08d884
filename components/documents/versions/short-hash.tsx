"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { useCopy } from "@/components/ui/use-copy";

/** The two ends of a SHA-256, with a button that copies all of it; `what` says whose it is, for those who hear several such buttons. */
export function ShortHash({ sha256, what }: { sha256: string; what: string }) {
  const words = useTranslations("documents.versions");
  const { isCopied, copy } = useCopy(sha256);
  return (
    <span className="inline-flex items-center gap-1">
      <span>
        {words("hash")}{" "}
        <code className="font-mono" title={sha256}>
          {sha256.slice(0, 8)}…{sha256.slice(-8)}
        </code>
      </span>
      <IconButton
        label={words("copy", { version: what })}
        icon={isCopied ? <Check /> : <Copy />}
        onClick={() => void copy()}
      />
    </span>
  );
}
