import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { SignerMark } from "@/components/ui/signer-mark";
import { StatusPill } from "@/components/ui/status-pill";
import { ConfirmedAct } from "../confirmed-act";
import { signerPillOf } from "../pill-of";
import {
  afterWithdrawal,
  isRunning,
  signedCount,
  signerFacts,
  type DocumentFacts,
  type SignerFacts,
} from "./document-facts";
import { RemindSigner } from "./remind-signer";
import { ReplaceSigner } from "./replace-signer";
import { SignatureDetails } from "./signature-details";
import { SignerTimeline } from "./signer-timeline";
import { timelineSteps } from "./timeline-steps";

/** The signers and how far each has come. */
export function DocumentSigners(facts: DocumentFacts) {
  const words = useTranslations("documents.document");
  const signers = signerFacts(facts);
  const isDraft = facts.file.statusText === "draft";
  if (signers.length === 0) return null;
  return (
    <Card title={words("signers")}>
      <ol className="-my-4 divide-y divide-hairline">
        {signers.map((one) => (
          <li key={one.signer.signRequestId} className="flex flex-col gap-4 py-4">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <SignerMark number={one.number} size={28} />
              <SignerName facts={facts} one={one} />
              {!isDraft && <StatusPill status={pillFor(facts, one)} />}
            </div>
            {facts.isRequester && !isDraft && <SignerTimeline steps={timelineSteps(one)} />}
            {one.signer.signature && <SignatureDetails signature={one.signer.signature} />}
            {facts.isRequester && isRunning(facts) && isOpen(one) && <SignerActs facts={facts} one={one} />}
            {one.progress?.mailFailed && (
              <Notice tone="warning" title={words("mailFailed.title", { name: one.signer.displayName })}>
                {words("mailFailed.body")}
              </Notice>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function SignerName({ facts: { isRequester }, one: { signer } }: { facts: DocumentFacts; one: SignerFacts }) {
  const words = useTranslations("documents.document");
  return (
    <div className="min-w-0 flex-1 basis-40">
      <p className="font-medium wrap-anywhere">
        <bdi>{signer.displayName}</bdi>
        {signer.me && <span className="font-normal text-muted"> {words("you")}</span>}
      </p>
      {isRequester && signer.email !== signer.displayName && (
        <p className="text-ui wrap-anywhere text-muted">
          <bdi>{signer.email}</bdi>
        </p>
      )}
      <p className="text-caption text-muted">{words(`signsWith.${signer.signMethod}`)}</p>
    </div>
  );
}

/** What the sender can do about a signer who has not signed. */
function SignerActs({ facts, one }: { facts: DocumentFacts; one: SignerFacts }) {
  const { signer } = one;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <CopyLink facts={facts} one={one} />
      {signer.status === "pending" && (
        <RemindSigner fileId={facts.file.fileId} signRequestId={signer.signRequestId} name={signer.displayName} />
      )}
      {signedCount(facts) === 0 && <ReplaceSigner facts={{ file: facts.file }} one={one} />}
      <WithdrawSigner facts={facts} one={one} />
    </div>
  );
}

/** What the sender may pass on: it holds no secret, and leads the signer on after a log-in or a mailed code. */
function CopyLink({ facts: { file }, one: { signer } }: { facts: DocumentFacts; one: SignerFacts }) {
  const words = useTranslations("documents.document");
  const { origin } = new URL(file.url);
  return (
    <CopyButton
      text={`${origin}/to/${file.uuid}/${signer.signRequestId}`}
      label={words("copyLink")}
      name={words("copyLinkName", { name: signer.displayName })}
    />
  );
}

function WithdrawSigner({ facts, one: { signer } }: { facts: DocumentFacts; one: SignerFacts }) {
  const words = useTranslations("documents.document.withdrawSigner");
  const { file } = facts;
  const name = signer.displayName;
  return (
    <ConfirmedAct
      label={words("button")}
      name={words("buttonName", { name })}
      title={words("title", { name, document: file.name })}
      body={`${words("body", { name })} ${words(`then.${afterWithdrawal(facts, signer.signRequestId)}`)}`}
      confirmLabel={words("confirm", { name })}
      call={{ method: "DELETE", path: `/sign/file_id/${file.fileId}/${signer.signRequestId}` }}
      done={words("done", { name })}
    />
  );
}

function isOpen({ signer }: SignerFacts): boolean {
  return signer.status === "pending" || signer.status === "waiting";
}

function pillFor({ file, isRequester }: DocumentFacts, { signer, progress }: SignerFacts) {
  if (signer.me && file.settings.canSign) return "your_turn";
  return signerPillOf(
    signer.status,
    isRequester ? { opened: progress?.opened !== null, sent: progress?.told !== null } : {},
  );
}
