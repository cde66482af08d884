import { Download, Eye, PenLine, Send, ShieldCheck } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { ConfirmedAction } from "@/components/documents/confirmed-action";
import { pillOf, statusOfWire } from "@/components/documents/pill-of";
import { ShortHash } from "@/components/documents/versions/short-hash";
import { useVersionText } from "@/components/documents/versions/version-page";
import { contentUrl } from "@/components/pages/page-source";
import { ButtonLink, buttonLook } from "@/components/ui/button";
import { byteCount } from "@/components/ui/bytes";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { PageHeader } from "@/components/ui/page-header";
import { StatusPill } from "@/components/ui/status-pill";
import { Time } from "@/components/ui/time";
import type { RevisionWire } from "@/lib/documents/schema";
import { isolate } from "@/lib/platform/locale/format";
import { statusOf } from "@/lib/records/events/status";
import type { HistoryEntry } from "@/lib/views/schema";
import { DocumentDeliveries } from "./document-deliveries";
import { isRunning, mayChange, signedCount, type DocumentFacts } from "./document-facts";
import { DocumentSigners } from "./document-signers";
import { DocumentState } from "./document-state";
import { LiveProgress } from "./live-progress";
import { MoreActions } from "./more-actions";
import type { DeliveryPage } from "./use-file-deliveries";

interface DocumentViewProps extends DocumentFacts {
  history: readonly HistoryEntry[];
  /** The signed revisions, oldest first. */
  versions: readonly RevisionWire[];
  /** Null for a signer. */
  deliveries: DeliveryPage | null;
  now: Date;
  wasJustSent: boolean;
}

/** One document: state, signers, files and history. A signer sees less of it than the requester. */
export function DocumentView({ history, versions, deliveries, now, wasJustSent, ...facts }: DocumentViewProps) {
  const t = useTranslations("documents");
  const status = useTranslations("shell.status");
  const { file, progress, isRequester } = facts;
  return (
    <>
      <PageHeader
        title={<bdi>{file.name}</bdi>}
        back={{ href: "/documents", label: t("title") }}
        meta={<Meta {...facts} />}
        actions={<DocumentActions {...facts} />}
      />
      <LiveProgress
        uuid={file.uuid}
        sequence={progress.sequence}
        status={progress.status}
        isLive={mayChange(facts)}
        text={`${status(pillFor(facts))}. ${t("document.signedOf", { signed: signedCount(facts), total: file.signers.length })}`}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <DocumentState {...facts} now={now} wasJustSent={wasJustSent} />
          <DocumentSigners {...facts} />
          <SignedVersions uuid={file.uuid} versions={versions} />
          {deliveries && <DocumentDeliveries uuid={file.uuid} first={deliveries} />}
          {isRequester && <DocumentHistory entries={history} />}
        </div>
        <DocumentFiles {...facts} />
      </div>
    </>
  );
}

function Meta(facts: DocumentFacts) {
  const t = useTranslations("documents.document");
  const { file, isRequester } = facts;
  const time = (at: string) => () => <Time at={at} />;
  return (
    <>
      <StatusPill status={pillFor(facts)} />
      {!isRequester && file.requested_by && <span>{t("from", { name: isolate(file.requested_by.displayName) })}</span>}
      <span>{t("pageCount", { count: file.pages })}</span>
      {file.releasedAt && <span>{t.rich("sentAt", { time: time(file.releasedAt) })}</span>}
      {file.completedAt && <span>{t.rich("completedAt", { time: time(file.completedAt) })}</span>}
      {isRunning(facts) && file.expiresAt && <span>{t.rich("until", { time: time(file.expiresAt) })}</span>}
    </>
  );
}

function pillFor({ file }: DocumentFacts) {
  return pillOf(statusOfWire(file.status), file.settings.canSign);
}

