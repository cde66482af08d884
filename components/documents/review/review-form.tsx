"use client";

import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { DocumentPreview } from "@/components/documents/preview/document-preview";
import { RequestSteps } from "@/components/documents/request-steps";
import type { PageBox } from "@/components/pages/page-source";
import { ReminderSummary } from "@/components/reminders/reminder-fields";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { usePageLimits } from "@/components/ui/page-limits";
import { ButtonLink } from "@/components/ui/page-link";
import { PersonAvatar } from "@/components/ui/person-avatar";
import { Time } from "@/components/ui/time";
import type { ReminderPlan } from "@/lib/context/settings/schema";
import { isolate } from "@/lib/platform/locale/format";
import type { BrokenCondition } from "@/lib/requests/state/schema";
import type { FileWire, InvitationPreview } from "@/lib/views/schema";
import { DocumentFiles } from "../document/document-files";
import { MailPreview } from "./mail-preview";
import { isBlocking, ReviewChecklist, reviewItems, titleOf } from "./review-checklist";
import { useInvitationMessage, type InvitationMessage } from "./use-invitation-message";

interface ReviewFormProps {
  file: Pick<
    FileWire,
    "uuid" | "name" | "files" | "status" | "contentDeletedAt" | "sha256" | "expiresAt" | "signers" | "visibleElements"
  >;
  pages: readonly PageBox[];
  mails: readonly InvitationPreview[];
  reminders: ReminderPlan | null;
  /** Conditions and calculations that sending would refuse. */
  conditions: readonly BrokenCondition[];
}

/** Last step of a request: the document beside the missing items, the e-mails to be sent, and the "Send" button. */
export function ReviewForm({ file, pages, mails, reminders, conditions }: ReviewFormProps) {
  const t = useTranslations("documents.review");
  const [accepted, setAccepted] = useState<ReadonlySet<number>>(new Set());
  const [items] = useState(() => reviewItems(file, new Date(), conditions));
  const firstItem = useRef<HTMLLIElement>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const invitation = useInvitationMessage(file, mails[0]?.signRequestId ?? 0);
  const { send, isSending, problem } = useSending(file.uuid, invitation.save);

  function accept(signRequestId: number, isAccepted: boolean) {
    const next = new Set(accepted);
    if (isAccepted) next.add(signRequestId);
    else next.delete(signRequestId);
    setAccepted(next);
  }

  function sendIfReady() {
    const missing = items.find((item) => isBlocking(item, accepted));
    if (!missing) return void send();
    firstItem.current?.focus();
    firstItem.current?.scrollIntoView({ block: "center" });
    setMissing(titleOf(missing, t));
  }

  return (
    <div data-wide>
      <RequestSteps uuid={file.uuid} current="review" className="mb-4" />
      <PageHeader
        title={t("title")}
        meta={<bdi className="wrap-anywhere">{file.name}</bdi>}
        actions={<ButtonLink href={`/documents/${file.uuid}/edit`}>{t("back")}</ButtonLink>}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <DocumentPreview file={file} pages={pages} hasText className="max-h-[60dvh] lg:max-h-[calc(100dvh-10rem)]" />
          {mails.length > 0 && <MailPreview file={file} invitation={invitation} mails={mails} />}
        </div>
        <aside aria-label={t("summary")} className="flex min-w-0 flex-col gap-6 max-lg:contents lg:sticky lg:top-4">
          <div className="flex min-w-0 flex-col gap-6 max-lg:order-first">
            {problem && <ProblemNotice problem={problem} />}
            {missing && items.some((item) => isBlocking(item, accepted)) && (
              <Notice tone="warning" role="alert" title={t("notSent")}>
                {missing}
              </Notice>
            )}
            <ReviewChecklist
              uuid={file.uuid}
              signerCount={file.signers.length}
              items={items}
              accepted={accepted}
              onAccept={accept}
              firstRef={firstItem}
            />
            <DocumentFiles file={file} isRequester />
            {file.signers.length > 0 && (
              <ReviewedSigners
                signers={file.signers}
                files={file.files ?? []}
                expiresAt={file.expiresAt}
                reminders={reminders}
              />
            )}
          </div>
          {/* At the bottom of the window while the summary extends below it, and above the footer at the end. */}
          <div
            data-bottom-bar
            className="max-lg:sticky max-lg:bottom-0 max-lg:z-30 max-lg:-mx-4 max-lg:border-t max-lg:border-hairline max-lg:bg-surface max-lg:px-4 max-lg:py-2 max-lg:pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:max-lg:-mx-6 sm:max-lg:px-6 lg:sticky lg:bottom-0 lg:-my-3 lg:bg-canvas lg:py-3 lg:before:pointer-events-none lg:before:absolute lg:before:inset-x-0 lg:before:bottom-full lg:before:h-8 lg:before:bg-linear-to-t lg:before:from-canvas lg:before:to-transparent"
          >
            <Button
              variant="primary"
              size="signer"
              className="w-full"
              busy={isSending}
              icon={<Send aria-hidden className="size-4" />}
              onClick={sendIfReady}
            >
              {t("send", { count: file.signers.length })}
            </Button>
          </div>
        </aside>
      </div>
    </div>
  );
}

