import { clsx } from "clsx";
import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { ConfirmedAction } from "@/components/documents/confirmed-action";
import { isAwaited, signerPillOf } from "@/components/documents/document-states";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { PersonAvatar } from "@/components/ui/person-avatar";
import { StatusPill } from "@/components/ui/pill";
import { Progress } from "@/components/ui/progress";
import { RelativeTime, Time } from "@/components/ui/time";
import { isAsked, isRunning, statusOf } from "@/lib/records/events/status";
import type { SignerWire } from "@/lib/views/schema";
import { doneCount, afterWithdrawal, signerFacts, type DocumentFacts, type SignerFacts } from "../document-states";
import { RemindSigner, ReplaceSigner } from "./signer-actions";

/** The signers with their progress. */
export function DocumentSigners(facts: DocumentFacts) {
  const t = useTranslations("documents.document");
  const signers = signerFacts(facts);
  const status = statusOf(facts.file.status);
  const isDraft = status === "draft";
  if (signers.length === 0) return null;
  return (
    <Card title={t("signers")}>
      {isRunning(status) && <SignedShare {...facts} />}
      <ol className="-my-4 divide-y divide-hairline">
        {signers.map((one) => (
          <li key={one.signer.signRequestId} className="flex flex-col gap-4 py-4">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <PersonAvatar name={one.signer.displayName} number={one.number} size={32} />
              <SignerName facts={facts} one={one} />
              {!isDraft && <StatusPill status={pillFor(facts, one)} />}
            </div>
            {facts.isRequester && !isDraft && isAsked(one.signer) && <SignerTimeline steps={timelineSteps(one)} />}
            {one.progress && one.progress.copies.length > 0 && <Copies copies={one.progress.copies} />}
            {one.signer.signature && <SignatureDetails signature={one.signer.signature} />}
            {one.progress?.mailFailed && (
              <Notice tone="warning" title={t("mailFailed.title", { name: one.signer.displayName })}>
                {t(`mailFailed.${isRunning(status) ? adviceFor(one) : "late"}`)}
              </Notice>
            )}
            {facts.isRequester && isRunning(status) && isOpen(one) && <SignerActions facts={facts} one={one} />}
            {facts.isRequester && isRunning(status) && adviceFor(one) === "bodyCopy" && one.progress?.mailFailed && (
              <div>
                <ReplaceSigner facts={{ file: facts.file }} one={one} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The copies of a CC, with their delivery. */
function Copies({ copies }: { copies: NonNullable<SignerFacts["progress"]>["copies"] }) {
  const t = useTranslations("documents.document.copy");
  return (
    <ul className="flex flex-col gap-1 text-ui">
      {copies.map(({ copy, at, state }) => (
        <li key={copy} className="flex flex-wrap justify-between gap-x-3">
          <span>
            {t(copy)}: {t(`state.${state}`)}
          </span>
          <span className="text-caption leading-5 text-muted">
            <RelativeTime at={at} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function SignedShare(facts: DocumentFacts) {
  const t = useTranslations("documents.document");
  const { done, total, text } = doneCount(facts);
  return (
    <Progress
      label={t("progress")}
      value={done}
      max={total}
      text={t(text, { done, total })}
      className="mb-4 border-b border-hairline pb-5"
    />
  );
}

function SignerName({ facts: { isRequester }, one: { signer } }: { facts: DocumentFacts; one: SignerFacts }) {
  const t = useTranslations("documents.document");
  const roleText = ({ role, signMethod, copyAt = [] }: SignerWire) => {
    if (role === "signer") return t(`signsWith.${signMethod}`);
    if (role === "cc") return t(`copies.${copyAt.length === 2 ? "both" : (copyAt[0] ?? "both")}`);
    return t(`role.${role}`);
  };
  return (
    <div className="min-w-0 flex-1 basis-40">
      <p className="font-medium wrap-anywhere">
        <bdi>{signer.displayName}</bdi>
        {signer.me && <span className="font-normal text-muted"> {t("you")}</span>}
      </p>
      {isRequester && signer.email !== signer.displayName && (
        <p className="text-ui wrap-anywhere text-muted">
          <bdi>{signer.email}</bdi>
        </p>
      )}
      <p className="text-caption text-muted">{roleText(signer)}</p>
    </div>
  );
}

/** The requester's actions on a signer who has not signed. */
function SignerActions({ facts, one }: { facts: DocumentFacts; one: SignerFacts }) {
  const { signer } = one;
  return (
    <div className="grid grid-cols-2 gap-1.5 sm:flex sm:flex-wrap sm:items-center">
      <CopyLink facts={facts} one={one} />
      {signer.status === "pending" && (
        <RemindSigner fileId={facts.file.fileId} signRequestId={signer.signRequestId} name={signer.displayName} />
      )}
      <ReplaceSigner facts={{ file: facts.file }} one={one} />
      <WithdrawSigner facts={facts} one={one} />
    </div>
  );
}

/** Copies the shareable link. It contains no secret: it leads the signer to a log-in or an e-mailed code. */
function CopyLink({ facts: { file }, one: { signer } }: { facts: DocumentFacts; one: SignerFacts }) {
  const t = useTranslations("documents.document");
  const { origin } = new URL(file.url);
  return (
    <CopyButton
      text={`${origin}/to/${file.uuid}/${signer.signRequestId}`}
      label={t("copyLink")}
      name={t("copyLinkName", { name: signer.displayName })}
    />
  );
}

function WithdrawSigner({ facts, one: { signer } }: { facts: DocumentFacts; one: SignerFacts }) {
  const t = useTranslations("documents.document.withdrawSigner");
  const { file } = facts;
  const name = signer.displayName;
  return (
    <ConfirmedAction
      label={t("button")}
      variant="quiet"
      className="px-2!"
      name={t("buttonName", { name })}
      title={t("title", { name, document: file.name })}
      body={`${t("body", { name })} ${t(`then.${afterWithdrawal(facts, signer.signRequestId)}`)}`}
      confirmLabel={t("confirm", { name })}
      call={{ method: "DELETE", path: `/sign/file_id/${file.fileId}/${signer.signRequestId}` }}
      done={t("done", { name })}
    />
  );
}

function isOpen({ signer }: SignerFacts): boolean {
  return isAwaited(signer);
}

/** Help with an e-mail that did not arrive, while the document is waiting for signatures. */
function adviceFor(one: SignerFacts): "body" | "bodyCopy" | "late" {
  if (isOpen(one)) return "body";
  return isAsked(one.signer) ? "late" : "bodyCopy";
}

function pillFor({ file, isRequester }: DocumentFacts, { signer, progress }: SignerFacts) {
  if (signer.me && file.settings.canSign) return "your_turn";
  return signerPillOf(
    signer.status,
    isRequester ? { opened: progress?.opened !== null, sent: progress?.told !== null } : {},
  );
}

/** The kind of signature, and whether it has a timestamp. */
function SignatureDetails({ signature }: { signature: NonNullable<SignerWire["signature"]> }) {
  const t = useTranslations("documents.document.signature");
  const { level, timestamp } = signature;
  return (
    <details className="text-ui text-muted">
      <summary className="min-h-6 w-fit">{t("summary")}</summary>
      <p className="mt-1">{t("level", { level })}</p>
      <p>{timestamp ? t.rich("timestamp", { time: () => <Time at={timestamp} /> }) : t("noTimestamp")}</p>
    </details>
  );
}

interface SignerTimelineProps {
  steps: readonly TimelineStep[];
}

/** Sent → Opened → Signed, each with its time once it has happened. */
function SignerTimeline({ steps }: SignerTimelineProps) {
  const t = useTranslations("documents.timeline");
  return (
    <ol aria-label={t("label")} className="grid auto-cols-fr grid-flow-col gap-x-2">
      {steps.map(({ name, isDone, at }, index) => (
        <li key={name} className="min-w-0">
          <div aria-hidden className="mb-1.5 flex items-center gap-2">
            <span
              className={clsx(
                "inline-flex size-4 shrink-0 items-center justify-center rounded-pill border",
                isDone ? "border-transparent bg-success text-surface" : "border-control",
              )}
            >
              {isDone && <Check className="size-3" strokeWidth={3} />}
            </span>
            {index < steps.length - 1 && (
              <span className={clsx("h-px flex-1", steps[index + 1]?.isDone ? "bg-success" : "bg-control")} />
            )}
          </div>
          <p className={clsx("text-ui", isDone ? "font-medium" : "text-muted")}>
            {t(name)}
            {!isDone && <span className="sr-only"> ({t("notYet")})</span>}
          </p>
          {at && <RelativeTime at={at} className="block text-caption text-muted" />}
        </li>
      ))}
    </ol>
  );
}

interface TimelineStep {
  name: "sent" | "opened" | "signed" | "approved" | "read";
  isDone: boolean;
  /** Null for a step that has not happened. */
  at: string | null;
}

/**
 * A signer's progress. "Opened" is left out for a signer who signed by the API without opening the document in a
 * browser.
 */
const lastSteps = { signer: "signed", approver: "approved", viewer: "read", cc: "read" } as const;

export function timelineSteps({
  signer,
  progress,
}: {
  signer: Pick<SignerFacts["signer"], "role" | "done">;
  progress: Pick<NonNullable<SignerFacts["progress"]>, "told" | "opened"> | null;
}): TimelineStep[] {
  const steps: TimelineStep[] = [
    step("sent", progress?.told ?? null),
    step("opened", progress?.opened ?? null),
    step(lastSteps[signer.role], signer.done),
  ];
  return steps.filter(({ name, isDone }) => name !== "opened" || isDone || signer.done === null);
}

function step(name: TimelineStep["name"], at: string | null): TimelineStep {
  return { name, isDone: at !== null, at };
}
