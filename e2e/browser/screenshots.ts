import { mkdirSync } from "node:fs";
import path from "node:path";
import { chromium, type Browser } from "@playwright/test";
import { apiClient, type Person } from "@/e2e/api-client";
import { gallery, type Shown } from "@/e2e/browser/world/gallery";
import { testLimits } from "@/e2e/browser/world/limits";
import { logIns } from "@/e2e/browser/world/log-in";
import { seedWorld, type World } from "@/e2e/browser/world/world";
import { startServer } from "@/e2e/server";
import { chromiumLaunch } from "./chromium";

/**
 * Takes a picture of every page at three widths, light and dark, into test-results/screenshots: `npm run screenshots [-- NAME…]` starts its own server (the
 * built product); with ORIGIN, DATA_DIR, EMAIL and PASSWORD of an administrator in the environment it uses a running one.
 */
const folder = path.resolve("test-results", "screenshots");
const looks = [
  { name: "390-light", width: 390, height: 844, colorScheme: "light" },
  { name: "390-dark", width: 390, height: 844, colorScheme: "dark" },
  { name: "768-light", width: 768, height: 1024, colorScheme: "light" },
  { name: "768-dark", width: 768, height: 1024, colorScheme: "dark" },
  { name: "1280-light", width: 1280, height: 800, colorScheme: "light" },
  { name: "1280-dark", width: 1280, height: 800, colorScheme: "dark" },
] as const;

interface Served {
  origin: string;
  dataDir: string;
  admin: Person;
  stop(): Promise<void>;
}

const wanted = process.argv.slice(2);
const pages = gallery.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.startsWith(part)));
const served = running() ?? (await startServer({ env: { LIMITS: JSON.stringify(testLimits) } }));
try {
  const world = await seedWorld({ api: apiClient(served.origin), admin: served.admin, dataDir: served.dataDir });
  const browser = await chromium.launch(await chromiumLaunch());
  mkdirSync(folder, { recursive: true });
  const logIn = logIns(served.origin);
  for (const page of pages) await shoot(browser, page, world, logIn);
  await browser.close();
  console.log(`${pages.length * looks.length} pictures are in ${folder}`);
} finally {
  await served.stop();
}

function running(): Served | null {
  const { ORIGIN, DATA_DIR, EMAIL, PASSWORD } = process.env;
  if (!ORIGIN || !DATA_DIR || !EMAIL || !PASSWORD) return null;
  return {
    origin: ORIGIN,
    dataDir: DATA_DIR,
    admin: { email: EMAIL, password: PASSWORD },
    stop: () => Promise.resolve(),
  };
}

async function shoot(browser: Browser, shown: Shown, world: World, logIn: ReturnType<typeof logIns>): Promise<void> {
  for (const { name, width, height, colorScheme } of looks) {
    const context = await browser.newContext({
      baseURL: served.origin,
      viewport: { width, height },
      colorScheme,
      hasTouch: width < 500,
      isMobile: width < 500,
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    try {
      const person = shown.as?.(world);
      if (person) await logIn(page, person);
      const response = await page.goto(`${served.origin}${shown.path(world)}`);
      const expected = shown.status ?? 200;
      if (response?.status() !== expected)
        console.log(`${shown.name}: answered ${String(response?.status())}, not ${expected}`);
      await shown.then?.(page, world);
      await page.waitForLoadState("networkidle", { timeout: 10_000 }).catch(() => undefined);
      await page.screenshot({ path: path.join(folder, `${shown.name}-${name}.png`), fullPage: !shown.then });
    } catch (error) {
      console.log(
        `${shown.name} ${name}: ${error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)}`,
      );
    } finally {
      await context.close();
    }
  }
}
