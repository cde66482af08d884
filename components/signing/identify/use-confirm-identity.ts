import { useCallback, useRef, useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import type { Entering } from "@/components/signing/confirm/step-props";

/** Sends the code that the signer entered, once at a time. `isBusy` stays true after success, until another page takes over. */
export function useConfirmIdentity(path: string, onDone: (answer: unknown) => void): Entering {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [retryAt, setRetryAt] = useState<number | null>(null);
  const isRunning = useRef(false);

  const sign = useCallback(
    async ({ code }: { code: string }) => {
      if (isRunning.current) return null;
      isRunning.current = true;
      setBusy(true);
      setProblem(null);
      try {
        onDone(await callApi("POST", path, { json: { code } }));
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
    [path, onDone],
  );

  const clear = useCallback(() => setProblem(null), []);
  return { isBusy, problem, retryAt, sign, clear };
}
