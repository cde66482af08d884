import { useTranslations } from "next-intl";
import { PageHeader } from "@/components/ui/page-header";
import { StatusPill } from "@/components/ui/status-pill";
import { Time } from "@/components/ui/time";
import type { HistoryEntry } from "@/lib/file-views/schema";
import type { RevisionWire } from "@/lib/files/schema";
import { isolate } from "@/lib/locale/isolate";
import { pillOf, statusOfWire } from "../pill-of";
import { SignedVersions } from "../versions/signed-versions";
import { DocumentActs } from "./document-acts";
import { DocumentDeliveries } from "./document-deliveries";
import { isRunning, mayChange, signedCount, type DocumentFacts } from "./document-facts";
import { DocumentFiles } from "./document-files";
import { DocumentHistory } from "./document-history";
import { DocumentSigners } from "./document-signers";
import { DocumentState } from "./document-state";
import { LiveProgress } from "./live-progress";
import type { DeliveryPage } from "./use-file-deliveries";

interface DocumentViewProps extends DocumentFacts {
  history: readonly HistoryEntry[];
  /** The signed revisions, oldest first. */
  versions: readonly RevisionWire[];
  /** Null to a signer. */
  deliveries: DeliveryPage | null;
  now: Date;
  wasJustSent: boolean;
}

/** One document: how it stands, who signs, its bytes, what happened. A signer sees less of it than its requester. */
export function DocumentView({ history, versions, deliveries, now, wasJustSent, ...facts }: DocumentViewProps) {
  const words = useTranslations("documents");
  const status = useTranslations("shell.status");
  const { file, progress, isRequester } = facts;
  return (
    <>
      <PageHeader
        title={<bdi>{file.name}</bdi>}
        back={{ href: "/documents", label: words("title") }}
        meta={<Meta {...facts} />}
        actions={<DocumentActs {...facts} />}
      />
      <LiveProgress
        uuid={file.uuid}
        sequence={progress.sequence}
        status={progress.status}
        isLive={mayChange(facts)}
        text={`${status(pillFor(facts))}. ${words("document.signedOf", { signed: signedCount(facts), total: file.signers.length })}`}
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
  const words = useTranslations("documents.document");
  const { file, isRequester } = facts;
  const time = (at: string) => () => <Time at={at} />;
  return (
    <>
      <StatusPill status={pillFor(facts)} />
      {!isRequester && file.requested_by && (
        <span>{words("from", { name: isolate(file.requested_by.displayName) })}</span>
      )}
      <span>{words("pageCount", { count: file.pages })}</span>
      {file.releasedAt && <span>{words.rich("sentAt", { time: time(file.releasedAt) })}</span>}
      {file.completedAt && <span>{words.rich("completedAt", { time: time(file.completedAt) })}</span>}
      {isRunning(facts) && file.expiresAt && <span>{words.rich("until", { time: time(file.expiresAt) })}</span>}
    </>
  );
}

function pillFor({ file }: DocumentFacts) {
  return pillOf(statusOfWire(file.status), file.settings.canSign);
}
