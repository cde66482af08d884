import { useTranslations } from "next-intl";
import { CopyIcon } from "@/components/ui/copy-button";

/** A hash with a copy button; `what` is the accessible name if there are several. */
export function HashLine({ sha256, what }: { sha256: string; what: string }) {
  const t = useTranslations("verify");
  return (
    <span className="flex items-start gap-1">
      <code className="min-w-0 font-mono text-caption leading-6 wrap-anywhere">{sha256}</code>
      <CopyIcon text={sha256} label={t("copyHashOf", { what })} className="-my-1 print:hidden" />
    </span>
  );
}
