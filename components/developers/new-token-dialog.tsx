"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormProblem } from "@/components/account/form-problem";
import { logInOrThrow } from "@/components/account/log-in-or-throw";
import { useSubmit } from "@/components/account/use-submit";
import { violationOf } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { useViolationWords } from "@/components/api/use-violation-words";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { PasswordInput } from "@/components/ui/password-input";
import { Select } from "@/components/ui/select";
import { TextInput } from "@/components/ui/text-input";
import { ShownOnce } from "./shown-once";

interface NewTokenDialogProps {
  email: string;
  onMade: (token: string) => void;
  onClose: () => void;
}

const scopes = ["read", "write", "sign"] as const;
const lives = ["30", "90", "365", "never"] as const;
const dayMs = 86_400_000;

/** Asks for a name, scopes and an end, and for the password where the log-in is not fresh; then shows the token, once. */
export function NewTokenDialog({ email, onMade, onClose }: NewTokenDialogProps) {
  const words = useTranslations("developers.newToken");
  const say = useViolationWords();
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
  const lifeWords = (days: string) =>
    days === "never" ? words("never") : days === "365" ? words("year") : words("days", { count: Number(days) });
  const asksPassword = problem?.code === "reauth_required" || password !== "";

  if (made !== null) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={words("shownTitle")}
        footer={
          <Button variant="primary" onClick={onClose}>
            {words("done")}
          </Button>
        }
      >
        <ShownOnce words={words("shown")} secret={made} copyLabel={words("copyToken")} />
      </Dialog>
    );
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={words("title")}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextInput
          label={words("name")}
          hint={words("nameHint")}
          required
          maxLength={255}
          value={name}
          error={say(violationOf(problem, "/name"))}
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-ui font-medium">{words("scopes")}</legend>
          {scopes.map((scope) => (
            <Checkbox
              key={scope}
              label={words(scope)}
              hint={words(`${scope}Hint`)}
              checked={chosen.includes(scope)}
              onChange={(event) =>
                setChosen(scopes.filter((other) => (other === scope ? event.target.checked : chosen.includes(other))))
              }
            />
          ))}
          {chosen.length === 0 && <p className="text-caption text-danger">{words("scopeMissing")}</p>}
        </fieldset>
        <Select
          label={words("ends")}
          value={life}
          options={lives.map((value) => ({ value, label: lifeWords(value) }))}
          onChange={(event) => setLife(event.target.value)}
        />
        {asksPassword && (
          <PasswordInput
            label={words("password")}
            hint={words("passwordHint")}
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        {problem?.code !== "reauth_required" && <FormProblem problem={problem} fields={["/name"]} />}
        <div className="flex justify-end">
          <Button type="submit" variant="primary" busy={isBusy} disabled={chosen.length === 0}>
            {words("make")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
