import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import { Progress } from "@/components/ui/progress";
import { Time } from "@/components/ui/time";
import { ConfirmedAct } from "../confirmed-act";
import { UploadFindings } from "../upload-findings";
import { isRunning, signedCount, signerFacts, type DocumentFacts } from "./document-facts";

const extraDays = 14;
const dayMilliseconds = 24 * 3600 * 1000;

/** How the document stands: how many have signed, that it is being sealed, or how it ended. */
export function DocumentState({ now, wasJustSent, ...facts }: DocumentFacts & { now: Date; wasJustSent: boolean }) {
  const words = useTranslations("documents.document");
  const { file } = facts;
  const isDamaged = file.stored === "missing" || file.stored === "altered";
  const [signed, total] = [signedCount(facts), file.signers.length];
  return (
    <div className="flex flex-col gap-4 empty:hidden">
      {isDamaged && (
        <Notice tone="danger" title={words("damaged.title")}>
          {words(`damaged.${facts.isRequester ? "body" : "forSigner"}`)}
        </Notice>
      )}
      {wasJustSent && isRunning(facts) && facts.isRequester && (
        <Notice tone="success" role="status" title={words("sent.title", { count: total })}>
          {words("sent.body")}
        </Notice>
      )}
      {isRunning(facts) && (
        <Progress label={words("progress")} value={signed} max={total} text={words("signedOf", { signed, total })} />
      )}
      {file.statusText === "signing in progress" && !isDamaged && (
        <Progress label={words("sealing")} value={null} max={1} text={words("signedOf", { signed, total })} />
      )}
      {file.statusText === "declined" && <Declined {...facts} />}
      {file.statusText === "cancelled" && (
        <Notice tone="danger" title={words("cancelled.title")}>
          {words("cancelled.body")}
        </Notice>
      )}
      {file.statusText === "expired" && (
        <Notice
          tone="warning"
          title={words("expired.title")}
          action={facts.isRequester && <Extend {...facts} now={now} />}
        >
          {words(facts.isRequester ? "expired.body" : "expired.forSigner")}
        </Notice>
      )}
      {file.upload && <UploadFindings upload={file.upload} reader={facts.isRequester ? "requester" : "signer"} />}
    </div>
  );
}

function Declined(facts: DocumentFacts) {
  const words = useTranslations("documents.document.declined");
  const decliner = signerFacts(facts).find(({ signer }) => signer.status === "declined");
  const [at, reason] = [decliner?.progress?.declined, decliner?.progress?.declineReason];
  return (
    <Notice tone="danger" title={words("title", { name: decliner?.signer.displayName ?? "" })}>
      {at && (
        <p>
          <Time at={at} />
        </p>
      )}
      {reason && (
        <blockquote
          dir="auto"
          translate="no"
          className="mt-1 border-s-2 border-current ps-3 wrap-anywhere whitespace-pre-line"
        >
          {reason}
        </blockquote>
      )}
      <p className="mt-1">{words("body")}</p>
    </Notice>
  );
}

function Extend({ file, now }: DocumentFacts & { now: Date }) {
  const words = useTranslations("documents.document.extend");
  const expiresAt = new Date(now.getTime() + extraDays * dayMilliseconds).toISOString();
  return (
    <ConfirmedAct
      label={words("button", { count: extraDays })}
      title={words("title", { name: file.name })}
      body={words("body")}
      confirmLabel={words("button", { count: extraDays })}
      danger={false}
      call={{ method: "PATCH", path: "/request-signature", json: { uuid: file.uuid, expiresAt } }}
      done={words("done")}
    />
  );
}
