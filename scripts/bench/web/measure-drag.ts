import type { BenchWorld } from "./bench-world";
import { fiveTimes, quantile, type Figure } from "./figures";

/** How long the page works for a frame while one of 200 boxes is dragged, from the pointer's event to the end of the frame. */
export async function measureDrag(world: BenchWorld): Promise<Figure[]> {
  const values = await fiveTimes(() => drag(world));
  return [{ name: "frames of a drag, p95, 200 boxes", unit: "ms", target: 16.7, values }];
}

async function drag(world: BenchWorld): Promise<number> {
  const { page, close } = await world.open(world.requester);
  await page.goto(`${world.origin}/documents/${world.crowded.uuid}/edit`);
  await page.locator('section[data-page="1"] .react-pdf__Page canvas').waitFor();
  const at = await page.getByRole("button", { name: / for .+, page 1, / }).first().boundingBox();
  if (!at) throw new Error("no box is shown");
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await page.mouse.down();
  await page.evaluate(startFrames);
  for (let step = 1; step <= 120; step++) {
    await page.mouse.move(at.x + at.width / 2 + step * 3, at.y + at.height / 2 + Math.sin(step / 8) * 60);
  }
  const frames = await page.evaluate(() => (window as unknown as { benchFrames: number[] }).benchFrames);
  await page.mouse.up();
  await close();
  if (frames.length < 30) throw new Error(`only ${frames.length} frames were seen`);
  return quantile(frames, 0.95);
}

/** Runs in the page. Pointer events come just before the frame that shows what they did; a message posted in it is read after it. */
function startFrames(): void {
  const frames: number[] = [];
  (window as unknown as { benchFrames: number[] }).benchFrames = frames;
  let from: number | null = null;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    if (from !== null) frames.push(performance.now() - from);
    from = null;
  };
  addEventListener("pointermove", () => {
    if (from !== null) return;
    from = performance.now();
    requestAnimationFrame(() => port2.postMessage(null));
  }, { capture: true });
}
