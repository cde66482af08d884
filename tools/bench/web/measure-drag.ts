import type { Locator, Page } from "@playwright/test";
import type { BenchWorld } from "./bench-world";
import { fiveTimes, quantile, type Figure } from "./figures";

/**
 * How long the page works on a frame while one of 200 fields, or 50 of them together, are dragged and snap to the
 * others: from the pointer event to the end of the frame.
 */
export async function measureDrag(world: BenchWorld): Promise<Figure[]> {
  const one = await fiveTimes(() => drag(world, 1));
  const together = await fiveTimes(() => drag(world, 50));
  return [
    { name: "frames of a drag, p95, 200 fields", unit: "ms", target: 16.7, values: one },
    { name: "frames of a drag of 50 fields together, p95, 200 fields", unit: "ms", target: 16.7, values: together },
  ];
}

async function drag(world: BenchWorld, fields: 1 | 50): Promise<number> {
  const { page, close } = await world.open(world.requester);
  await page.goto(`${world.origin}/documents/${world.crowded.uuid}/edit`);
  const sheet = page.locator('section[data-page="1"] .react-pdf__Page canvas');
  await sheet.waitFor();
  if (fields > 1) await drawFrame(page, sheet);
  const at = await page
    .getByRole("button", { name: / for .+, page 1, / })
    .first()
    .boundingBox();
  if (!at) throw new Error("no field is shown");
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await page.mouse.down();
  await page.evaluate(startFrames);
  for (let step = 1; step <= 120; step++) {
    await page.mouse.move(at.x + at.width / 2 + step * 3, at.y + at.height / 2 + Math.sin(step / 8) * 60);
  }
  const frames = await page.evaluate(() => (window as unknown as { benchFrames: number[] }).benchFrames);
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLElement>('section[data-page="1"] *')].filter(
        ({ style }) => style.translate !== "",
      ).length,
  );
  // Restores the position; otherwise the next run would find other rows.
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await close();
  if (frames.length < 30) throw new Error(`only ${frames.length} frames were seen`);
  if (moving !== fields) throw new Error(`${moving} fields moved instead of ${fields}`);
  return quantile(frames, 0.95);
}

/** Selects the first five rows of bench-world.ts by drawing a frame around them. */
async function drawFrame(page: Page, sheet: Locator): Promise<void> {
  const paper = await sheet.boundingBox();
  if (!paper) throw new Error("no page is shown");
  const [scale, rowsPt] = [paper.width / 595, 20 + 4 * 40 + 30];
  await page.mouse.move(paper.x + 5, paper.y + 5);
  await page.mouse.down();
  await page.mouse.move(paper.x + 200, paper.y + 100);
  await page.mouse.move(paper.x + paper.width - 3, paper.y + rowsPt * scale);
  await page.mouse.up();
  await page.getByRole("heading", { name: "50 fields selected" }).waitFor();
}

/**
 * Runs in the page. Pointer events are dispatched just before the frame that shows their effect; a message posted in
 * the frame is received after it.
 */
function startFrames(): void {
  const frames: number[] = [];
  (window as unknown as { benchFrames: number[] }).benchFrames = frames;
  let from: number | null = null;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    if (from !== null) frames.push(performance.now() - from);
    from = null;
  };
  addEventListener(
    "pointermove",
    () => {
      if (from !== null) return;
      from = performance.now();
      requestAnimationFrame(() => port2.postMessage(null));
    },
    { capture: true },
  );
}
