import { useLocale, useTranslations } from "next-intl";
import { byteCount } from "@/components/ui/bytes";
import { CopyButton } from "@/components/ui/copy-button";
import { statusOf } from "@/lib/records/events/status";
import type { DocumentFacts } from "./document-facts";

/** The SHA-256 hashes of the document and of its upload, folded: few people compare them. */
export function DocumentHashes({ file }: Pick<DocumentFacts, "file">) {
  const [t, locale] = [useTranslations("documents.files"), useLocale()];
  if (file.files) return <HashesOfFiles files={file.files} />;
  const isChanged = file.sha256 !== file.originalSha256;
  const current = statusOf(file.status) === "signed" ? "signed" : isChanged ? "current" : "only";
  return (
    <details className="rounded-card border border-hairline bg-surface px-5 shadow-card">
      <summary className="min-h-12 py-3 text-ui font-medium text-muted hover:text-ink">{t("hashes")}</summary>
      <dl className="flex flex-col gap-4 pb-5">
        <Hash label={t(`hash.${current}`, { size: byteCount(file.size, locale) })} value={file.sha256} />
        {isChanged && <Hash label={t("hash.original")} value={file.originalSha256} />}
      </dl>
    </details>
  );
}

/** The hash of an envelope is that of this list, which has no bytes of its own to compare. */
function HashesOfFiles({ files }: { files: NonNullable<DocumentFacts["file"]["files"]> }) {
  const t = useTranslations("documents.files");
  return (
    <details className="rounded-card border border-hairline bg-surface px-5 shadow-card">
      <summary className="min-h-12 py-3 text-ui font-medium text-muted hover:text-ink">{t("hashes")}</summary>
      <dl className="flex flex-col gap-4 pb-5">
        {files.map(({ uuid, name, sha256 }) => (
          <Hash key={uuid} label={name} value={sha256} />
        ))}
      </dl>
    </details>
  );
}

function Hash({ label, value }: { label: string; value: string }) {
  const t = useTranslations("documents.files");
  return (
    <div>
      <dt className="text-caption text-muted">{label}</dt>
      <dd className="mt-1 flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 basis-60 font-mono text-caption wrap-anywhere">{value}</code>
        <CopyButton text={value} label={t("copy")} name={t("copyName", { what: label })} />
      </dd>
    </div>
  );
}
