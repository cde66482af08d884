import { Download, PenLine, Send, ShieldCheck } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { endOf, pillOf } from "@/components/documents/document-states";
import { LiveProgress } from "@/components/documents/live";
import { DocumentPreview } from "@/components/documents/preview/document-preview";
import { contentUrl, type PageBox } from "@/components/pages/page-source";
import { buttonLook } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { PageHeader } from "@/components/ui/page-header";
import { ButtonLink } from "@/components/ui/page-link";
import { StatusPill } from "@/components/ui/pill";
import { Time } from "@/components/ui/time";
import type { AttachmentWire } from "@/lib/documents/schema";
import { byteCount, isolate } from "@/lib/platform/locale/format";
import { isRunning, isUnfinished, statusOf } from "@/lib/records/events/status";
import type { ReminderSchedule } from "@/lib/requests/state/schema";
import type { HistoryEntry, PdfRevisions } from "@/lib/views/schema";
import { doneCount, type DocumentFacts } from "../document-states";
import { DocumentAttachments } from "./document-attachments";
import { DocumentDeliveries, type DeliveryPage } from "./document-deliveries";
import { DocumentFiles, SignedVersions } from "./document-files";
import { DocumentHistory } from "./document-history";
import { DocumentReminders } from "./document-reminders";
import { DocumentSigners } from "./document-signers";
import { DocumentState } from "./document-state";
import { MoreActions } from "./more-actions";
import type { DocumentDownload } from "./more-menu";

interface DocumentViewProps extends DocumentFacts {
  /** Of the newest event before `file` was read. That of `progress` may be newer. */
  sequence: number;
  /** Empty if the stored bytes are damaged. */
  pages: readonly PageBox[];
  history: readonly HistoryEntry[];
  /** The signed revisions of each PDF, oldest first. */
  versions: readonly PdfRevisions[];
  /** The attachments that the viewer may read. */
  attachments: readonly AttachmentWire[];
  /** Null for a signer. */
  deliveries: DeliveryPage | null;
  /** Null for a signer. */
  reminders: ReminderSchedule | null;
  mostReminders: number;
  now: Date;
  wasJustSent: boolean;
  /** The viewer's address if they are an administrator, who may place a legal hold. */
  adminEmail: string | null;
}

/** One document: its pages, state, signers and history. A signer sees less of it than the requester. */
export function DocumentView({
  sequence,
  pages,
  history,
  versions,
  attachments,
  deliveries,
  reminders,
  mostReminders,
  now,
  wasJustSent,
  adminEmail,
  ...facts
}: DocumentViewProps) {
  const t = useTranslations("documents");
  const status = useTranslations("shell.status");
  const { file, progress, isRequester } = facts;
  const count = doneCount(facts);
  return (
    <div data-wide>
      <PageHeader
        title={<bdi>{file.name}</bdi>}
        back={{ href: "/documents", label: t("title") }}
        meta={<Meta {...facts} />}
        actions={<DocumentActions {...facts} adminEmail={adminEmail} />}
      />
      <LiveProgress
        uuid={file.uuid}
        sequence={sequence}
        status={progress.status}
        isLive={isUnfinished(statusOf(file.status))}
        text={`${status(pillFor(facts))}. ${t(`document.${count.text}`, count)}`}
      />
      <DocumentState {...facts} now={now} wasJustSent={wasJustSent} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
        {pages.length > 0 && (
          <DocumentPreview
            file={file}
            pages={pages}
            hasText={isRequester}
            className="max-h-[70dvh] lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)]"
          />
        )}
        <div className="flex min-w-0 flex-col gap-6">
          <DocumentFiles file={file} isRequester={isRequester} />
          <DocumentSigners {...facts} />
          <DocumentAttachments {...facts} attachments={attachments} />
          {reminders && isRunning(statusOf(file.status)) && (
            <DocumentReminders uuid={file.uuid} schedule={reminders} signers={file.signers} most={mostReminders} />
          )}
          <SignedVersions pdfs={versions} isEnvelope={file.files !== undefined} />
          {isRequester && <DocumentHistory entries={history} />}
          {deliveries && <DocumentDeliveries uuid={file.uuid} first={deliveries} />}
          <DocumentHashes {...facts} />
        </div>
      </div>
    </div>
  );
}

