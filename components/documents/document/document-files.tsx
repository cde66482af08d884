import { Download, Eye, FileText, ShieldCheck } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { DismissibleFindings } from "@/components/documents/dismissible-findings";
import { contentUrl } from "@/components/pages/page-source";
import { buttonLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyIcon } from "@/components/ui/copy-button";
import { PageLink } from "@/components/ui/page-link";
import { Time } from "@/components/ui/time";
import type { RevisionWire } from "@/lib/documents/schema";
import { byteCount, isolate } from "@/lib/platform/locale/format";
import { statusOf } from "@/lib/records/events/status";
import type { FileWire, PdfRevisions } from "@/lib/views/schema";

interface DocumentFilesProps {
  file: Pick<FileWire, "files" | "signers" | "status" | "contentDeletedAt">;
  isRequester: boolean;
}

/** The files of an envelope, each with its download and its verification. */
export function DocumentFiles({ file, isRequester }: DocumentFilesProps) {
  const t = useTranslations("documents.envelope");
  const locale = useLocale();
  if (!file.files) return null;
  const isDraft = statusOf(file.status) === "draft";
  const signing = file.signers.filter(({ role }) => role === "signer");
  const names = new Map(signing.map(({ signRequestId, displayName }) => [signRequestId, displayName]));
  return (
    <Card title={t("heading", { count: file.files.length })}>
      <ol className="-my-3 divide-y divide-hairline">
        {file.files.map(({ uuid, name, pages, size, signRequestIds, upload }) => (
          <li key={uuid} className="flex flex-wrap items-start gap-3 py-3">
            <FileText aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
            <div className="min-w-0 flex-1">
              <p className="text-ui font-medium wrap-anywhere">
                <bdi>{name}</bdi>
              </p>
              <p className="text-caption text-muted">{t("facts", { count: pages, size: byteCount(size, locale) })}</p>
              {signRequestIds.length < names.size && (
                <p className="text-caption text-muted">
                  {t("signers", {
                    count: signRequestIds.length,
                    names: signRequestIds.map((id) => isolate(names.get(id) ?? "")).join(", "),
                  })}
                </p>
              )}
            </div>
            {!file.contentDeletedAt && (
              <a
                href={contentUrl({ kind: "file", uuid })}
                download
                aria-label={t("download", { name })}
                title={t("download", { name })}
                className={buttonLook("quiet", "app", square)}
              >
                <Download aria-hidden className="size-4" />
              </a>
            )}
            {!isDraft && (
              <PageLink
                href={`/verify/${uuid}`}
                aria-label={t("verify", { name })}
                title={t("verify", { name })}
                className={buttonLook("quiet", "app", square)}
              >
                <ShieldCheck aria-hidden className="size-4" />
              </PageLink>
            )}
            {upload && (
              <DismissibleFindings
                upload={upload}
                reader={isRequester ? "requester" : "signer"}
                uuid={uuid}
                isFolded
                className="w-full"
              />
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

interface SignedVersionsProps {
  /** Each PDF of the request. */
  pdfs: readonly PdfRevisions[];
  isEnvelope: boolean;
}

/** The signed versions of the document, or of each file of an envelope, once there is one. */
export function SignedVersions({ pdfs, isEnvelope }: SignedVersionsProps) {
  const t = useTranslations("documents.versions");
  const signed = pdfs.filter(({ versions }) => versions.some(({ kind }) => kind !== "prepared"));
  if (signed.length === 0) return null;
  return (
    <Card title={t("title")}>
      <p className="-mt-2 mb-2 text-ui text-muted">{t(isEnvelope ? "leadFiles" : "lead")}</p>
      {isEnvelope ? (
        <div className="-mb-2 divide-y divide-hairline">
          {signed.map((pdf) => (
            <details key={pdf.uuid} className="py-2">
              <summary className="min-h-6 text-ui font-medium wrap-anywhere">
                <bdi>{pdf.name}</bdi>
              </summary>
              <Versions {...pdf} file={pdf.name} />
            </details>
          ))}
        </div>
      ) : (
        signed.map((pdf) => <Versions key={pdf.uuid} {...pdf} file={null} />)
      )}
    </Card>
  );
}

interface VersionsProps extends Pick<PdfRevisions, "uuid" | "versions"> {
  /** The name of the file, in an envelope. */
  file: string | null;
}

function Versions({ uuid, versions, file }: VersionsProps) {
  return (
    <ol className={file === null ? "-mb-3 divide-y divide-hairline" : "divide-y divide-hairline"}>
      {versions.map((version) => (
        <li key={version.revision} className="py-3">
          <Version uuid={uuid} version={version} file={file} />
        </li>
      ))}
    </ol>
  );
}

const square = "size-9! min-h-0! p-0!";

function Version({ uuid, version, file }: { uuid: string; version: RevisionWire; file: string | null }) {
  const [t, locale] = [useTranslations("documents.versions"), useLocale()];
  const { nameOf } = useVersionText();
  const name = nameOf(version);
  const full = file === null ? name : t("ofFile", { version: name, file: isolate(file) });
  const { revision, signedAt, size, sha256 } = version;
  return (
    <div className="flex items-start justify-between gap-x-3">
      <div className="min-w-0 flex-1">
        <p className="text-ui font-medium wrap-anywhere">{name}</p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-caption text-muted">
          <Time at={signedAt} />
          <span>{byteCount(size, locale)}</span>
        </p>
        <details className="text-caption text-muted">
          <summary className="min-h-6 w-fit">{t("hash")}</summary>
          <ShortHash sha256={sha256} what={full} />
        </details>
      </div>
      <div className="-me-2 flex gap-1">
        <PageLink
          href={`/documents/${uuid}/versions/${revision}`}
          aria-label={t("viewName", { version: full })}
          title={t("view")}
          className={buttonLook("quiet", "app", square)}
        >
          <Eye aria-hidden className="size-4" />
        </PageLink>
        <a
          href={contentUrl({ kind: "revision", uuid, revision })}
          download
          aria-label={t("downloadName", { version: full })}
          title={t("download")}
          className={buttonLook("quiet", "app", square)}
        >
          <Download aria-hidden className="size-4" />
        </a>
      </div>
    </div>
  );
}

/** Name of a signed version; `insideOf` is a sentence about its contents. */
export function useVersionText(): {
  nameOf: (version: RevisionWire) => string;
  insideOf: (version: RevisionWire) => string;
} {
  const t = useTranslations("documents.versions");
  const name = ({ signer }: RevisionWire): string => (signer === null ? t("somebody") : isolate(signer));
  return {
    nameOf: (version) => t(`name.${version.kind}`, { name: name(version) }),
    insideOf: (version) => t(`inside.${version.kind}`, { name: name(version) }),
  };
}

/**
 * Both ends of a SHA-256 hash, with a button that copies it in full. `what` is the accessible name if there are
 * several.
 */
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
