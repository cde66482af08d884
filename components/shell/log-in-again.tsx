"use client";

import { Suspense, useEffect, useRef, useState } from "react";
import { offerLogIn } from "@/components/api/call";
import { lazyPart } from "@/components/ui/lazy-menu";

const { Part: LogInAgainDialog } = lazyPart(() =>
  import("./log-in-again-dialog").then((module) => module.LogInAgainDialog),
);

/** Asks for the password over the page when a call finds that the session has ended, so that typed text stays. */
export function LogInAgain({ email }: { email: string }) {
  const [isAsking, setAsking] = useState(false);
  const answer = useRef<((isLoggedIn: boolean) => void) | null>(null);
  useEffect(
    () =>
      offerLogIn(
        () =>
          new Promise((resolve) => {
            answer.current = resolve;
            setAsking(true);
          }),
      ),
    [],
  );
  const end = (isLoggedIn: boolean) => {
    setAsking(false);
    answer.current?.(isLoggedIn);
  };
  if (!isAsking) return null;
  return (
    <Suspense fallback={null}>
      <LogInAgainDialog email={email} onEnd={end} />
    </Suspense>
  );
}
