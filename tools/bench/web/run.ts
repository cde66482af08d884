import { chromium } from "@playwright/test";
import { apiClient } from "@/e2e/api-client";
import { chromiumLaunch } from "@/e2e/browser/chromium";
import { startServer } from "@/e2e/server";
import { unboundedRates } from "@/e2e/unbounded-rates";
import { makeWorld, type BenchWorld } from "./bench-world";
import { isMet, printFigures, type Figure } from "./figures";
import { measureDashboard } from "./measure-dashboard";
import { measureDrag } from "./measure-drag";
import { measureFarPage } from "./measure-far-page";
import { measureFirstPage } from "./measure-first-page";
import { measureGuest } from "./measure-guest";
import { measureManyFields } from "./measure-many-fields";
import { measureScripts } from "./measure-scripts";
import { measureSigning } from "./measure-signing";
import { measureVitals } from "./measure-vitals";

/**
 * Measures the pages of the built server on this machine: medians of five, each with its target
 * (docs/spec/interface.md#speed). Names as arguments select measurements. Exits with 1 when a target is missed.
 */
const measurements: Record<string, (world: BenchWorld) => Promise<Figure[]>> = {
  "first-page": measureFirstPage,
  "far-page": measureFarPage,
  drag: measureDrag,
  scripts: measureScripts,
  vitals: measureVitals,
  signing: measureSigning,
  guest: measureGuest,
  "many-fields": measureManyFields,
  // Last: it fills the documents page with 10,000 rows.
  dashboard: measureDashboard,
};

/** All clients come from the loopback address. */
const limits = {
  ...unboundedRates,
  codeSendsPerNetworkPerHour: 100_000,
  signerCodesPerNetworkPerHour: 100_000,
  loginFailuresPerNetwork: 100_000,
  linkMissesPerMinute: 100_000,
};

const wanted = process.argv.slice(2);
const chosen = Object.entries(measurements).filter(([name]) => wanted.length === 0 || wanted.includes(name));
const figures: Figure[] = [];
const server = await startServer({ env: { LIMITS: JSON.stringify(limits) } });
const browser = await chromium.launch(await chromiumLaunch());
try {
  const world = await makeWorld({ ...server, api: apiClient(server.origin) }, browser);
  for (const [name, measure] of chosen) {
    console.log(`${name} …`);
    figures.push(...(await measure(world)));
  }
} finally {
  await browser.close();
  await server.stop();
}
printFigures(figures);
process.exit(figures.every(isMet) ? 0 : 1);
