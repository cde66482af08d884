"use client";

import { lazy, Suspense, type ComponentProps } from "react";

const ErrorOutcome = lazy(() => import("./error-outcome").then((module) => ({ default: module.ErrorOutcome })));

/** Loaded only after a failure, so that no page carries it. If loading fails too, app/global-error.tsx takes over. */
export function LateErrorOutcome(props: ComponentProps<typeof ErrorOutcome>) {
  return (
    <Suspense>
      <ErrorOutcome {...props} />
    </Suspense>
  );
}
