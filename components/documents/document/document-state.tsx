import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import { Progress } from "@/components/ui/progress";
import { Time } from "@/components/ui/time";
import { dayMs } from "@/lib/platform/locale/format";
import { isRunning, statusOf } from "@/lib/records/events/status";
import { ConfirmedAction } from "../confirmed-action";
import { DismissibleFindings } from "../dismissible-findings";
import { doneCount, signerFacts, type DocumentFacts } from "../document-states";

const extraDays = 14;
/** The document's state: just sent, being sealed, or how it ended. */
export function DocumentState({ now, wasJustSent, ...facts }: DocumentFacts & { now: Date; wasJustSent: boolean }) {
  const t = useTranslations("documents.document");
  const { file } = facts;
  const isDamaged = file.stored !== undefined && file.stored !== "whole";
  const damage = file.stored === "unreadable" ? "unreadable" : "damaged";
  const count = doneCount(facts);
  return (
    <div className="mb-6 flex flex-col gap-4 empty:hidden">
      {isDamaged && (
        <Notice tone="danger" title={t(`${damage}.title`)}>
          {t(`${damage}.${facts.isRequester ? "body" : "forSigner"}`)}
        </Notice>
      )}
      {file.contentDeletedAt && (
        <Notice tone="info" title={t("contentDeleted.title")}>
          {t.rich("contentDeleted.body", { time: () => <Time at={file.contentDeletedAt ?? ""} /> })}
        </Notice>
      )}
      {wasJustSent && isRunning(statusOf(file.status)) && facts.isRequester && (
        <Notice tone="success" role="status" title={t("sent.title", { count: count.total })}>
          {t("sent.body")}
        </Notice>
      )}
      {statusOf(file.status) === "signing_in_progress" && !isDamaged && (
        <Progress label={t("sealing")} value={null} max={1} text={t(count.text, count)} />
      )}
      {statusOf(file.status) === "declined" && <Declined {...facts} />}
      {statusOf(file.status) === "cancelled" && (
        <Notice tone="danger" title={t("cancelled.title")}>
          {t("cancelled.body")}
        </Notice>
      )}
      {statusOf(file.status) === "expired" && (
        <Notice tone="warning" title={t("expired.title")} action={facts.isRequester && <Extend {...facts} now={now} />}>
          {t(facts.isRequester ? "expired.body" : "expired.forSigner")}
        </Notice>
      )}
      {file.upload && (
        <DismissibleFindings
          upload={file.upload}
          reader={facts.isRequester ? "requester" : "signer"}
          uuid={file.uuid}
        />
      )}
    </div>
  );
}

function Declined(facts: DocumentFacts) {
  const t = useTranslations("documents.document.declined");
  const decliner = signerFacts(facts).find(({ signer }) => signer.status === "declined");
  const [at, reason] = [decliner?.progress?.declined, decliner?.progress?.declineReason];
  return (
    <Notice
      tone="danger"
      title={t("title", { name: decliner?.signer.displayName ?? "", role: String(decliner?.signer.role) })}
    >
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
      <p className="mt-1">{t("body")}</p>
    </Notice>
  );
}

function Extend({ file, now }: DocumentFacts & { now: Date }) {
  const t = useTranslations("documents.document.extend");
  const expiresAt = new Date(now.getTime() + extraDays * dayMs).toISOString();
  return (
    <ConfirmedAction
      label={t("button", { count: extraDays })}
      title={t("title", { name: file.name })}
      body={t("body")}
      confirmLabel={t("button", { count: extraDays })}
      danger={false}
      call={{ method: "PATCH", path: "/request-signature", json: { uuid: file.uuid, expiresAt } }}
      done={t("done")}
    />
  );
}
