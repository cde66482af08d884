"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCopy } from "@/components/ui/copy-button";
import { IconButton } from "@/components/ui/icon-button";

/** Both ends of a SHA-256 hash, with a button that copies it in full. `what` is the accessible name if there are several. */
export function ShortHash({ sha256, what }: { sha256: string; what: string }) {
  const t = useTranslations("documents.versions");
  const { isCopied, copy } = useCopy(sha256);
  return (
    <span className="inline-flex items-center gap-1">
      <span>
        {t("hash")}{" "}
        <code className="font-mono" title={sha256}>
          {sha256.slice(0, 8)}…{sha256.slice(-8)}
        </code>
      </span>
      <IconButton
        label={t("copy", { version: what })}
        icon={isCopied ? <Check /> : <Copy />}
        onClick={() => void copy()}
      />
    </span>
  );
}
