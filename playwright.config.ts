import { defineConfig } from "@playwright/test";
import { chromiumLaunch } from "./e2e/browser/chromium";

/** The journeys in a browser, against the built product; `npm test` and `npm run e2e` run them. */
export default defineConfig({
  testDir: "e2e/browser",
  outputDir: "test-results/browser",
  globalSetup: ["./e2e/build-setup.ts", "./e2e/browser/world/shared-servers.ts"],
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // Only what fails waits this long: a machine that does other work as well is slow, not wrong.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/browser.json" }]],
  use: {
    browserName: "chromium",
    launchOptions: await chromiumLaunch(),
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // A failed test leaves the page's accessibility tree beside its error; pictures and traces cost a fifth of the run.
    screenshot: "off",
    trace: "off",
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
  },
  projects: [
    {
      name: "desktop",
      testMatch: "*.spec.ts",
      testIgnore: "*.phone.spec.ts",
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: "phone",
      testMatch: "*.phone.spec.ts",
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
});
