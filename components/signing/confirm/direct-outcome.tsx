"use client";

import { Refusal, SealingText, useLostAnswer } from "./confirm-sheet";
import type { Signing } from "./use-sign";

/** What became of a signature that was sent without the confirm sheet. */
export function DirectOutcome({ u, signing, onOver }: { u: string; signing: Signing; onOver: () => void }) {
  const lost = useLostAnswer(u, signing.lostAt, onOver);
  return (
    <>
      <Refusal signing={signing} proof="link" lost={lost} />
      <SealingText isBusy={signing.isBusy} />
    </>
  );
}
