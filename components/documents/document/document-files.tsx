import { Download, ShieldCheck } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { buttonLook } from "@/components/ui/button-look";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { byteCount } from "../byte-count";
import type { DocumentFacts } from "./document-facts";

/** The document's bytes and their fingerprints. */
export function DocumentFiles({ file, isRequester }: DocumentFacts) {
  const [words, locale] = [useTranslations("documents.files"), useLocale()];
  const content = `/api/v1/file/${file.uuid}/content`;
  const isChanged = file.sha256 !== file.originalSha256;
  const current = file.statusText === "signed" ? "signed" : isChanged ? "current" : "only";
  return (
    <Card title={words("title")}>
      <div className="flex flex-wrap gap-2">
        <DownloadLink href={content}>{words(`download.${current}`)}</DownloadLink>
        {isChanged && <DownloadLink href={`${content}?version=original`}>{words("download.original")}</DownloadLink>}
        {file.statusText === "signed" && (
          <DownloadLink href={`/api/v1/file/${file.uuid}/evidence`}>{words("download.evidence")}</DownloadLink>
        )}
        {file.statusText === "signed" && (
          <DownloadLink href={`/api/v1/file/${file.uuid}/bundle`}>{words("download.bundle")}</DownloadLink>
        )}
        {isRequester && (
          <DownloadLink href={`/api/v1/file/${file.uuid}/audit`} name={`${file.uuid}-audit.json`}>
            {words("download.audit")}
          </DownloadLink>
        )}
        {file.statusText !== "draft" && (
          <ButtonLink href={`/verify/${file.uuid}`} icon={<ShieldCheck aria-hidden className="size-4" />}>
            {words("verify")}
          </ButtonLink>
        )}
      </div>
      <dl className="mt-5 flex flex-col gap-4">
        <Hash label={words(`hash.${current}`, { size: byteCount(file.size, locale) })} value={file.sha256} />
        {isChanged && <Hash label={words("hash.original")} value={file.originalSha256} />}
      </dl>
    </Card>
  );
}

/** `name` where the answer brings none. */
function DownloadLink({ href, name, children }: { href: string; name?: string; children: string }) {
  return (
    <a href={href} download={name ?? true} className={buttonLook("secondary", "app")}>
      <Download aria-hidden className="size-4" />
      {children}
    </a>
  );
}

function Hash({ label, value }: { label: string; value: string }) {
  const words = useTranslations("documents.files");
  return (
    <div>
      <dt className="text-caption text-muted">{label}</dt>
      <dd className="mt-1 flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 basis-60 font-mono text-caption wrap-anywhere">{value}</code>
        <CopyButton text={value} label={words("copy")} />
      </dd>
    </div>
  );
}
