"use client";

import { lazy, Suspense, type ComponentProps } from "react";

const ErrorOutcome = lazy(() => import("./error-outcome").then((module) => ({ default: module.ErrorOutcome })));
const FrameError = lazy(() => import("./error-outcome").then((module) => ({ default: module.FrameError })));

/**
 * Loaded only after a failure, so that it adds nothing to other pages. If loading fails too, app/global-error.tsx takes
 * over.
 */
export function LateErrorOutcome(props: ComponentProps<typeof ErrorOutcome>) {
  return (
    <Suspense>
      <ErrorOutcome {...props} />
    </Suspense>
  );
}

/** Like `LateErrorOutcome`, for a failure in which the page's frame was lost. */
export function LateFrameError(props: ComponentProps<typeof FrameError>) {
  return (
    <Suspense>
      <FrameError {...props} />
    </Suspense>
  );
}
