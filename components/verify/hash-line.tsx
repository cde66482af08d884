import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";

/** A fingerprint with a way to copy it; `what` says whose it is, for who hears several such buttons. */
export function HashLine({ sha256, what }: { sha256: string; what: string }) {
  const words = useTranslations("verify");
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <code className="font-mono text-caption wrap-anywhere">{sha256}</code>
      <CopyButton
        text={sha256}
        label={words("copyHash")}
        name={words("copyHashOf", { what })}
        className="print:hidden"
      />
    </span>
  );
}
