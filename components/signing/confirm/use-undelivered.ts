import { useEffect, useState } from "react";
import type { z } from "zod";
import { callApi } from "@/components/api/call";
import type { progressAnswer } from "@/lib/file-views/schema";

/** A gateway that refuses does so within seconds; the last look is for one that was tried again. */
const looksMs = [4_000, 10_000, 25_000];

/** Whether the code that was sent could not be delivered. `sending` differs from one sending to the next; null while none is under way. */
export function useUndelivered(fileUuid: string | undefined, sending: number | null): boolean {
  const [failed, setFailed] = useState<number | null>(null);
  useEffect(() => {
    if (fileUuid === undefined || sending === null) return;
    const look = () => void isFailed(fileUuid).then((isSo) => isSo && setFailed(sending));
    const timers = looksMs.map((delay) => window.setTimeout(look, delay));
    return () => timers.forEach((timer) => window.clearTimeout(timer));
  }, [fileUuid, sending]);
  return sending !== null && failed === sending;
}

/** False also when no answer comes: the signer sees for themself that no code does. */
async function isFailed(fileUuid: string): Promise<boolean> {
  return callApi<z.infer<typeof progressAnswer>>("GET", `/file/${fileUuid}/progress`).then(
    ({ signers }) => signers.some(({ codeFailed }) => codeFailed),
    () => false,
  );
}
