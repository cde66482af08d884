import { useCallback, useEffect, useState } from "react";
import type { z } from "zod";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import type { telegramLinkAnswer, telegramLinkState } from "@/lib/telegram/schema";

type Link = z.infer<typeof telegramLinkAnswer>;

interface TelegramLinking {
  /** Waits to be opened in Telegram; null for none. */
  link: Link | null;
  isBusy: boolean;
  problem: ApiProblem | null;
  /** Asks for a link; the account's password counts as a fresh proof. */
  ask: (currentPassword: string) => Promise<void>;
}

const everyMs = 3000;

/** A link to the bot, and the news that its Start was pressed: `onLinked` is called once, when another chat than `linkedAt` tells of is linked. */
export function useTelegramLink(linkedAt: string | null, onLinked: () => void): TelegramLinking {
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

/** Null also when no answer comes: the next question follows soon. */
async function readLinkedAt(): Promise<string | null> {
  return callApi<z.infer<typeof telegramLinkState>>("GET", "/account/telegram/link").then(
    ({ linkedAt }) => linkedAt,
    () => null,
  );
}
