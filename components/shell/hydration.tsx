"use client";

import { Suspense, useEffect, useId, useLayoutEffect, type ReactNode } from "react";

interface EarlyPressesProps {
  /** The nonce of the page's content policy. */
  nonce: string | undefined;
}

const readyEvent = "paraph:ready";

/**
 * On a slow phone a page is visible seconds before its buttons work. The last press until then is kept and repeated
 * once they do, instead of being lost or submitting a form without our code.
 */
export function EarlyPresses({ nonce }: EarlyPressesProps) {
  useEffect(() => {
    window.dispatchEvent(new Event(readyEvent));
    markHydrated();
  }, []);
  // Browsers hide the nonce from scripts, so React would find a difference.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}

interface LatePartProps {
  fallback: ReactNode;
  children: ReactNode;
}

/** The late parts of this page that are not hydrated yet. */
const pending = new Set<string>();

/** A part of a page that is streamed after the rest. React hydrates it separately, and `data-hydrated` waits for it. */
export function LatePart({ fallback, children }: LatePartProps) {
  const id = useId();
  // A layout effect, because the effect of EarlyPresses runs after all of these.
  useLayoutEffect(() => {
    pending.add(id);
    return () => hydrated(id);
  }, [id]);
  return (
    <Suspense fallback={fallback}>
      {children}
      <Hydrated part={id} />
    </Suspense>
  );
}

/** Hydrated together with the content beside it. */
function Hydrated({ part }: { part: string }) {
  useEffect(() => hydrated(part), [part]);
  return null;
}

function hydrated(part: string): void {
  if (pending.delete(part) && pending.size === 0) markHydrated();
}

/** `data-hydrated` on `<html>`: everything on the page responds. The browser tests wait for it. */
function markHydrated(): void {
  if (pending.size === 0) document.documentElement.dataset.hydrated = "";
}

const script = `(() => {
  let pressed = null;
  const keep = (event) => {
    const button = event.target instanceof Element && event.target.closest("button");
    if (!button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed = button;
  };
  addEventListener("click", keep, true);
  addEventListener(${JSON.stringify(readyEvent)}, () => {
    removeEventListener("click", keep, true);
    if (pressed?.isConnected) pressed.click();
  }, { once: true });
})();`;
