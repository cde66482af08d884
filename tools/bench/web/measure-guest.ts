import { devices, type Browser, type Page } from "@playwright/test";
import { readInbox } from "@/e2e/browser/world/inbox";
import { newRequest, stranger } from "@/e2e/browser/world/seed";
import type { BenchWorld } from "./bench-world";
import { fiveTimes, type Figure } from "./figures";
import { textPdf } from "./sample-pdfs";

/** A mid-range phone is about four times slower than a desktop (Lighthouse uses the same factor). */
const slowdown = 4;

interface Journey {
  wholeMs: number;
  scriptMs: number;
}

/**
 * A guest on a slow phone opens the link to a document of five pages, requests a code, enters it and signs in two taps.
 */
export async function measureGuest(world: BenchWorld): Promise<Figure[]> {
  const journeys = await fiveTimes(() => signAsGuest(world));
  return [
    {
      name: "guest on a phone 4x slower, from the link to signed",
      unit: "ms",
      target: 10_000,
      values: journeys.map(({ wholeMs }) => wholeMs),
    },
    {
      name: "of it scripts",
      unit: "ms",
      target: 10_000,
      values: journeys.map(({ scriptMs }) => scriptMs),
    },
  ];
}

async function signAsGuest({ api, admin, requester, origin, browser }: BenchWorld): Promise<Journey> {
  const guest = stranger("Gita Rao");
  const inbox = readInbox(api, admin);
  const request = await newRequest(api, admin, {
    requester,
    name: "Gym membership",
    pdf: textPdf(5),
    signers: [{ person: guest }],
    identify: "email",
  });
  const { page, scriptMs, close } = await openPhone(browser);
  const from = performance.now();
  await page.goto(`${origin}/sign/${request.signers[0].link}`);
  // On this phone the tap comes early: the button is visible before the page's scripts have run.
  await page.getByRole("button", { name: "Send code" }).tap();
  const code = await inbox.codeOf(guest.email, 1);
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Adopt and sign" }).tap();
  await page.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ }).waitFor();
  const journey = { wholeMs: performance.now() - from, scriptMs: await scriptMs() };
  await close();
  return journey;
}

async function openPhone(
  browser: Browser,
): Promise<{ page: Page; scriptMs: () => Promise<number>; close: () => Promise<void> }> {
  const context = await browser.newContext(devices["Pixel 7"]);
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await devTools.send("Performance.enable");
  const scriptMs = async (): Promise<number> => {
    const { metrics } = await devTools.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? Number.NaN) * 1000;
  };
  return { page, scriptMs, close: () => context.close() };
}
