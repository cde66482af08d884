"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ProblemNotice } from "@/components/api/problem-notice";
import { withoutLinks, withoutStyleSheet } from "@/components/inbox/read-message";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox, Select, TextArea, TextInput } from "@/components/ui/inputs";
import { useToast } from "@/components/ui/toast";
import { languages } from "@/lib/platform/locale/languages";
import type { FileWire, InvitationPreview } from "@/lib/views/schema";
import type { InvitationMessage } from "./use-invitation-message";

interface MailPreviewProps {
  file: Pick<FileWire, "signers">;
  invitation: InvitationMessage;
  mails: readonly InvitationPreview[];
}

/**
 * The invitations as they will be sent, except for the secret in their links; the message in them can be changed for
 * all or for one signer.
 */
export function MailPreview({ file, invitation, mails }: MailPreviewProps) {
  const t = useTranslations("documents.review");
  const shownId = invitation.message.signRequestId;
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
            onChange={(event) => void invitation.show(Number(event.target.value))}
          />
        )}
        <MessageFields invitation={invitation} hasSeveral={file.signers.length > 1} />
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

interface MessageFieldsProps {
  invitation: InvitationMessage;
  hasSeveral: boolean;
}

/** The subject and message of the invitation, written by the requester. */
function MessageFields({ invitation, hasSeveral }: MessageFieldsProps) {
  const t = useTranslations("documents.review");
  const shell = useTranslations("shell");
  const toast = useToast();
  const { message, edit, save, isBusy, isUnsaved, problem } = invitation;
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
        value={message.subject}
        onChange={(event) => edit({ subject: event.target.value })}
      />
      <TextArea
        label={t("message")}
        hint={t("messageHint")}
        name="message"
        required={false}
        rows={3}
        maxLength={2000}
        className="w-full"
        value={message.text}
        onChange={(event) => edit({ text: event.target.value })}
      />
      {hasSeveral && (
        <Checkbox
          label={t("messageForAll")}
          checked={message.isForAll}
          onChange={(event) => edit({ isForAll: event.target.checked })}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button busy={isBusy} onClick={() => void save().then((refused) => refused ?? toast(t("messageSaved")))}>
          {t("saveMessage")}
        </Button>
        {isUnsaved && <p className="text-ui text-muted">{shell("unsaved")}</p>}
      </div>
    </div>
  );
}

interface MailFrameProps {
  /** Names the preview. */
  label: string;
  /** The language of the e-mail (BCP 47). */
  lang: string;
  html: string;
}

/** An e-mail as its recipient will see it, in a region that can also be scrolled by keyboard. */
function MailFrame({ label, lang, html }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number | null>(null);

  useEffect(() => {
    // The text rewraps when the width changes. A frame that loaded before hydration is measured by the first call.
    const observer = new ResizeObserver(() => setHeight(contentHeight(frame.current)));
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);

  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="max-h-180 overflow-y-auto rounded-control border border-hairline bg-paper"
    >
      {/* Without scripts, forms or navigation, because a message may contain anything. Same-origin, to measure its
          height. */}
      <iframe
        ref={frame}
        title={label}
        lang={lang}
        sandbox="allow-same-origin"
        tabIndex={-1}
        srcDoc={withoutLinks(withoutStyleSheet(html))}
        onLoad={() => setHeight(contentHeight(frame.current))}
        className="block h-180 w-full scheme-light"
        style={height === null ? undefined : { height }}
      />
    </div>
  );
}

/** In CSS pixels; null before the e-mail is loaded. */
function contentHeight(frame: HTMLIFrameElement | null): number | null {
  const height = frame?.contentDocument?.body?.offsetHeight ?? 0;
  return height > 0 ? height : null;
}