interface Sending {
  send: () => Promise<void>;
  isSending: boolean;
  problem: ApiProblem | null;
}

function useSending(uuid: string, saveFirst: InvitationMessage["save"]): Sending {
  const router = useRouter();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function send() {
    setSending(true);
    setProblem(null);
    const refused = await saveFirst();
    if (refused) {
      setProblem(refused);
      return setSending(false);
    }
    try {
      // Sending is idempotent, so a lost answer may be retried.
      await callApi("PATCH", "/request-signature", { json: { uuid, status: 1 } });
      // Back must not lead to a review that offers to send again.
      router.replace(`/documents/${uuid}?sent=1`);
    } catch (error) {
      setProblem(asProblem(error));
      setSending(false);
    }
  }

  return { send, isSending, problem };
}

function MethodText({ signer }: { signer: FileWire["signers"][number] }) {
  const t = useTranslations("documents.review");
  const form = useTranslations("documents.signers");
  const parts = [
    ...(signer.signMethod !== "password" && signer.identifyMethods.some(({ method }) => method === "account")
      ? [form("identifyMethods.account")]
      : []),
    ...(signer.role === "viewer" ? [] : [form(`methods.${signer.signMethod}`)]),
    ...(signer.role === "signer" && signer.visibleElements.length > 0
      ? [t("fieldCount", { count: signer.visibleElements.length })]
      : []),
  ];
  return parts.join(" · ");
}

function namesOfSigned(files: NonNullable<FileWire["files"]>, signRequestId: number): string[] {
  return files.filter((file) => file.signRequestIds.includes(signRequestId)).map(({ name }) => isolate(name));
}

interface ReviewedSignersProps extends Pick<FileWire, "signers" | "expiresAt"> {
  files: NonNullable<FileWire["files"]>;
  reminders: ReminderPlan | null;
}

/** Signers, methods, deadline and reminders. */
function ReviewedSigners({ signers, files, expiresAt, reminders }: ReviewedSignersProps) {
  const t = useTranslations("documents.review");
  const form = useTranslations("documents.signers");
  const { fileLifetimeDays } = usePageLimits();
  return (
    <Card title={form("heading")}>
      <ol className="flex flex-col gap-3">
        {signers.map((signer, index) => (
          <li key={signer.signRequestId} className="flex items-center gap-3">
            <PersonAvatar name={signer.displayName} number={index + 1} size={32} />
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">
                <bdi>{signer.displayName}</bdi>
              </p>
              {signer.email !== signer.displayName && (
                <p className="text-ui wrap-anywhere text-muted">{signer.email}</p>
              )}
              <p className="text-caption text-muted">
                {signer.role !== "signer" && <>{form(`roles.${signer.role}`)} · </>}
                {signer.role === "cc" ? (
                  form(`copyAt.${signer.copyAt?.length === 1 ? (signer.copyAt[0] ?? "both") : "both"}`)
                ) : (
                  <MethodText signer={signer} />
                )}
                {signer.role === "signer" && signer.visibleElements.length === 0 && (
                  <span className="font-medium text-warning"> · {t("fieldCount", { count: 0 })}</span>
                )}
              </p>
              {signer.role === "signer" && files.length > 0 && (
                <p className="text-caption wrap-anywhere text-muted">
                  {t("signsFiles", { names: namesOfSigned(files, signer.signRequestId).join(", ") })}
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-4 border-t border-hairline pt-4 text-ui text-muted">
        {expiresAt === null
          ? t("standardDeadline", { days: fileLifetimeDays })
          : t.rich("deadline", { time: () => <Time at={expiresAt} /> })}
      </p>
      <p className="mt-1 text-ui text-muted">
        <ReminderSummary plan={reminders} />
      </p>
    </Card>
  );
}
