"use client";

import type { LinkDocument } from "@/lib/signing/schema";
import { Refusal, SealingText, useLostAnswer } from "./confirm-sheet";
import type { Signing } from "./use-sign";

/** The result of a signature that was sent without the confirm sheet. */
export function DirectOutcome({
  u,
  role,
  signing,
  onOver,
}: {
  u: string;
  role: LinkDocument["role"];
  signing: Signing;
  onOver: () => void;
}) {
  const lost = useLostAnswer(u, signing.lostAt, onOver);
  return (
    <>
      <Refusal signing={signing} proof="link" lost={lost} />
      <SealingText isBusy={signing.isBusy} role={role} />
    </>
  );
}
