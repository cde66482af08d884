import { useCallback, useRef, useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import type { Entering } from "./code-step";

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
