"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Select } from "@/components/ui/select";
import { TextArea } from "@/components/ui/text-area";
import { TextInput } from "@/components/ui/text-input";
import { useToast } from "@/components/ui/toast";
import { languages } from "@/lib/platform/locale/languages";
import type { FileWire, InvitationPreview } from "@/lib/views/schema";
import { isSharedMessage, messageChange } from "./invitation-message";
import { MailFrame } from "./mail-frame";

interface MailPreviewProps {
  file: Pick<FileWire, "uuid" | "signers">;
  mails: readonly InvitationPreview[];
}

/** The invitations as they will be sent, except for the secret in their links; the message in them can be changed for all or for one signer. */
export function MailPreview({ file, mails }: MailPreviewProps) {
  const t = useTranslations("documents.review");
  const [shownId, setShownId] = useState(mails[0]?.signRequestId);
  const mail = mails.find(({ signRequestId }) => signRequestId === shownId) ?? mails[0];
  if (!mail) return null;
  const language = languages[mail.language];
  return (
    <Card title={t("mail")}>
      <p className="mb-4 text-ui text-muted">{t("mailHint", { count: file.signers.length })}</p>
      <div className="flex flex-col gap-5">
        {mails.length > 1 && (
          <Select
            label={t("mailFor")}
            name="mailFor"
            className="max-w-100"
            options={mails.map(({ signRequestId, name, language: code }) => ({
              value: String(signRequestId),
              label: `${name} · ${languages[code].ownName}`,
              lang: "",
            }))}
            value={String(mail.signRequestId)}
            onChange={(event) => setShownId(Number(event.target.value))}
          />
        )}
        <MessageField key={mail.signRequestId} file={file} signRequestId={mail.signRequestId} />
        <div>
          <dl className="mb-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-ui">
            <dt className="text-muted">{t("mailTo")}</dt>
            <dd className="wrap-anywhere">{mail.to}</dd>
            <dt className="text-muted">{t("mailSubject")}</dt>
            <dd lang={language.tag} className="font-medium wrap-anywhere">
              <bdi>{mail.subject}</bdi>
            </dd>
          </dl>
          <MailFrame label={t("mailFrame", { name: mail.name })} lang={language.tag} html={mail.html} />
        </div>
      </div>
    </Card>
  );
}

/** Subject and message of the invitation, in the requester's words. */
function MessageField({ file, signRequestId }: { file: MailPreviewProps["file"]; signRequestId: number }) {
  const t = useTranslations("documents.review");
  const router = useRouter();
  const toast = useToast();
  const stored = file.signers.find((signer) => signer.signRequestId === signRequestId);
  const [subject, setSubject] = useState(stored?.subject ?? "");
  const [text, setText] = useState(stored?.description ?? "");
  const [isForAll, setForAll] = useState(isSharedMessage(file.signers));
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function save() {
    setBusy(true);
    setProblem(null);
    try {
      const users = messageChange(file.signers, { signRequestId, subject, text, isForAll });
      await callApi("PATCH", "/request-signature", { json: { uuid: file.uuid, users } });
      toast(t("messageSaved"));
      router.refresh();
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  }

  return (
    <div className="flex flex-col items-start gap-3">
      {problem && <ProblemNotice problem={problem} />}
      <TextInput
        label={t("subject")}
        hint={t("subjectHint")}
        name="subject"
        required={false}
        maxLength={200}
        autoComplete="off"
        className="w-full"
        value={subject}
        onChange={(event) => setSubject(event.target.value)}
      />
      <TextArea
        label={t("message")}
        hint={t("messageHint")}
        name="message"
        required={false}
        rows={3}
        maxLength={2000}
        className="w-full"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {file.signers.length > 1 && (
        <Checkbox label={t("messageForAll")} checked={isForAll} onChange={(event) => setForAll(event.target.checked)} />
      )}
      <Button busy={isBusy} onClick={() => void save()}>
        {t("saveMessage")}
      </Button>
    </div>
  );
}
