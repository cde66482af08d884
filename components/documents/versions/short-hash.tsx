import { useTranslations } from "next-intl";
import { CopyIcon } from "@/components/ui/copy-button";

/** Both ends of a SHA-256 hash, with a button that copies it in full. `what` is the accessible name if there are several. */
export function ShortHash({ sha256, what }: { sha256: string; what: string }) {
  const t = useTranslations("documents.versions");
  return (
    <span className="inline-flex items-center gap-1">
      <span>
        {t("hash")}{" "}
        <code className="font-mono whitespace-nowrap" title={sha256}>
          {sha256.slice(0, 8)}…{sha256.slice(-8)}
        </code>
      </span>
      <CopyIcon text={sha256} label={t("copy", { version: what })} />
    </span>
  );
}
