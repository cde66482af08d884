"use client";

import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type FormEvent } from "react";
import { violationOf } from "@/components/api/api-problem";
import { useViolationWords } from "@/components/api/use-violation-words";
import { Button } from "@/components/ui/button";
import { buttonLook, type ControlSize } from "@/components/ui/button-look";
import { PasswordInput } from "@/components/ui/password-input";
import { useTimeWords } from "@/components/ui/time";
import { FormProblem } from "./form-problem";
import { useTelegramLink } from "./use-telegram-link";

interface TelegramLinkerProps {
  linkedAt: string | null;
  size?: ControlSize;
  onLinked: () => void;
}

/** The step that binds a chat: a link to the bot, opened in Telegram, whose Start this page waits for. */
export function TelegramLinker({ linkedAt, size = "app", onLinked }: TelegramLinkerProps) {
  const words = useTranslations("shell.telegram");
  const say = useViolationWords();
  const times = useTimeWords();
  const [password, setPassword] = useState("");
  const { link, isBusy, problem, ask } = useTelegramLink(linkedAt, onLinked);
  const asksForPassword = problem?.code === "reauth_required" || password !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void ask(password);
  };
  if (link) {
    return (
      <div className="flex flex-col items-start gap-3">
        <a href={link.url} target="_blank" rel="noreferrer" className={buttonLook("primary", size)}>
          <ExternalLink aria-hidden className="size-4" />
          {words("open")}
        </a>
        <p role="status" className="text-ui text-muted">
          {words("waiting", { time: times.time(link.expiresAt) })}
        </p>
      </div>
    );
  }
  return (
    <form onSubmit={submit} className="flex max-w-120 flex-col gap-4">
      {asksForPassword && (
        <PasswordInput
          label={words("password")}
          hint={words("passwordHint")}
          name="currentPassword"
          autoComplete="current-password"
          size={size}
          required
          value={password}
          error={say(violationOf(problem, "/currentPassword"))}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      {problem?.code !== "reauth_required" && <FormProblem problem={problem} fields={["/currentPassword"]} />}
      <div>
        <Button type="submit" size={size} busy={isBusy}>
          {words(linkedAt === null ? "link" : "relink")}
        </Button>
      </div>
    </form>
  );
}
