"use client";

import { lazy, Suspense, type ComponentProps } from "react";

const ErrorOutcome = lazy(() => import("./error-outcome").then((module) => ({ default: module.ErrorOutcome })));
const FrameError = lazy(() => import("./error-outcome").then((module) => ({ default: module.FrameError })));

/** Loaded only after a failure, so that no page carries it. If loading fails too, app/global-error.tsx takes over. */
export function LateErrorOutcome(props: ComponentProps<typeof ErrorOutcome>) {
  return (
    <Suspense>
      <ErrorOutcome {...props} />
    </Suspense>
  );
}

/** The same for a failure that left no frame around the page. */
export function LateFrameError(props: ComponentProps<typeof FrameError>) {
  return (
    <Suspense>
      <FrameError {...props} />
    </Suspense>
  );
}
