"use client";

import { LateErrorOutcome } from "@/components/shell/late-error-outcome";
import { Wordmark } from "@/components/shell/wordmark";

/** Shown when a page and its layout fail. */
export default function FrameFailed({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main className="mx-auto max-w-page px-4 py-6 sm:px-6">
      <Wordmark />
      <LateErrorOutcome digest={error.digest} onRetry={reset} />
    </main>
  );
}