/** The viewer's actions on the document, the primary one last. */
function DocumentActions(facts: DocumentFacts) {
  const t = useTranslations("documents.document");
  const { file, isRequester } = facts;
  const { canSign, signerFileUuid } = file.settings;
  const isDraft = statusOf(file.status) === "draft";
  return (
    <>
      {isRequester && (
        <MoreActions
          file={{ uuid: file.uuid, name: file.name, expiresAt: file.expiresAt }}
          mayMoveDeadline={isRunning(facts) || statusOf(file.status) === "expired"}
        />
      )}
      {isRequester && (isDraft || isOver(facts)) && <DeleteDocument {...facts} />}
      {isRequester && isRunning(facts) && (
        <ConfirmedAction
          label={t("withdraw.button")}
          title={t("withdraw.title", { name: file.name })}
          body={t("withdraw.body")}
          confirmLabel={t("withdraw.confirm")}
          call={{ method: "DELETE", path: `/sign/file_id/${file.fileId}` }}
          done={t("withdraw.done")}
        />
      )}
      {isDraft && (
        <ButtonLink href={`/documents/${file.uuid}/edit`} icon={<PenLine aria-hidden className="size-4" />}>
          {t("editBoxes")}
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
      {statusOf(file.status) === "signed" && (
        <a href={`/api/v1/file/${file.uuid}/content`} download className={buttonLook("primary", "app")}>
          <Download aria-hidden className="size-4" />
          {t("downloadSigned")}
        </a>
      )}
      {canSign && signerFileUuid && (
        <ButtonLink
          href={`/sign/${signerFileUuid}`}
          variant="primary"
          icon={<PenLine aria-hidden className="size-4" />}
        >
          {t("sign")}
        </ButtonLink>
      )}
    </>
  );
}

function DeleteDocument({ file }: DocumentFacts) {
  const t = useTranslations("documents.document.delete");
  const kind = statusOf(file.status) === "draft" ? "draft" : statusOf(file.status) === "signed" ? "signed" : "ended";
  return (
    <ConfirmedAction
      label={t(`${kind}.button`)}
      title={t("title", { name: file.name })}
      body={t(`${kind}.body`)}
      confirmLabel={t(`${kind}.confirm`)}
      call={{ method: "DELETE", path: `/file/${file.uuid}` }}
      done={t("done")}
      leadsTo="/documents"
    />
  );
}

function isOver({ file }: DocumentFacts): boolean {
  return ["signed", "declined", "cancelled", "expired"].includes(statusOf(file.status));
}

/** Downloads of the document, with their SHA-256 hashes. */
function DocumentFiles({ file, isRequester }: DocumentFacts) {
  const [t, locale] = [useTranslations("documents.files"), useLocale()];
  const content = `/api/v1/file/${file.uuid}/content`;
  const isChanged = file.sha256 !== file.originalSha256;
  const current = statusOf(file.status) === "signed" ? "signed" : isChanged ? "current" : "only";
  return (
    <Card title={t("title")}>
      <div className="flex flex-wrap gap-2">
        <DownloadLink href={content}>{t(`download.${current}`)}</DownloadLink>
        {isChanged && <DownloadLink href={`${content}?version=original`}>{t("download.original")}</DownloadLink>}
        {statusOf(file.status) === "signed" && (
          <DownloadLink href={`/api/v1/file/${file.uuid}/evidence`}>{t("download.evidence")}</DownloadLink>
        )}
        {statusOf(file.status) === "signed" && (
          <DownloadLink href={`/api/v1/file/${file.uuid}/bundle`}>{t("download.bundle")}</DownloadLink>
        )}
        {isRequester && (
          <DownloadLink href={`/api/v1/file/${file.uuid}/audit`} name={`${file.uuid}-audit.json`}>
            {t("download.audit")}
          </DownloadLink>
        )}
        {statusOf(file.status) !== "draft" && (
          <ButtonLink href={`/verify/${file.uuid}`} icon={<ShieldCheck aria-hidden className="size-4" />}>
            {t("verify")}
          </ButtonLink>
        )}
      </div>
      <dl className="mt-5 flex flex-col gap-4">
        <Hash label={t(`hash.${current}`, { size: byteCount(file.size, locale) })} value={file.sha256} />
        {isChanged && <Hash label={t("hash.original")} value={file.originalSha256} />}
      </dl>
    </Card>
  );
}

/** `name` is used if the answer brings none. */
function DownloadLink({ href, name, children }: { href: string; name?: string; children: string }) {
  return (
    <a href={href} download={name ?? true} className={buttonLook("secondary", "app")}>
      <Download aria-hidden className="size-4" />
      {children}
    </a>
  );
}

function Hash({ label, value }: { label: string; value: string }) {
  const t = useTranslations("documents.files");
  return (
    <div>
      <dt className="text-caption text-muted">{label}</dt>
      <dd className="mt-1 flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 basis-60 font-mono text-caption wrap-anywhere">{value}</code>
        <CopyButton text={value} label={t("copy")} />
      </dd>
    </div>
  );
}

/** The signed versions of the document, once there is one. */
function SignedVersions({ uuid, versions }: { uuid: string; versions: readonly RevisionWire[] }) {
  const t = useTranslations("documents.versions");
  if (versions.every(({ kind }) => kind === "prepared")) return null;
  return (
    <Card title={t("title")}>
      <p className="-mt-2 mb-2 text-ui text-muted">{t("lead")}</p>
      <ol className="-mb-4 divide-y divide-hairline">
        {versions.map((version) => (
          <li key={version.revision} className="py-4">
            <Version uuid={uuid} version={version} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Version({ uuid, version }: { uuid: string; version: RevisionWire }) {
  const [t, locale] = [useTranslations("documents.versions"), useLocale()];
  const { nameOf } = useVersionText();
  const name = nameOf(version);
  const { revision, signedAt, size, sha256 } = version;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-caption text-muted">
          <Time at={signedAt} />
          <span>{byteCount(size, locale)}</span>
          <ShortHash sha256={sha256} what={name} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink
          href={`/documents/${uuid}/versions/${revision}`}
          icon={<Eye aria-hidden className="size-4" />}
          aria-label={t("viewName", { version: name })}
        >
          {t("view")}
        </ButtonLink>
        <a
          href={contentUrl({ kind: "revision", uuid, revision })}
          download
          className={buttonLook("secondary", "app")}
          aria-label={t("downloadName", { version: name })}
        >
          <Download aria-hidden className="size-4" />
          {t("download")}
        </a>
      </div>
    </div>
  );
}

const shownAtOnce = 12;

/** The document's audit events, newest first. */
function DocumentHistory({ entries }: { entries: readonly HistoryEntry[] }) {
  const t = useTranslations("documents.history");
  const [newest, rest] = [entries.slice(0, shownAtOnce), entries.slice(shownAtOnce)];
  return (
    <Card title={t("title")}>
      <Entries entries={newest} />
      {rest.length > 0 && (
        <details className="mt-3">
          <summary className="inline-flex min-h-8 items-center rounded-control px-1 text-ui font-medium text-primary">
            {t("more", { count: rest.length })}
          </summary>
          <Entries entries={rest} />
        </details>
      )}
    </Card>
  );
}

function Entries({ entries }: { entries: readonly HistoryEntry[] }) {
  const t = useTranslations("documents.history");
  const events = useTranslations("documents.events");
  return (
    <ol className="flex flex-col gap-3">
      {entries.map((entry) => (
        <li key={entry.seq} className="flex flex-col gap-x-4 text-ui sm:flex-row sm:justify-between">
          <span className="min-w-0 wrap-anywhere">
            {events(entry.type, {
              who: who(entry),
              signer:
                entry.signer === null
                  ? t(entry.type.startsWith("mail.") ? "toYou" : "somebody")
                  : isolate(entry.signer),
              mail: entry.mail ?? "",
              stamped: entry.stamped ?? "",
              entered: entry.entered ?? "",
            })}
            {entry.count > 1 && <span className="text-muted"> {t("times", { count: entry.count })}</span>}
          </span>
          <Time at={entry.at} className="shrink-0 text-caption leading-5 text-muted" />
        </li>
      ))}
    </ol>
  );

  function who({ by, actingSigner, signer }: HistoryEntry): string {
    switch (by) {
      case "you":
        return t("you");
      case "service":
        return t("service");
      case "signer":
        return actingSigner === null ? t("somebody") : isolate(actingSigner);
      case "link":
        return signer === null ? t("somebody") : t("holder", { name: isolate(signer) });
      case "other":
        return t("other");
    }
  }
}