function Meta(facts: DocumentFacts) {
  const t = useTranslations("documents.document");
  const envelopeTexts = useTranslations("documents.envelope");
  const options = useTranslations("documents.signatureOptions");
  const { file, isRequester } = facts;
  const withoutMark = file.pagesWithoutMark ?? [];
  const time = (at: string) => () => <Time at={at} />;
  return (
    <>
      <StatusPill status={pillFor(facts)} />
      {!isRequester && file.requested_by && <span>{t("from", { name: isolate(file.requested_by.displayName) })}</span>}
      {file.filesCount !== undefined && <span>{envelopeTexts("count", { count: file.filesCount })}</span>}
      <span>{t("pageCount", { count: file.pages })}</span>
      {file.releasedAt && <span>{t.rich("sentAt", { time: time(file.releasedAt) })}</span>}
      {file.completedAt && <span>{t.rich("completedAt", { time: time(file.completedAt) })}</span>}
      {isRunning(statusOf(file.status)) && file.expiresAt && (
        <span>{t.rich("until", { time: time(file.expiresAt) })}</span>
      )}
      {file.retention?.deletionAt && <span>{t.rich("keptUntil", { time: time(file.retention.deletionAt) })}</span>}
      {file.retention?.onHold && <span>{t("onHold")}</span>}
      {withoutMark.length > 0 && (
        <span>{options("withoutMark", { count: withoutMark.length, pages: withoutMark.join(", ") })}</span>
      )}
    </>
  );
}

function pillFor({ file }: DocumentFacts) {
  return pillOf(statusOf(file.status), file.settings.canSign);
}

/** The next step, then Download and Verify, and the rest in a menu. */
function DocumentActions({ adminEmail, ...facts }: DocumentFacts & { adminEmail: string | null }) {
  const t = useTranslations("documents.document");
  const envelopeTexts = useTranslations("documents.envelope");
  const { file, isRequester } = facts;
  const { canSign, signerFileUuid } = file.settings;
  const isDraft = statusOf(file.status) === "draft";
  const downloads = downloadsOf(facts);
  return (
    <>
      {canSign && signerFileUuid && (
        <ButtonLink
          href={`/sign/${signerFileUuid}`}
          variant="primary"
          icon={<PenLine aria-hidden className="size-4" />}
        >
          {t("sign")}
        </ButtonLink>
      )}
      {isDraft && (
        <ButtonLink
          href={`/documents/${file.uuid}/${file.signers.length === 0 ? "signers" : "review"}`}
          variant="primary"
          icon={<Send aria-hidden className="size-4" />}
        >
          {t(file.signers.length === 0 ? "addSigners" : "review")}
        </ButtonLink>
      )}
      {isDraft && (
        <ButtonLink href={`/documents/${file.uuid}/edit`} icon={<PenLine aria-hidden className="size-4" />}>
          {t("editFields")}
        </ButtonLink>
      )}
      {file.files && downloads.includes("bundle") && (
        <a href={`/api/v1/file/${file.uuid}/bundle`} download className={buttonLook("primary", "app")}>
          <Download aria-hidden className="size-4" />
          {envelopeTexts("bundle")}
        </a>
      )}
      {!file.files && !isDraft && !file.contentDeletedAt && (
        <a
          href={contentUrl({ kind: "file", uuid: file.uuid })}
          download
          className={buttonLook(statusOf(file.status) === "signed" ? "primary" : "secondary", "app")}
        >
          <Download aria-hidden className="size-4" />
          {t(statusOf(file.status) === "signed" ? "downloadSigned" : "download")}
        </a>
      )}
      {!file.files && !isDraft && (
        <ButtonLink href={`/verify/${file.uuid}`} icon={<ShieldCheck aria-hidden className="size-4" />}>
          {t("verify")}
        </ButtonLink>
      )}
      {(isRequester || adminEmail !== null || downloads.length > 0) && (
        <MoreActions
          file={pick(file)}
          downloads={downloads}
          isRequester={isRequester}
          adminEmail={adminEmail}
          mayMoveDeadline={isRequester && (isRunning(statusOf(file.status)) || statusOf(file.status) === "expired")}
          ending={isRequester ? endOf(statusOf(file.status)) : null}
        />
      )}
    </>
  );
}

/** A client component gets only the parts of a document that it shows. */
function pick({ uuid, fileId, kind, name, expiresAt, contentDeletedAt, retention, signers }: DocumentFacts["file"]) {
  return { uuid, fileId, kind, name, expiresAt, contentDeletedAt, retention, signers };
}

/** The content and everything derived from it are deleted after retention; the audit trail stays. */
function downloadsOf({ file, isRequester }: DocumentFacts): DocumentDownload[] {
  const hasContent = file.contentDeletedAt === null;
  const isChanged = !file.files && (statusOf(file.status) === "draft" || file.sha256 !== file.originalSha256);
  return [
    ...(hasContent && isChanged ? (["original"] as const) : []),
    ...(hasContent && statusOf(file.status) === "signed" ? (["evidence", "bundle"] as const) : []),
    ...(isRequester ? (["audit"] as const) : []),
  ];
}

/** The SHA-256 hashes of the document and of its upload, folded: few people compare them. */
function DocumentHashes({ file }: Pick<DocumentFacts, "file">) {
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

/** The hash of an envelope is the hash of this list, so there are no bytes to compare it with. */
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
