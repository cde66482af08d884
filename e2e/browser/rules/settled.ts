import type { Page } from "@playwright/test";

/**
 * Waits until the page is loaded, its fonts and images are there, it shows no skeleton, and its DOM has not changed for
 * 200 ms. Network idle is not reliable: a range request of pdf.js that was cancelled in its worker can keep the browser
 * from reporting it.
 */
export async function untilSettled(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await page.waitForFunction(
    () =>
      new Promise<boolean>((resolve) => {
        const isLoaded = () =>
          document.fonts.status === "loaded" &&
          document.querySelector(".skeleton, .page-pending") === null &&
          [...document.images].every(({ complete, loading }) => complete || loading === "lazy");
        const quiet = () => end(isLoaded());
        const end = (settled: boolean) => {
          observer.disconnect();
          clearTimeout(timer);
          resolve(settled);
        };
        let timer = setTimeout(quiet, 200);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(quiet, 200);
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      }),
    undefined,
    { polling: 100 },
  );
}
