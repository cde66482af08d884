"use client";

import { LateFrameError } from "@/components/shell/late-error-outcome";

/** Shown when a page and its layout fail. */
export default function FrameFailed({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <LateFrameError digest={error.digest} onRetry={reset} />;
}
