"use client";

import { LateErrorOutcome } from "@/components/shell/late-error-outcome";

/** Shown when a page fails. The frame around it stays. */
export default function PageFailed({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <LateErrorOutcome digest={error.digest} onRetry={reset} />;
}
