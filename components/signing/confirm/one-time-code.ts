import { useCallback, useRef, useState } from "react";
import type { z } from "zod";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import type { sentCodeAnswer } from "@/lib/signing/schema";
import type { Signing } from "./use-sign";

type SentCode = z.infer<typeof sentCodeAnswer>;

export interface OneTimeCode {
  /** `sent_before`: no new one could be sent yet, and the one sent before is valid. */
  step: "none" | "sending" | "sent" | "sent_before" | "failed";
  /** When another code may be sent, in milliseconds since 1970. */
  resendAt: number | null;
  /** Channel and time of the last code; null before the first. */
  sent: { channel: SentCode["channel"]; to: string; at: number } | null;
  problem: ApiProblem | null;
  /** Requests a code. Ignored while a request is running. */
  ask: () => Promise<void>;
}

type CodeState = Omit<OneTimeCode, "ask">;

const nothing: CodeState = { step: "none", resendAt: null, sent: null, problem: null };

/** A one-time code from a POST to `path`, sent when the signer presses the button and never when the page opens. */
export function useOneTimeCode(path: string): OneTimeCode {
  const [state, setState] = useState<CodeState>(nothing);
  const isAsking = useRef(false);

  const ask = useCallback(async () => {
    if (isAsking.current) return;
    isAsking.current = true;
    setState((before) => ({ ...before, step: "sending", problem: null }));
    try {
      const { channel, sentTo, resendAt } = await callApi<SentCode>("POST", path);
      setState({
        step: "sent",
        resendAt: Date.parse(resendAt),
        sent: { channel, to: sentTo, at: Date.now() },
        problem: null,
      });
    } catch (error) {
      const problem = asProblem(error);
      setState((before) => afterRefusal(before, problem));
    } finally {
      isAsking.current = false;
    }
  }, [path]);

  return { ...state, ask };
}

/** The server knows which limit applies and how long. In any case a code sent before is still valid, which a reloaded page does not know. */
function afterRefusal(before: CodeState, problem: ApiProblem): CodeState {
  const resendAt = problem.retryAfterSeconds === null ? before.resendAt : Date.now() + problem.retryAfterSeconds * 1000;
  if (problem.code === "rate_limited") return { ...before, step: "sent_before", resendAt, problem: null };
  return { ...before, step: "failed", resendAt, problem };
}

/** State of a code being entered, to sign or to identify. `sign` resolves to the problem, or null if the code was right. */
export interface Entering extends Pick<Signing, "isBusy" | "problem" | "retryAt" | "clear"> {
  sign: (proof: { code: string }) => Promise<ApiProblem | null>;
}

/**
 * Enters a code, one call at a time; null where none can be entered yet. `isBusy` stays true after success until another page replaces this
 * one.
 */
export function useEntering(enter: ((code: string) => Promise<void>) | null): Entering {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [retryAt, setRetryAt] = useState<number | null>(null);
  const isRunning = useRef(false);

  const sign = useCallback(
    async ({ code }: { code: string }) => {
      if (isRunning.current || !enter) return null;
      isRunning.current = true;
      setBusy(true);
      setProblem(null);
      try {
        await enter(code);
        return null;
      } catch (error) {
        const refusal = asProblem(error);
        setProblem(refusal);
        setRetryAt(refusal.retryAfterSeconds === null ? null : Date.now() + refusal.retryAfterSeconds * 1000);
        setBusy(false);
        return refusal;
      } finally {
        isRunning.current = false;
      }
    },
    [enter],
  );

  const clear = useCallback(() => setProblem(null), []);
  return { isBusy, problem, retryAt, sign, clear };
}
