"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { logInOrThrow } from "@/components/account/log-in";
import { callApi, violationOf } from "@/components/api/call";
import { FormProblem, useViolationText } from "@/components/api/problem-notice";
import { useSubmit } from "@/components/api/use-action";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Checkbox, Select, TextInput } from "@/components/ui/inputs";
import { Notice } from "@/components/ui/notice";
import { usePageLimits } from "@/components/ui/page-limits";
import { PasswordInput } from "@/components/ui/secret-inputs";
import { dayMs } from "@/lib/platform/locale/format";

interface NewTokenDialogProps {
  email: string;
  onMade: (token: string) => void;
  onClose: () => void;
}

const scopes = ["read", "write", "sign"] as const;
const lives = ["30", "90", "365", "never"] as const;

/**
 * Asks for a name, scopes and expiry, and for the password if the session has no fresh proof. Then shows the token
 * once.
 */
export function NewTokenDialog({ email, onMade, onClose }: NewTokenDialogProps) {
  const t = useTranslations("developers.newToken");
  const { freshProofMinutes } = usePageLimits();
  const violationText = useViolationText();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>(["read", "write"]);
  const [life, setLife] = useState<string>("90");
  const [password, setPassword] = useState("");
  const [made, setMade] = useState<string | null>(null);
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    if (password !== "") await logInOrThrow(email, password);
    const end = life === "never" ? {} : { expiresAt: new Date(Date.now() + Number(life) * dayMs).toISOString() };
    const { token } = await callApi<{ token: string }>("POST", "/account/tokens", {
      json: { name, scopes: chosen, ...end },
    });
    setMade(token);
    onMade(token);
  });
  const lifetimeLabel = (days: string) =>
    days === "never" ? t("never") : days === "365" ? t("year") : t("days", { count: Number(days) });
  const asksPassword = problem?.code === "reauth_required" || password !== "";

  if (made !== null) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={t("shownTitle")}
        footer={
          <Button variant="primary" onClick={onClose}>
            {t("done")}
          </Button>
        }
      >
        <ShownOnce text={t("shown")} secret={made} copyLabel={t("copyToken")} />
      </Dialog>
    );
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t("title")}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextInput
          label={t("name")}
          hint={t("nameHint")}
          required
          maxLength={255}
          value={name}
          error={violationText(violationOf(problem, "/name"))}
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-ui font-medium">{t("scopes")}</legend>
          {scopes.map((scope) => (
            <Checkbox
              key={scope}
              label={t(scope)}
              hint={t(`${scope}Hint`)}
              checked={chosen.includes(scope)}
              onChange={(event) =>
                setChosen(scopes.filter((other) => (other === scope ? event.target.checked : chosen.includes(other))))
              }
            />
          ))}
          {chosen.length === 0 && <p className="text-caption text-muted">{t("scopeMissing")}</p>}
        </fieldset>
        <Select
          label={t("ends")}
          value={life}
          options={lives.map((value) => ({ value, label: lifetimeLabel(value) }))}
          onChange={(event) => setLife(event.target.value)}
        />
        {asksPassword && (
          <PasswordInput
            label={t("password")}
            hint={t("passwordHint", { minutes: freshProofMinutes })}
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        {problem?.code !== "reauth_required" && <FormProblem problem={problem} fields={["/name"]} />}
        <div className="flex justify-end">
          <Button type="submit" variant="primary" busy={isBusy} disabled={chosen.length === 0}>
            {t("make")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** A secret that the API returns only once. */
export function ShownOnce({ text, secret, copyLabel }: { text: string; secret: string; copyLabel: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warning" role="status">
        {text}
      </Notice>
      <code className="rounded-control border border-control bg-canvas px-3 py-2 font-mono text-ui wrap-anywhere select-all">
        {secret}
      </code>
      <div>
        <CopyButton text={secret} label={copyLabel} />
      </div>
    </div>
  );
}
