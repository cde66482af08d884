import { expect, type Page } from "@playwright/test";
import { untilSettled } from "./settled";

const most = 120;
const focusGuard = "data-base-ui-focus-guard";

interface Stop {
  name: string;
  isRinged: boolean;
  isInSight: boolean;
  /** A repeated stop: the Tab key has reached the beginning again. */
  isAgain: boolean;
}

/**
 * Tabs through the whole page. WCAG 2.4.7: each stop shows a focus ring; 2.4.11: none is completely hidden under a
 * fixed element. Start at the top with nothing focused, or in a dialog.
 */
export async function expectStopsInSight(page: Page, look: string): Promise<void> {
  const bad: string[] = [];
  await page.evaluate(() => {
    for (const name of ["data-was-stop", "data-last-stop"])
      for (const stop of document.querySelectorAll(`[${name}]`)) stop.removeAttribute(name);
  });
  let stops = 0;
  for (; stops < most; stops++) {
    await page.keyboard.press("Tab");
    let stop = await page.evaluate(describeStop);
    // A focus trap moves the focus from its edges to its other end.
    if (stop === "edge") {
      await page
        .waitForFunction((guard) => !document.activeElement?.hasAttribute(guard), focusGuard, { timeout: 2000 })
        .catch(() => undefined);
      stop = await page.evaluate(describeStop);
    }
    if (!isStop(stop)) continue;
    if (stop.isAgain) break;
    // An image that finishes loading moves the content below it.
    if (!stop.isInSight) {
      await untilSettled(page);
      stop = await page.evaluate(describeStop);
    }
    if (!isStop(stop)) continue;
    if (!stop.isRinged) bad.push(`${stop.name}: no ring`);
    if (!stop.isInSight) bad.push(`${stop.name}: hidden`);
  }
  expect.soft(stops, `${look}: stops of the Tab key`).toBeGreaterThan(1);
  expect.soft(bad, `${look}: focus`).toEqual([]);
}

/** `edge` at the end of a focus trap; null while the browser itself, or nothing, has the focus. */
type Focus = Stop | "edge" | null;

const isStop = (focus: Focus): focus is Stop => focus !== null && focus !== "edge";

/** Runs in the page. */
function describeStop(): Focus {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  if (focused.hasAttribute("data-base-ui-focus-guard")) return "edge";
  const last = document.querySelector("[data-last-stop]");
  // A date field contains several stops.
  const isAgain = focused.hasAttribute("data-was-stop") && focused !== last;
  last?.removeAttribute("data-last-stop");
  focused.setAttribute("data-was-stop", "");
  focused.setAttribute("data-last-stop", "");
  const ringed = (element: Element | null): boolean => {
    if (!element) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (
      (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) ||
      (boxShadow !== "none" && /0px 0px 0px [23]px/.test(boxShadow))
    );
  };
  const { left, top, width, height } = focused.getBoundingClientRect();
  const places = [
    [0.5, 0.5],
    [0.05, 0.1],
    [0.95, 0.1],
    [0.05, 0.9],
    [0.95, 0.9],
    [0.5, 0.1],
    [0.5, 0.9],
  ] as const;
  const isInSight = places.some(([across, down]) => {
    const seen = document.elementFromPoint(left + width * across, top + height * down);
    return (
      seen !== null &&
      (focused.contains(seen) || seen.contains(focused) || seen.closest("label")?.contains(focused) === true)
    );
  });
  const name = focused.getAttribute("aria-label") ?? focused.getAttribute("name") ?? focused.textContent ?? "";
  return {
    name: `<${focused.tagName.toLowerCase()}> ${name.trim().slice(0, 50)}`,
    isRinged:
      focused === last ||
      [focused, focused.parentElement, focused.closest("label"), focused.nextElementSibling].some(ringed),
    isInSight,
    isAgain,
  };
}
