import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";

/** A hash with a copy button; `what` is the accessible name if there are several. */
export function HashLine({ sha256, what }: { sha256: string; what: string }) {
  const t = useTranslations("verify");
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <code className="font-mono text-caption wrap-anywhere">{sha256}</code>
      <CopyButton text={sha256} label={t("copyHash")} name={t("copyHashOf", { what })} className="print:hidden" />
    </span>
  );
}
