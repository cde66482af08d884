"use client";

import { useTranslations } from "next-intl";
import { useId, useRef, useState, type FormEvent } from "react";
import { asProblem, callApi, violationOf, type ApiProblem } from "@/components/api/call";
import { ProblemNotice, useViolationText } from "@/components/api/problem-notice";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, TextInput } from "@/components/ui/inputs";
import { isolate } from "@/lib/platform/locale/format";
import type { LinkDocument } from "@/lib/signing/schema";
import { useRefreshAllTabs } from "./link-session";

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
  const formId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function decline(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setMissing(reason.trim() === "");
    if (reason.trim() === "") return field.current?.focus();
    setBusy(true);
    setProblem(null);
    try {
      await callApi("POST", `/sign/uuid/${u}/decline`, { json: { reason } });
      refreshAllTabs();
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  }

  const footer = (
    <>
      <Button size="signer" onClick={() => onOpenChange(false)}>
        {t("keep")}
      </Button>
      <Button size="signer" type="submit" form={formId} variant="danger" busy={isBusy}>
        {t("confirm", { role })}
      </Button>
    </>
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("heading", { role })}
      description={t("body", { sender: isolate(sender) })}
      footer={footer}
      initialFocus={field}
    >
      <form id={formId} noValidate onSubmit={(event) => void decline(event)} className="flex flex-col gap-3">
        <Field label={t("reason", { role })} required error={isMissing ? t("reasonMissing") : undefined}>
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
        {problem && <ProblemNotice problem={problem} />}
      </form>
    </Dialog>
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
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const violation = violationOf(problem, "/email");
  const reasonViolation = violationOf(problem, "/reason");

  async function delegate(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setMissing(email.trim() === "");
    if (email.trim() === "") return field.current?.focus();
    setBusy(true);
    setProblem(null);
    try {
      await enter();
      await callApi("POST", `/sign/uuid/${u}/delegate`, {
        json: { email: email.trim(), displayName: name.trim() || null, reason: reason.trim() || null },
      });
      refreshAllTabs();
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
      field.current?.focus();
    }
  }

  const footer = (
    <>
      <Button size="signer" onClick={() => onOpenChange(false)}>
        {t("keep")}
      </Button>
      <Button size="signer" type="submit" form={formId} variant="primary" busy={isBusy}>
        {t("confirm")}
      </Button>
    </>
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("heading")}
      description={t("body", { role: document.role, sender: isolate(document.sender.name) })}
      footer={footer}
      initialFocus={field}
    >
      <form id={formId} noValidate onSubmit={(event) => void delegate(event)} className="flex flex-col gap-3">
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
          error={isMissing && email.trim() === "" ? required("required") : violationText(violation)}
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
        {problem && !violation && !reasonViolation && <ProblemNotice problem={problem} />}
      </form>
    </Dialog>
  );
}
