"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { asProblem, violationOf, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { needsPhone } from "@/components/documents/signers/signer-entry";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { TextInput } from "@/components/ui/text-input";
import { useToast } from "@/components/ui/toast";
import type { SignerInput } from "@/lib/requests/schema";
import type { SignerWire } from "@/lib/views/schema";
import type { DocumentFacts, SignerFacts } from "./document-facts";

type Shown = { facts: Pick<DocumentFacts, "file">; one: SignerFacts };

/** Replaces a signer who has not signed by another person, who takes over the fields. */
export function ReplaceSigner(shown: Shown) {
  const t = useTranslations("documents.document.replace");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-label={t("buttonName", { name: shown.one.signer.displayName })} onClick={() => setOpen(true)}>
        {t("button")}
      </Button>
      {isOpen && <ReplaceDialog {...shown} onClose={() => setOpen(false)} />}
    </>
  );
}

function ReplaceDialog({ facts: { file }, one: { signer, number }, onClose }: Shown & { onClose: () => void }) {
  const t = useTranslations("documents.document.replace");
  const form = useTranslations("documents.signers");
  const formId = useId();
  const { isBusy, problem, replace } = useReplacing(file, signer.signRequestId, onClose);
  const wrong = violationOf(problem, `/users/${number - 1}/email`);
  const others = file.signers.length - 1;

  function submit(data: FormData) {
    const of = (name: string) => {
      const value = data.get(name);
      return typeof value === "string" ? value.trim() : "";
    };
    void replace({ email: of("email"), name: of("name"), phone: of("phone") });
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("title", { name: signer.displayName })}
      description={t("body", { name: signer.displayName, count: others })}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy}>
            {t("confirm")}
          </Button>
        </>
      }
    >
      <form id={formId} action={submit} className="flex flex-col gap-4">
        {problem && !wrong && <ProblemNotice problem={problem} />}
        <TextInput
          label={form("email")}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          required
          error={wrong && form(wrong.code === "duplicate" ? "problem.duplicate" : "problem.invalid")}
        />
        <TextInput label={form("name")} name="name" required={false} autoComplete="off" maxLength={255} />
        {needsPhone(signer.signMethod) && (
          <TextInput
            label={form("phone")}
            name="phone"
            type="tel"
            inputMode="tel"
            required={false}
            autoComplete="off"
            maxLength={32}
            hint={form("phoneHint")}
          />
        )}
      </form>
    </Dialog>
  );
}

function useReplacing(file: DocumentFacts["file"], signRequestId: number, onDone: () => void) {
  const t = useTranslations("documents.document.replace");
  const router = useRouter();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function replace(replacement: Replacement) {
    setBusy(true);
    setProblem(null);
    try {
      await callApi("PATCH", "/request-signature", {
        json: { uuid: file.uuid, users: replacing(file.signers, signRequestId, replacement) },
      });
      toast(t("done", { name: replacement.name || replacement.email }));
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
  /** "" for none. */
  name: string;
  /** "" for none. */
  phone: string;
}

/** All signers after the replacement. The replaced signer's fields pass on; the others stay unchanged. */
export function replacing(
  signers: readonly Pick<SignerWire, "signRequestId" | "email">[],
  signRequestId: number,
  { email, name, phone }: Replacement,
): SignerInput[] {
  return signers.map((signer) => {
    if (signer.signRequestId !== signRequestId)
      return { signRequestId: signer.signRequestId, email: signer.email ?? "" };
    return { signRequestId, email, displayName: name || null, ...(phone === "" ? {} : { phone }) };
  });
}
