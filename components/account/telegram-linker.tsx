"use client";

import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState, type FormEvent } from "react";
import type { z } from "zod";
import { asProblem, callApi, violationOf, type ApiProblem } from "@/components/api/call";
import { FormProblem, useViolationText } from "@/components/api/problem-notice";
import { Button, buttonLook, type ControlSize } from "@/components/ui/button";
import { PasswordInput } from "@/components/ui/secret-inputs";
import { useTimeFormat } from "@/components/ui/time";
import type { telegramLinkAnswer, telegramLinkState } from "@/lib/delivery/schema";

interface TelegramLinkerProps {
  linkedAt: string | null;
  size?: ControlSize;
  onLinked: () => void;
}

/** Links a Telegram chat: shows a link to the bot and waits until Start is pressed there. */
export function TelegramLinker({ linkedAt, size = "app", onLinked }: TelegramLinkerProps) {
  const t = useTranslations("shell.telegram");
  const violationText = useViolationText();
  const times = useTimeFormat();
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
          {t("open")}
        </a>
        <p role="status" className="text-ui text-muted">
          {t("waiting", { time: times.time(link.expiresAt) })}
        </p>
      </div>
    );
  }
  return (
    <form onSubmit={submit} className="flex max-w-120 flex-col gap-4">
      {asksForPassword && (
        <PasswordInput
          label={t("password")}
          hint={t("passwordHint")}
          name="currentPassword"
          autoComplete="current-password"
          size={size}
          required
          value={password}
          error={violationText(violationOf(problem, "/currentPassword"))}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      {problem?.code !== "reauth_required" && <FormProblem problem={problem} fields={["/currentPassword"]} />}
      <div>
        <Button type="submit" size={size} busy={isBusy}>
          {t(linkedAt === null ? "link" : "relink")}
        </Button>
      </div>
    </form>
  );
}

type Link = z.infer<typeof telegramLinkAnswer>;

interface TelegramLinking {
  /** The link to open in Telegram; null if there is none. */
  link: Link | null;
  isBusy: boolean;
  problem: ApiProblem | null;
  /** Requests a link; the account's password counts as a fresh proof. */
  ask: (currentPassword: string) => Promise<void>;
}

const everyMs = 3000;

/** Manages the link to the bot. Calls `onLinked` once, when a chat has been linked later than `linkedAt`. */
function useTelegramLink(linkedAt: string | null, onLinked: () => void): TelegramLinking {
  const [link, setLink] = useState<Link | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  const ask = useCallback(async (currentPassword: string) => {
    setBusy(true);
    setProblem(null);
    try {
      setLink(
        await callApi<Link>("POST", "/account/telegram/link", {
          json: currentPassword === "" ? {} : { currentPassword },
        }),
      );
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  }, []);

  useEffect(() => {
    if (!link) return;
    const timer = window.setInterval(() => {
      if (Date.parse(link.expiresAt) < Date.now()) return setLink(null);
      void readLinkedAt().then((now) => {
        if (now === null || now === linkedAt) return;
        setLink(null);
        onLinked();
      });
    }, everyMs);
    return () => window.clearInterval(timer);
  }, [link, linkedAt, onLinked]);

  return { link, isBusy, problem, ask };
}

/** Null also if no answer comes, because the next poll follows soon. */
async function readLinkedAt(): Promise<string | null> {
  return callApi<z.infer<typeof telegramLinkState>>("GET", "/account/telegram/link").then(
    ({ linkedAt }) => linkedAt,
    () => null,
  );
}
