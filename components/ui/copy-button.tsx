"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "./button";
import type { ControlSize } from "./button-look";
import { useCopy } from "./use-copy";

interface CopyButtonProps {
  text: string;
  /** What it copies, such as "Copy link". */
  label: string;
  /** Where several stand side by side: what this one copies, for who hears it. Begins with the label. */
  name?: string | undefined;
  size?: ControlSize | undefined;
  className?: string | undefined;
}

export function CopyButton({ text, label, name, size = "app", className }: CopyButtonProps) {
  const words = useTranslations("shell.copy");
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
      {isCopied ? words("done") : label}
    </Button>
  );
}
