import { mkdirSync } from "node:fs";
import path from "node:path";
import { chromium, type Browser, type Page } from "@playwright/test";
import { apiClient, type Person } from "@/e2e/api-client";
import { testLimits } from "@/e2e/browser/world/limits";
import { logIns } from "@/e2e/browser/world/log-in";
import { seedWorld, type World } from "@/e2e/browser/world/world";
import { startServer } from "@/e2e/server";
import { chromiumLaunch } from "./chromium";
import { gallery, type Shown } from "./gallery";

/**
 * Takes a screenshot of every page at four widths, light and dark, into test-results/screenshots: `npm run screenshots
 * [-- NAME…] [--look=390-light,1280-dark]` starts its own server (the built product); with ORIGIN, DATA_DIR, EMAIL and
 * PASSWORD of an administrator in the environment it uses a running one.
 */
const folder = path.resolve("test-results", "screenshots");
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 1920, height: 1080 },
] as const;
const wide = sizes[1];
const allLooks = sizes.flatMap((size) =>
  (["light", "dark"] as const).map((colorScheme) => ({ name: `${size.width}-${colorScheme}`, ...size, colorScheme })),
);

interface Served {
  origin: string;
  dataDir: string;
  admin: Person;
  stop(): Promise<void>;
}

const given = process.argv.slice(2);
const wanted = given.filter((argument) => !argument.startsWith("--"));
const wantedLooks = given
  .find((argument) => argument.startsWith("--look="))
  ?.slice("--look=".length)
  .split(",");
const looks = allLooks.filter(({ name }) => !wantedLooks || wantedLooks.includes(name));
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

/**
 * Opens the page once on a phone and once on a desktop, if these looks are requested, and takes all screenshots of each
 * by resizing the window.
 */
async function shoot(browser: Browser, shown: Shown, world: World, logIn: ReturnType<typeof logIns>): Promise<void> {
  for (const isPhone of [true, false]) {
    const [first, ...rest] = looks.filter(({ width }) => width < 500 === isPhone);
    if (!first || (isPhone && shown.isDesktopOnly)) continue;
    // Desktop controls are hidden in a medium window as well, so the steps are taken in a wide one.
    const { width, height } = shown.isDesktopOnly ? wide : first;
    const { colorScheme } = first;
    const context = await browser.newContext({
      baseURL: served.origin,
      locale: "en-GB",
      viewport: { width, height },
      colorScheme,
      hasTouch: isPhone,
      isMobile: isPhone,
      reducedMotion: "reduce",
    });
    try {
      const page = await context.newPage();
      await open(page, shown, world, logIn);
      for (const look of [first, ...rest]) await takePicture(page, shown, look);
    } catch (error) {
      const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
      console.log(`${shown.name} ${first.name}: ${reason}`);
    } finally {
      await context.close();
    }
  }
}

async function open(page: Page, shown: Shown, world: World, logIn: ReturnType<typeof logIns>): Promise<void> {
  const person = shown.as?.(world);
  if (person) await logIn(page, person);
  const response = await page.goto(`${served.origin}${shown.path(world)}`);
  const expected = shown.status ?? 200;
  if (response?.status() !== expected)
    console.log(`${shown.name}: answered ${String(response?.status())}, not ${expected}`);
  await shown.then?.(page, world);
}

async function takePicture(page: Page, shown: Shown, look: (typeof looks)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width: look.width, height: look.height });
  await page.evaluate(() => {
    for (const image of document.images) image.loading = "eager";
  });
  // A page with live updates is never idle.
  await page.waitForLoadState("networkidle", { timeout: 2000 }).catch(() => undefined);
  // The network may have been idle before the page requested the data behind a skeleton.
  await page
    .waitForFunction(() => document.querySelector(".skeleton") === null, undefined, { timeout: 10_000 })
    .catch(() => undefined);
  await page
    .waitForFunction(() => [...document.images].every((image) => image.complete), undefined, { timeout: 5000 })
    .catch(() => undefined);
  // A complete image is not necessarily painted. An image out of view may wait forever.
  await page.evaluate(() => {
    const drawn = Promise.allSettled([...document.images].map((image) => image.decode()));
    return Promise.race([drawn, new Promise((done) => setTimeout(done, 3000))]).then(() => undefined);
  });
  await page.screenshot({ path: path.join(folder, `${shown.name}-${look.name}.png`), fullPage: !shown.then });
}
