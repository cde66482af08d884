"use client";

import type { ComponentProps } from "react";
import { ErrorOutcome } from "./error-outcome";
import { Wordmark } from "./wordmark";

/** A failure that left no frame around the page. */
export function FrameError(props: ComponentProps<typeof ErrorOutcome>) {
  return (
    <main className="mx-auto max-w-page px-4 py-6 sm:px-6">
      <Wordmark />
      <ErrorOutcome {...props} />
    </main>
  );
}
