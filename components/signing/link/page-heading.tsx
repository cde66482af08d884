"use client";

import { clsx } from "clsx";
import { useEffect, useRef, type ReactNode } from "react";

/** The h1 of a state. Takes the focus after an action, so that a screen reader announces the result. */
export function PageHeading({ className, children }: { className?: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takeUserAction()) heading.current?.focus();
  }, []);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={clsx("outline-none", className ?? "text-h1 font-semibold text-balance wrap-anywhere")}
    >
      {children}
    </h1>
  );
}

/** Set by an action in this tab, so that the resulting page takes the focus, but not a page that was just opened. */
let isAfterUserAction = false;

export function noteUserAction(): void {
  isAfterUserAction = true;
}

/** True once after each action. */
function takeUserAction(): boolean {
  const was = isAfterUserAction;
  isAfterUserAction = false;
  return was;
}
