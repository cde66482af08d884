import type { Page } from "@playwright/test";

/** Refuses the next call of `path` as if the log-in were too old for it; later calls reach the server. */
export async function refuseOnceAsStale(page: Page, path: string): Promise<void> {
  let isStale = true;
  await page.route(`**/api/v1${path}`, async (route) => {
    if (!isStale) return route.continue();
    isStale = false;
    await route.fulfill({
      status: 403,
      contentType: "application/problem+json",
      body: JSON.stringify({
        type: new URL("/docs/errors/reauth-required", route.request().url()).href,
        title: "Log in again to continue",
        status: 403,
        detail: "",
        code: "reauth_required",
        requestId: "r",
        violations: [],
      }),
    });
  });
}
