import { useCallback, useRef, useState } from "react";
import type { z } from "zod";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import type { sentCodeAnswer } from "@/lib/signing/schema";

type SentCode = z.infer<typeof sentCodeAnswer>;

export interface OneTimeCode {
  /** `sent_before`: none could be sent yet, and one that came before counts. */
  step: "none" | "sending" | "sent" | "sent_before" | "failed";
  /** From when another code may be sent, in milliseconds since 1970. */
  resendAt: number | null;
  /** Where the last code went, and when it was asked for; null before. */
  sent: { channel: SentCode["channel"]; to: string; at: number } | null;
  problem: ApiProblem | null;
  /** Asks for a code; while one is being asked for, nothing more happens. */
  ask: () => Promise<void>;
}

type CodeState = Omit<OneTimeCode, "ask">;

const nothing: CodeState = { step: "none", resendAt: null, sent: null, problem: null };

/** A one-time code that a POST to `path` sends: when the signer presses the button, never when the page is opened. */
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

/**
 * Which limit keeps a code from being sent only the server knows, as how long that lasts; whatever it is, a code that was sent before is still good.
 * A page that was loaded anew does not know of one.
 */
function afterRefusal(before: CodeState, problem: ApiProblem): CodeState {
  const resendAt = problem.retryAfterSeconds === null ? before.resendAt : Date.now() + problem.retryAfterSeconds * 1000;
  if (problem.code === "rate_limited") return { ...before, step: "sent_before", resendAt, problem: null };
  return { ...before, step: "failed", resendAt, problem };
}
