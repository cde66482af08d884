"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, type FormEvent } from "react";
import { asProblem, callApi, violationOf, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { useMailRequest } from "@/components/api/use-action";
import type { DocumentFacts, SignerFacts } from "@/components/documents/document-states";
import { needsPhone } from "@/components/documents/signers/signer-entry";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/dialog";
import { TextInput } from "@/components/ui/inputs";
import { useToast } from "@/components/ui/toast";
import { isAsked } from "@/lib/records/events/status";
import type { Reminders } from "@/lib/requests/state/schema";

interface RemindSignerProps {
  fileId: number;
  signRequestId: number;
  name: string;
}

/**
 * Sends a signer another reminder with the same link. If it is too soon, the refusal gives the time when the next one
 * is possible.
 */
export function RemindSigner({ fileId, signRequestId, name }: RemindSignerProps) {
  const t = useTranslations("documents.document.remind");
  const [isMailed, setMailed] = useState(true);
  const { step, problem, ask } = useMailRequest(async () => {
    const { data } = await callApi<Reminders>("POST", "/notify/signer", { json: { fileId, signRequestId } });
    setMailed(data.some(({ notified }) => notified));
  });
  return (
    <>
      <Button aria-label={t("buttonName", { name })} busy={step === "busy"} onClick={() => void ask()}>
        {t("button")}
      </Button>
      <p role="status" className="order-last col-span-full basis-full text-ui text-muted empty:hidden">
        {step === "sent" && t(isMailed ? "done" : "noMail", { name })}
      </p>
      {problem && <ProblemNotice problem={problem} className="order-last col-span-full basis-full" />}
    </>
  );
}

type Shown = { facts: Pick<DocumentFacts, "file">; one: SignerFacts };

/**
 * Replaces a signer who has not signed by another person, who takes over the fields. After a bounce, it corrects the
 * address.
 */
export function ReplaceSigner(shown: Shown) {
  const t = useTranslations(`documents.document.${wording(shown)}`);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        className="px-2!"
        aria-label={t("buttonName", { name: shown.one.signer.displayName })}
        onClick={() => setOpen(true)}
      >
        {t("button")}
      </Button>
      {isOpen && <ReplaceDialog {...shown} onClose={() => setOpen(false)} />}
    </>
  );
}

function wording({ one: { progress } }: Shown): "correct" | "replace" {
  return progress?.mailFailed ? "correct" : "replace";
}

function ReplaceDialog({ onClose, ...shown }: Shown & { onClose: () => void }) {
  const { file } = shown.facts;
  const { signer } = shown.one;
  const isCorrection = wording(shown) === "correct";
  const t = useTranslations(`documents.document.${wording(shown)}`);
  const form = useTranslations("documents.signers");
  const isCopy = !isAsked(signer);
  const { isBusy, problem, replace } = useReplacing(file.fileId, signer, onClose);
  const wrong = violationOf(problem, "/email");

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const of = (name: string) => {
      const value = data.get(name);
      return typeof value === "string" ? value.trim() : "";
    };
    const [name, phone] = [of("name"), of("phone")];
    void replace({ email: of("email"), displayName: name || null, ...(phone === "" ? {} : { phone }) });
  }

  return (
    <FormDialog
      onOpenChange={onClose}
      title={t("title", { name: signer.displayName })}
      description={t(isCopy ? "bodyCopy" : "body", { name: signer.displayName })}
      cancelLabel={t("cancel")}
      submitLabel={t("confirm")}
      isBusy={isBusy}
      form={{ onSubmit: submit }}
    >
      {problem && !wrong && <ProblemNotice problem={problem} />}
      <TextInput
        label={form("email")}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        required
        {...(isCorrection ? { defaultValue: signer.email ?? "" } : {})}
        error={wrong && form(wrong.code === "duplicate" ? "problem.duplicate" : "problem.invalid")}
      />
      <TextInput
        label={form("name")}
        name="name"
        required={false}
        autoComplete="off"
        maxLength={255}
        {...(isCorrection ? { defaultValue: signer.displayName } : {})}
      />
      {needsPhone(signer.signMethod) && (
        <TextInput
          label={form("phone")}
          name="phone"
          type="tel"
          inputMode="tel"
          required={false}
          autoComplete="off"
          maxLength={32}
          {...(isCorrection ? { defaultValue: signer.phone ?? "" } : {})}
          hint={form("phoneHint")}
        />
      )}
    </FormDialog>
  );
}

function useReplacing(fileId: number, signer: SignerFacts["signer"], onDone: () => void) {
  const t = useTranslations("documents.document.replace");
  const router = useRouter();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function replace(replacement: Replacement) {
    setBusy(true);
    setProblem(null);
    try {
      await callApi("POST", `/sign/file_id/${fileId}/${signer.signRequestId}/replace`, { json: { ...replacement } });
      toast(t(isAsked(signer) ? "done" : "doneCopy", { name: replacement.displayName ?? replacement.email }));
      onDone();
      router.refresh();
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  }

  return { isBusy, problem, replace };
}

interface Replacement {
  email: string;
  displayName: string | null;
  phone?: string;
}
