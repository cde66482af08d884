import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { useEntering, type Entering, type OneTimeCode } from "@/components/signing/proof/use-sign";
import type { Language } from "@/lib/platform/locale/languages";

export interface VisitDetails {
  name: string;
  email: string;
  /** Keyed by the names of the roles that the link asks for. */
  people: Record<string, { email: string; displayName: string }>;
}

/** A code that was sent; it is valid only together with `challenge`. */
interface SentCode {
  details: VisitDetails;
  challenge: string;
  resendAt: number;
  at: number;
}

interface Visit {
  /** Null until a code was sent. */
  sentCode: SentCode | null;
  code: OneTimeCode;
  entering: Entering;
  /** The refusal of a first code. */
  problem: ApiProblem | null;
  isSending: boolean;
  ask: (details: VisitDetails) => Promise<void>;
  /** Returns to the details. */
  forget: () => void;
}

/**
 * Asks for a code and exchanges it for a document. The visit survives a reload: phones discard a tab while its user
 * reads the e-mail.
 */
export function useVisit(token: string, language: Language | null): Visit {
  const path = `/direct-links/${token}`;
  const [sentCode, setSentCode] = useState<SentCode | null>(null);
  const [step, setStep] = useState<OneTimeCode["step"]>("none");
  const [refusal, setRefusal] = useState<ApiProblem | null>(null);
  const [resendAt, setResendAt] = useState<number | null>(null);
  const entering = useStart(path, sentCode, language);
  const isRunning = useRef(false);

  useEffect(() => {
    const stored = readStored(token);
    if (!stored) return;
    // After hydration, because the server does not know what is stored in this tab.
    queueMicrotask(() => {
      setSentCode(stored);
      setResendAt(stored.resendAt);
      setStep("sent");
    });
  }, [token]);

  const ask = useCallback(
    async (details: VisitDetails) => {
      if (isRunning.current) return;
      isRunning.current = true;
      setStep("sending");
      setRefusal(null);
      try {
        const sent = await callApi<{ challenge: string; resendAt: string }>("POST", `${path}/code`, {
          json: { email: details.email, language },
        });
        const next = { details, challenge: sent.challenge, resendAt: Date.parse(sent.resendAt), at: Date.now() };
        keep(token, next);
        setSentCode(next);
        setResendAt(next.resendAt);
        setStep("sent");
      } catch (error) {
        const problem = asProblem(error);
        if (problem.retryAfterSeconds !== null) setResendAt(Date.now() + problem.retryAfterSeconds * 1000);
        setRefusal(problem);
        setStep("failed");
      } finally {
        isRunning.current = false;
      }
    },
    [path, token, language],
  );

  const again = useCallback(() => (sentCode ? ask(sentCode.details) : Promise.resolve()), [ask, sentCode]);
  const forget = useCallback(() => {
    keep(token, null);
    setSentCode(null);
    setStep("none");
    setRefusal(null);
    entering.clear();
  }, [token, entering]);
  return {
    sentCode,
    code: {
      step,
      resendAt,
      sent: sentCode && { channel: "email", to: sentCode.details.email, at: sentCode.at },
      problem: sentCode ? refusal : null,
      ask: again,
    },
    entering,
    problem: sentCode ? null : refusal,
    isSending: step === "sending",
    ask,
    forget,
  };
}

/** Enters the code, which creates the document, and opens it. */
function useStart(path: string, sentCode: SentCode | null, language: Language | null): Entering {
  const enter = useMemo(
    () =>
      sentCode &&
      (async (code: string) => {
        const { details, challenge } = sentCode;
        const { url } = await callApi<{ url: string }>("POST", `${path}/requests`, {
          json: {
            challenge,
            code,
            email: details.email,
            displayName: details.name,
            people: Object.fromEntries(
              Object.entries(details.people).map(([role, { email, displayName }]) => [
                role,
                { email, displayName: displayName || null },
              ]),
            ),
            language,
          },
        });
        window.location.assign(url);
      }),
    [path, sentCode, language],
  );
  return useEntering(enter);
}

/** As long as a code can be entered, and a little longer so that its expiry can be shown. */
const keptMs = 15 * 60_000;
const nameOf = (token: string): string => `paraph-visit-${token}`;

function keep(token: string, sentCode: SentCode | null): void {
  try {
    if (sentCode) sessionStorage.setItem(nameOf(token), JSON.stringify(sentCode));
    else sessionStorage.removeItem(nameOf(token));
  } catch {
    // If storage is blocked, the visit lasts as long as the page.
  }
}

function readStored(token: string): SentCode | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(nameOf(token)) ?? "null") as SentCode | null;
    return stored && stored.at + keptMs > Date.now() ? stored : null;
  } catch {
    return null;
  }
}
