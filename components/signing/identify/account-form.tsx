"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useRef, useState, type FormEvent } from "react";
import { logIn } from "@/components/account/log-in";
import { asProblem, callApi, violationOf, type ApiProblem } from "@/components/api/call";
import { ProblemNotice, useViolationText } from "@/components/api/problem-notice";
import { noteUserAction } from "@/components/signing/page-heading";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/inputs";
import { PasswordInput } from "@/components/ui/secret-inputs";
import { toLanguage } from "@/lib/platform/locale/languages";
import type { LinkSigner } from "@/lib/signing/schema";
import { FixedAddress } from "./log-in-form";

/** Members of the body with a field here, in order. */
const pointers = ["/displayName", "/password"] as const;

/** Creates the account of an invited signer. The address comes from the link, so only a name and one password are needed. */
export function AccountForm({ u, signer }: { u: string; signer: LinkSigner }) {
  const t = useTranslations("signing.invite");
  const violationText = useViolationText();
  const language = toLanguage(useLocale());
  const router = useRouter();
  const [name, setName] = useState(signer.name === signer.email ? "" : signer.name);
  const [password, setPassword] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const controls = { "/displayName": useRef<HTMLInputElement>(null), "/password": useRef<HTMLInputElement>(null) };
  const wrongIn = (refusal: ApiProblem | null) => pointers.find((pointer) => violationOf(refusal, pointer));

  async function create(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await callApi("POST", `/account/create/${u}`, {
        json: { email: signer.email, password, displayName: name, language },
      });
      await logIn(signer.email, password);
      noteUserAction();
      router.refresh();
    } catch (error) {
      const failure = asProblem(error);
      setProblem(failure);
      setBusy(false);
      const wrong = wrongIn(failure);
      if (wrong) controls[wrong].current?.focus();
      if (failure.code === "account_exists") router.refresh();
    }
  }

  return (
    <form noValidate onSubmit={(event) => void create(event)} className="flex flex-col gap-5">
      <p className="text-reading">{t("createLead")}</p>
      <FixedAddress email={signer.email} hint={t("emailFixed")} />
      <TextInput
        label={t("name")}
        hint={t("nameHint")}
        size="signer"
        autoComplete="name"
        required
        maxLength={255}
        ref={controls["/displayName"]}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={violationText(violationOf(problem, "/displayName"))}
      />
      <PasswordInput
        label={t("password")}
        hint={t("passwordHint")}
        size="signer"
        autoComplete="new-password"
        required
        ref={controls["/password"]}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={violationText(violationOf(problem, "/password"))}
      />
      {problem && !wrongIn(problem) && <ProblemNotice problem={problem} />}
      <Button type="submit" variant="primary" size="signer" busy={isBusy} className="w-full">
        {t("create")}
      </Button>
    </form>
  );
}
