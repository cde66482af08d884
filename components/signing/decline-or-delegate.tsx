"use client";

import { useTranslations } from "next-intl";
import { useRef, useState, type RefObject } from "react";
import { callApi, violationOf } from "@/components/api/call";
import { ProblemNotice, useViolationText } from "@/components/api/problem-notice";
import { useSubmit, type Submission } from "@/components/api/use-action";
import { FormDialog } from "@/components/ui/dialog";
import { Field, TextInput } from "@/components/ui/inputs";
import { isolate } from "@/lib/platform/locale/format";
import type { LinkDocument } from "@/lib/signing/schema";
import { useRefreshAllTabs } from "./link/link-session";

interface DeclineDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  u: string;
  sender: string;
  role: LinkDocument["role"];
}

/** Declining ends the request for everybody, so it requires a reason. */
export function DeclineDialog({ open, onOpenChange, u, sender, role }: DeclineDialogProps) {
  const t = useTranslations("signing.decline");
  const refreshAllTabs = useRefreshAllTabs(u);
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState("");
  const decline = useSubmitOnce({ text: reason, field }, async () => {
    await callApi("POST", `/sign/uuid/${u}/decline`, { json: { reason } });
    refreshAllTabs();
  });
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("heading", { role })}
      description={t("body", { sender: isolate(sender) })}
      initialFocus={field}
      cancelLabel={t("keep")}
      submitLabel={t("confirm", { role })}
      danger
      size="signer"
      isBusy={decline.isBusy}
      form={{ noValidate: true, onSubmit: decline.onSubmit, className: "flex flex-col gap-3" }}
    >
      <Field label={t("reason", { role })} required error={decline.isMissing ? t("reasonMissing") : undefined}>
        {(ids) => (
          <textarea
            {...ids}
            ref={field}
            rows={3}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            className="w-full rounded-control border border-control bg-surface p-3 text-reading hover:border-muted aria-invalid:border-danger"
          />
        )}
      </Field>
      {decline.problem && <ProblemNotice problem={decline.problem} />}
    </FormDialog>
  );
}

interface DelegateDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  u: string;
  document: Pick<LinkDocument, "sender" | "role">;
  /** Starts the session of a signer for whom the link is enough. */
  enter: () => Promise<void>;
}

/** Delegates to somebody else. This person cannot sign or approve afterwards. */
export function DelegateDialog({ open, onOpenChange, u, document, enter }: DelegateDialogProps) {
  const t = useTranslations("signing.delegate");
  const required = useTranslations("errors.members");
  const violationText = useViolationText();
  const refreshAllTabs = useRefreshAllTabs(u);
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [reason, setReason] = useState("");
  const delegate = useSubmitOnce({ text: email, field }, async () => {
    try {
      await enter();
      await callApi("POST", `/sign/uuid/${u}/delegate`, {
        json: { email: email.trim(), displayName: name.trim() || null, reason: reason.trim() || null },
      });
    } catch (error) {
      field.current?.focus();
      throw error;
    }
    refreshAllTabs();
  });
  const violation = violationOf(delegate.problem, "/email");
  const reasonViolation = violationOf(delegate.problem, "/reason");
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("heading")}
      description={t("body", { role: document.role, sender: isolate(document.sender.name) })}
      initialFocus={field}
      cancelLabel={t("keep")}
      submitLabel={t("confirm")}
      size="signer"
      isBusy={delegate.isBusy}
      form={{ noValidate: true, onSubmit: delegate.onSubmit, className: "flex flex-col gap-3" }}
    >
      <TextInput
        ref={field}
        label={t("email")}
        size="signer"
        type="email"
        inputMode="email"
        autoComplete="off"
        required
        maxLength={254}
        value={email}
        error={delegate.isMissing && email.trim() === "" ? required("required") : violationText(violation)}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextInput
        label={t("name")}
        size="signer"
        required={false}
        autoComplete="off"
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label={t("reason")}
        hint={t("reasonHint", { sender: isolate(document.sender.name) })}
        required={false}
        error={violationText(reasonViolation)}
      >
        {(ids) => (
          <textarea
            {...ids}
            dir="auto"
            rows={3}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            className="w-full rounded-control border border-control bg-surface p-3 text-reading hover:border-muted aria-invalid:border-danger"
          />
        )}
      </Field>
      {delegate.problem && !violation && !reasonViolation && <ProblemNotice problem={delegate.problem} />}
    </FormDialog>
  );
}

interface RequiredText {
  text: string;
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
}

/**
 * Submits unless the required text is blank, which then takes the focus. Stays busy afterwards, because the page is
 * replaced.
 */
function useSubmitOnce({ text, field }: RequiredText, work: () => Promise<void>): Submission & { isMissing: boolean } {
  const [isMissing, setMissing] = useState(false);
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    await work();
    return true;
  });
  const isBlank = text.trim() === "";
  return {
    isBusy,
    problem,
    isMissing,
    onSubmit(event) {
      event.preventDefault();
      if (isBusy) return;
      setMissing(isBlank);
      if (isBlank) field.current?.focus();
      else onSubmit(event);
    },
  };
}
