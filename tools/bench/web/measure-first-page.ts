import type { Page } from "@playwright/test";
import type { Person } from "@/e2e/api-client";
import type { BenchWorld } from "./bench-world";
import { fiveTimes, type Figure } from "./figures";

/** 20 Mbit/s with 40 ms latency, as on DSL. */
const dsl = { offline: false, latency: 40, downloadThroughput: 2_500_000, uploadThroughput: 625_000 };

/** From the navigation to the first page's pixels, with an empty cache. */
export async function measureFirstPage(world: BenchWorld): Promise<Figure[]> {
  const sign = (link: string | undefined): string => `/sign/${link ?? ""}`;
  const edit = (uuid: string): string => `/documents/${uuid}/edit`;
  return [
    await figure(world, "first page of 100, signing page", world.signer, sign(world.contract.signers[0].link), false),
    await figure(world, "first page of 100, editor", world.requester, edit(world.draft.uuid), false),
    await figure(
      world,
      "first page of a 20 MB scan at 20 Mbit/s, signing page",
      world.signer,
      sign(world.scan.signers[0].link),
      true,
    ),
    await figure(
      world,
      "first page of a 20 MB scan at 20 Mbit/s, editor",
      world.requester,
      edit(world.scanDraft.uuid),
      true,
    ),
  ];
}

async function figure(world: BenchWorld, name: string, person: Person, path: string, isSlow: boolean): Promise<Figure> {
  const values = await fiveTimes(async () => {
    const { page, close } = await world.open(person);
    if (isSlow) await (await page.context().newCDPSession(page)).send("Network.emulateNetworkConditions", dsl);
    await page.goto(`${world.origin}${path}`, { waitUntil: "commit" });
    const at = await firstPageAt(page);
    await close();
    return at;
  });
  return { name, unit: "ms", target: 1000, values };
}

async function firstPageAt(page: Page): Promise<number> {
  const noted = await page.waitForFunction(() => window.benchNotes.firstPageAt);
  return (await noted.jsonValue()) ?? Number.NaN;
}
