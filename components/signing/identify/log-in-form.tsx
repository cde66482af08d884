"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useRef, useState, type FormEvent } from "react";
import { logIn, type LogInResult } from "@/components/account/log-in";
import { noteAct } from "@/components/signing/after-act";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { PasswordInput } from "@/components/ui/password-input";
import { useTimeWords } from "@/components/ui/time";
import { FixedAddress } from "./fixed-address";
import { ForgotPassword } from "./forgot-password";

interface LogInFormProps {
  email: string;
  /** Left out: the page is asked for again. */
  onLoggedIn?: (() => void) | undefined;
}

/** Logs in with the address of the link; afterwards the browser is on the same link. */
export function LogInForm({ email, onLoggedIn }: LogInFormProps) {
  const words = useTranslations("signing.invite");
  const errors = useTranslations("errors.members");
  const router = useRouter();
  const [password, setPassword] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [isBlank, setBlank] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<LogInResult | null>(null);
  const times = useTimeWords();

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
    noteAct();
    router.refresh();
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {!onLoggedIn && <p className="text-reading">{words("logInLead")}</p>}
      <FixedAddress email={email} />
      <PasswordInput
        label={words("password")}
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
        {words("logIn")}
      </Button>
      <ForgotPassword email={email} />
    </form>
  );

  function sayRefusal(result: Extract<LogInResult, { ok: false }>): string {
    if (result.retryAfterSeconds !== undefined)
      return words("locked", { at: times.time(Date.now() + result.retryAfterSeconds * 1000) });
    return words(result.code === "unreachable" ? "unreachable" : "wrong");
  }
}
