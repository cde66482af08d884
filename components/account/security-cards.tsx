"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { callApi, violationOf } from "@/components/api/call";
import { FormProblem, ProblemNotice, useViolationText } from "@/components/api/problem-notice";
import { useAction, useSubmit } from "@/components/api/use-action";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/dialog";
import { PasswordInput } from "@/components/ui/secret-inputs";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import { logInOrThrow } from "./log-in";

const empty = { currentPassword: "", password: "" };

/** Changes the password. This browser stays logged in. */
export function PasswordCard({ email }: { email: string }) {
  const t = useTranslations("account.account");
  const violationText = useViolationText();
  const router = useRouter();
  const toast = useToast();
  const [values, setValues] = useState(empty);
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    await callApi("POST", "/account/password", { json: values });
    setValues(empty);
    toast(t("passwordDone"));
    router.refresh();
  });
  const field = (name: keyof typeof values) => ({
    name,
    required: true,
    value: values[name],
    error: violationText(violationOf(problem, `/${name}`)),
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  return (
    <Card title={t("password")}>
      <form onSubmit={onSubmit} className="flex max-w-120 flex-col gap-4">
        <p className="text-ui text-muted">{t("passwordLead")}</p>
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput label={t("passwordPresent")} autoComplete="current-password" {...field("currentPassword")} />
        <PasswordInput
          label={t("passwordNew")}
          hint={t("passwordNewHint")}
          autoComplete="new-password"
          {...field("password")}
        />
        <FormProblem problem={problem} fields={["/currentPassword", "/password"]} />
        <div>
          <Button type="submit" busy={isBusy}>
            {t("passwordChange")}
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface SigningPasswordCardProps {
  email: string;
  hasOne: boolean;
}

const noPasswords = { signPassword: "", currentPassword: "", accountPassword: "" };

/**
 * Sets or replaces the signing password. An owner who has forgotten it proves their identity with the account's
 * password.
 */
export function SigningPasswordCard({ email, hasOne }: SigningPasswordCardProps) {
  const t = useTranslations("account.account");
  const violationText = useViolationText();
  const router = useRouter();
  const toast = useToast();
  const [values, setValues] = useState(noPasswords);
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    const { signPassword, currentPassword, accountPassword } = values;
    if (accountPassword !== "") await logInOrThrow(email, accountPassword);
    await callApi("POST", "/account/signature", {
      json: { signPassword, ...(currentPassword === "" ? {} : { currentPassword }) },
    });
    setValues(noPasswords);
    toast(t("signingPasswordDone"));
    router.refresh();
  });
  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    error: violationText(violationOf(problem, `/${name}`)),
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  const asksToLogIn = problem?.code === "reauth_required" || values.accountPassword !== "";
  return (
    <Card title={t("signingPassword")}>
      <form onSubmit={onSubmit} className="flex max-w-120 flex-col gap-4">
        <p className="text-ui text-muted">{t(hasOne ? "signingPasswordHas" : "signingPasswordNone")}</p>
        {hasOne && (
          <PasswordInput
            label={t("signingPasswordPresent")}
            hint={t("signingPasswordPresentHint")}
            autoComplete="off"
            {...field("currentPassword")}
          />
        )}
        <PasswordInput
          label={t("signingPasswordNew")}
          hint={t("signingPasswordHint")}
          autoComplete="new-password"
          required
          {...field("signPassword")}
        />
        {asksToLogIn && (
          <PasswordInput
            label={t("accountPassword")}
            hint={t("accountPasswordHint")}
            autoComplete="current-password"
            {...field("accountPassword")}
          />
        )}
        <FormProblem problem={problem} fields={["/signPassword", "/currentPassword"]} />
        <div>
          <Button type="submit" busy={isBusy}>
            {t(hasOne ? "signingPasswordChange" : "signingPasswordSet")}
          </Button>
        </div>
      </form>
    </Card>
  );
}

const shownAtFirst = 5;

/** Sessions of the account; each of the others can be ended. */
export function SessionsCard({ sessions }: { sessions: readonly SessionFacts[] }) {
  const t = useTranslations("account.account");
  const nameOf = useSessionName();
  const { busy, problem, run } = useAction();
  const [ending, setEnding] = useState<SessionFacts | null>(null);
  const [isAll, setAll] = useState(false);

  const ordered = sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  const shown = isAll ? ordered : ordered.slice(0, shownAtFirst);

  const end = ({ id }: SessionFacts) =>
    run(String(id), async () => {
      await callApi("DELETE", `/account/sessions/${id}`);
      return t("ended");
    }).then(() => setEnding(null));
  const endOthers = () =>
    run("others", async () =>
      t("endedOthers", { count: (await callApi<{ ended: number }>("DELETE", "/account/sessions")).ended }),
    );

  return (
    <Card
      title={t("sessions")}
      actions={
        sessions.length > 1 && (
          <Button busy={busy === "others"} onClick={() => void endOthers()}>
            {t("endOthers")}
          </Button>
        )
      }
    >
      {problem && <ProblemNotice problem={problem} className="mb-4" />}
      <ul className="-mt-3 divide-y divide-hairline">
        {shown.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </ul>
      {shown.length < sessions.length && (
        <Button variant="quiet" className="mt-3" onClick={() => setAll(true)}>
          {t("sessionsAll", { count: sessions.length })}
        </Button>
      )}
      {sessions.length <= 1 && <p className="mt-3 text-ui text-muted">{t("onlyHere")}</p>}
      {ending && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setEnding(null)}
          danger
          title={t("endTitle")}
          body={t("endBody", { name: nameOf(ending) })}
          confirmLabel={t("end")}
          onConfirm={() => end(ending)}
        />
      )}
    </Card>
  );
}

interface SessionFacts {
  id: number;
  isCurrent: boolean;
  address: string | null;
  userAgent: string | null;
  lastSeenAt: string;
}

/** Names a session by its browser and system, where known. */
function useSessionName(): (session: SessionFacts) => string {
  const t = useTranslations("account.account");
  return ({ userAgent }) => {
    const { browser, system } = browserName(userAgent);
    if (browser && system) return t("sessionOn", { browser, system });
    return browser ?? system ?? t("sessionUnknown");
  };
}

function SessionRow({ session, onEnd }: { session: SessionFacts; onEnd: () => void }) {
  const t = useTranslations("account.account");
  const name = useSessionName()(session);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-ui">
      <div className="min-w-0">
        <p className="font-medium">
          {name}
          {session.isCurrent && <span className="text-success"> · {t("sessionHere")}</span>}
        </p>
        <p className="text-caption text-muted wrap-anywhere">
          {t.rich("sessionFacts", {
            address: session.address ?? "?",
            seen: () => <Time at={session.lastSeenAt} />,
          })}
        </p>
      </div>
      {!session.isCurrent && (
        <Button aria-label={t("endLabel", { name })} onClick={onEnd}>
          {t("end")}
        </Button>
      )}
    </li>
  );
}

const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: readonly [RegExp, string][] = [
  [/\b(?:iPhone|iPod)\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** The common name of the browser or system in a User-Agent; null if unknown. */
export function browserName(userAgent: string | null): { browser: string | null; system: string | null } {
  return { browser: firstMatch(browsers, userAgent), system: firstMatch(systems, userAgent) };
}

function firstMatch(names: readonly [RegExp, string][], userAgent: string | null): string | null {
  return names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1] ?? null;
}
