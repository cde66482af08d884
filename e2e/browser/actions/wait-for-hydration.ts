import type { BrowserContext, Page } from "@playwright/test";

/**
 * A click before React has hydrated the page is lost. Users click again; on a busy machine a test is faster than
 * hydration.
 */
export async function waitForHydration(context: BrowserContext): Promise<void> {
  await context.addInitScript(markUntilHydrated);
  context.on("page", (page) => void watch(page));
}

/** Every action in the page waits until the mark is removed. */
async function watch(page: Page): Promise<void> {
  await page.addLocatorHandler(page.locator("html[data-not-hydrated]"), () => Promise.resolve()).catch(() => undefined);
}

/** Runs in every document before it has any content. */
function markUntilHydrated(): void {
  // An e-mail shown in a frame may not run scripts.
  if (window !== window.top) return;
  const mark = "data-not-hydrated";
  const longest = Date.now() + 20_000;
  const unmark = (): void => document.documentElement.removeAttribute(mark);

  const isHydrated = (): boolean => {
    const key = Object.keys(document).find((name) => name.startsWith("__reactContainer$"));
    if (key === undefined) return false;
    const root = (
      document as unknown as Record<string, { stateNode: { current: { memoizedState: { isDehydrated?: boolean } } } }>
    )[key];
    return root?.stateNode.current.memoizedState.isDehydrated === false;
  };

  const look = (): void => {
    const isOurs = document.readyState === "loading" || document.querySelector('script[src*="/_next/"]') !== null;
    if (!isOurs || isHydrated() || Date.now() > longest) unmark();
    else setTimeout(look, 10);
  };

  const begin = (): void => {
    document.documentElement.setAttribute(mark, "");
    look();
  };
  if (document.documentElement) return begin();
  new MutationObserver((_records, observer) => {
    if (!document.documentElement) return;
    observer.disconnect();
    begin();
  }).observe(document, { childList: true });
}
