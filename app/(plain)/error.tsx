"use client";

import { LateErrorOutcome } from "@/components/shell/late-error-outcome";

/** A page failed; its frame stays. */
export default function PageFailed({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <LateErrorOutcome digest={error.digest} onRetry={reset} />;
}
