"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, type ControlSize } from "./button";
import { IconButton } from "./icon-button";
import { useAnnounce } from "./live-region";
import { useToast } from "./toast";

interface CopyButtonProps {
  text: string;
  /** The label, such as "Copy link". */
  label: string;
  /** Accessible name if there are several buttons; starts with the label. */
  name?: string | undefined;
  size?: ControlSize | undefined;
  className?: string | undefined;
}

export function CopyButton({ text, label, name, size = "app", className }: CopyButtonProps) {
  const t = useTranslations("shell.copy");
  const { isCopied, copy } = useCopy(text);
  const icon = isCopied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />;
  return (
    <Button
      size={size}
      icon={icon}
      className={className}
      aria-label={isCopied ? undefined : name}
      onClick={() => void copy()}
    >
      {isCopied ? t("done") : label}
    </Button>
  );
}

interface CopyIconProps {
  text: string;
  /** Accessible name, such as "Copy SHA-256 of lease.pdf". */
  label: string;
  className?: string | undefined;
}

/** A copy button beside a text on its own line, such as a hash. */
export function CopyIcon({ text, label, className }: CopyIconProps) {
  const { isCopied, copy } = useCopy(text);
  return (
    <IconButton
      label={label}
      icon={isCopied ? <Check /> : <Copy />}
      className={className}
      onClick={() => void copy()}
    />
  );
}

const shownMs = 2000;

/** Copies text, announces it, and sets `isCopied` for a moment. */
function useCopy(text: string): { isCopied: boolean; copy: () => Promise<void> } {
  const t = useTranslations("shell.copy");
  const announce = useAnnounce();
  const toast = useToast();
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      announce(t("done"));
      setTimeout(() => setCopied(false), shownMs);
    } catch {
      toast(t("failed"));
    }
  }

  return { isCopied, copy };
}
