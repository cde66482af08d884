import type { Page } from "@playwright/test";
import type { BenchWorld } from "./bench-world";
import { fiveTimes, type Figure } from "./figures";

const farPage = 400;

interface Jump {
  ms: number;
  canvases: number;
}

/**
 * Entering a page number in the editor of a 500-page document: the time from Enter to the page's pixels, and the number
 * of live canvases during the jump and afterwards.
 */
export async function measureFarPage(world: BenchWorld): Promise<Figure[]> {
  const jumps = await fiveTimes(() => jump(world));
  return [
    { name: "page 400 of 500, editor", unit: "ms", target: 700, values: jumps.map(({ ms }) => ms) },
    { name: "canvases alive, 500 pages", unit: "", target: 7, values: jumps.map(({ canvases }) => canvases) },
  ];
}

async function jump(world: BenchWorld): Promise<Jump> {
  const { page, close } = await world.open(world.requester);
  await page.goto(`${world.origin}/documents/${world.book.uuid}/edit`);
  await page.locator('section[data-page="1"] .react-pdf__Page canvas').waitFor();
  const input = page.getByLabel("Page", { exact: true });
  await input.fill(String(farPage));
  const shown = page.evaluate(untilShown, farPage);
  await input.press("Enter");
  const ms = await shown;
  const canvases = await mostCanvases(page);
  await close();
  return { ms, canvases };
}

/** Runs in the page: from the next Enter to the frame after the page's pixels appear. */
function untilShown(wanted: number): Promise<number> {
  return new Promise((resolve) => {
    addEventListener(
      "keydown",
      () => {
        const from = performance.now();
        const look = (): void => {
          if (!window.benchIsShown(wanted)) return void requestAnimationFrame(look);
          requestAnimationFrame(() => resolve(performance.now() - from));
        };
        look();
      },
      { capture: true, once: true },
    );
  });
}

async function mostCanvases(page: Page): Promise<number> {
  await page.mouse.move(640, 500);
  let most = 0;
  for (let turn = 0; turn < 30; turn++) {
    await page.mouse.wheel(0, 700);
    most = Math.max(most, await page.locator(".react-pdf__Page canvas").count());
  }
  await page.waitForTimeout(500);
  return Math.max(most, await page.locator(".react-pdf__Page canvas").count());
}
