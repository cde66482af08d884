"use client";

import { clsx } from "clsx";
import { useEffect, useRef, type ReactNode } from "react";
import { takeAct } from "./after-act";

/** The one h1 of a state. When the visitor's own act led here, it takes the focus, so that a screen reader says what came of it. */
export function PageHeading({ className, children }: { className?: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takeAct()) heading.current?.focus();
  }, []);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={clsx("outline-none", className ?? "text-h1 font-semibold wrap-anywhere")}
    >
      {children}
    </h1>
  );
}
