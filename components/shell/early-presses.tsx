"use client";

import { useEffect } from "react";

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
  }, []);
  // Browsers hide the nonce from scripts, so React would find a difference.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
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
