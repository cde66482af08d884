"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useRef, useState, type FormEvent } from "react";
import { logIn, type LogInResult } from "@/components/account/log-in";
import { asProblem, callApi, violationOf, type ApiProblem } from "@/components/api/call";
import { ProblemNotice, useViolationText } from "@/components/api/problem-notice";
import { useMailRequest } from "@/components/api/use-action";
import { noteUserAction } from "@/components/signing/link/page-heading";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/inputs";
import { Notice } from "@/components/ui/notice";
import { PasswordInput } from "@/components/ui/secret-inputs";
import { useTimeFormat } from "@/components/ui/time";
import { toLanguage } from "@/lib/platform/locale/languages";
import type { LinkSigner } from "@/lib/signing/schema";

/** Members of the body with a field here, in order. */
const pointers = ["/displayName", "/password"] as const;

/**
 * Creates the account of an invited signer. The address comes from the link, so only a name and one password are
 * needed.
 */
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

interface LogInFormProps {
  email: string;
  /** If omitted, the page is refreshed. */
  onLoggedIn?: (() => void) | undefined;
}

/** Logs in with the link's address and stays on the link. */
export function LogInForm({ email, onLoggedIn }: LogInFormProps) {
  const t = useTranslations("signing.invite");
  const errors = useTranslations("errors.members");
  const router = useRouter();
  const [password, setPassword] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [isBlank, setBlank] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<LogInResult | null>(null);
  const times = useTimeFormat();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBlank(password === "");
    if (password === "") return field.current?.focus();
    setBusy(true);
    const result = await logIn(email, password);
    setRefusal(result.ok ? null : result);
    if (!result.ok) return setBusy(false);
    if (onLoggedIn) return onLoggedIn();
    noteUserAction();
    router.refresh();
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {!onLoggedIn && <p className="text-reading">{t("logInLead")}</p>}
      <FixedAddress email={email} />
      <PasswordInput
        label={t("password")}
        size="signer"
        autoComplete="current-password"
        required
        ref={field}
        error={isBlank && password === "" ? errors("required") : undefined}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {refusal && !refusal.ok && (
        <Notice tone="danger" role="alert">
          {sayRefusal(refusal)}
        </Notice>
      )}
      <Button type="submit" variant="primary" size="signer" busy={isBusy} className="w-full">
        {t("logIn")}
      </Button>
      <ForgotPassword email={email} />
    </form>
  );

  function sayRefusal(result: Extract<LogInResult, { ok: false }>): string {
    if (result.retryAfterSeconds !== undefined)
      return t("locked", { at: times.time(Date.now() + result.retryAfterSeconds * 1000) });
    return t(result.code === "unreachable" ? "unreachable" : "wrong");
  }
}

/**
 * E-mails the link for a new password to the sign link's address. Nothing has to be typed again, and this page stays
 * open.
 */
function ForgotPassword({ email }: { email: string }) {
  const t = useTranslations("signing.invite");
  const { step, problem, ask } = useMailRequest(() => callApi("POST", "/account/reset", { json: { email } }));
  if (step === "sent")
    return (
      <Notice tone="success" role="status" title={t("forgotSentTitle")}>
        <p className="wrap-anywhere">{t("forgotSent", { email })}</p>
      </Notice>
    );
  return (
    <div className="flex flex-col gap-3">
      {problem && <ProblemNotice problem={problem} />}
      <Button
        type="button"
        variant="quiet"
        size="signer"
        busy={step === "busy"}
        onClick={() => void ask()}
        className="-ms-2 self-start px-2! text-ui!"
      >
        {t("forgot")}
      </Button>
    </div>
  );
}

/** The link's address as text; a hidden input tells password managers which account the password belongs to. */
function FixedAddress({ email, hint }: { email: string; hint?: string }) {
  const t = useTranslations("signing.invite");
  return (
    <div className="min-w-0">
      <p className="text-ui font-medium">{t("email")}</p>
      <p className="mt-1 text-reading wrap-anywhere">{email}</p>
      {hint && <p className="mt-1 text-caption text-muted">{hint}</p>}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
    </div>
  );
}
