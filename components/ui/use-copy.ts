import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAnnounce } from "./live-region";
import { useToast } from "./toast";

const shownMs = 2000;

/** Puts a text on the clipboard and says so: aloud, and by `isCopied` for a moment. */
export function useCopy(text: string): { isCopied: boolean; copy: () => Promise<void> } {
  const words = useTranslations("shell.copy");
  const announce = useAnnounce();
  const toast = useToast();
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      announce(words("done"));
      setTimeout(() => setCopied(false), shownMs);
    } catch {
      toast(words("failed"));
    }
  }

  return { isCopied, copy };
}
