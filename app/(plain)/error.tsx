"use client";

import { ErrorOutcome } from "@/components/shell/error-outcome";

/** A page failed; its frame stays. */
export default function PageFailed({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <ErrorOutcome digest={error.digest} onRetry={reset} />;
}
