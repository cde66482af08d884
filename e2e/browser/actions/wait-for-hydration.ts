import type { BrowserContext, Page } from "@playwright/test";

/** One of our pages (app/layout.tsx) before the mark of components/shell/hydration.tsx. */
const notHydrated = "html[data-request]:not([data-hydrated])";

/**
 * A click before React has hydrated the page is lost. Users click again; on a busy machine a test is faster than
 * hydration. Every action in a page of the context waits.
 */
export function waitForHydration(context: BrowserContext): void {
  context.on("page", (page) => void watch(page));
}

async function watch(page: Page): Promise<void> {
  await page.addLocatorHandler(page.locator(notHydrated), () => Promise.resolve()).catch(() => undefined);
}

/** For steps that are not actions of a locator, which wait by themselves. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForSelector("html[data-hydrated]");
}
