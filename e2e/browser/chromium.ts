import type { LaunchOptions } from "@playwright/test";
import { findChromium } from "../../scripts/bootstrap/tools.mjs";

/** Only the page under test may use the network. A container has neither a sandbox nor a graphics card. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Launch options of the tests' browser. Throws if this machine has none. */
export async function chromiumLaunch(): Promise<LaunchOptions> {
  const executablePath = await findChromium();
  if (!executablePath)
    throw new Error(
      "No Chromium is installed. Debian: apt-get install chromium; elsewhere: npx playwright install chromium",
    );
  return { executablePath, args: flags };
}
