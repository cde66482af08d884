"use client";

import { lazy, Suspense, type ComponentProps } from "react";

const ErrorOutcome = lazy(() => import("./error-outcome").then((module) => ({ default: module.ErrorOutcome })));

/** Fetched when something has failed, so that no page carries it. Where that fails too, app/global-error.tsx has its own words. */
export function LateErrorOutcome(props: ComponentProps<typeof ErrorOutcome>) {
  return (
    <Suspense>
      <ErrorOutcome {...props} />
    </Suspense>
  );
}
