import type { Request } from "@playwright/test";
import type { Person } from "@/e2e/api-client";
import { lookForLibraries } from "@/e2e/browser/actions/late-libraries";
import type { BenchWorld } from "./bench-world";
import { fiveTimes, type Figure } from "./figures";

/**
 * Size of the scripts that the signing page loads before pdf.js, and the number of document pages that fetch a large
 * library before they need it.
 */
export async function measureScripts(world: BenchWorld): Promise<Figure[]> {
  const [returning, invited] = [`/sign/${world.contract.signers[0].link}`, `/sign/${world.invited.signers[0].link}`];
  return [
    {
      name: "scripts of the signing page before pdf.js",
      unit: "KB",
      // React and Next account for 133 KB.
      target: 176,
      values: await fiveTimes(() => scriptsBefore(world, world.signer, returning)),
    },
    {
      name: "the same, new signer",
      unit: "KB",
      target: 170,
      values: await fiveTimes(() => scriptsBefore(world, null, invited)),
    },
    {
      name: "pages that fetch pdf.js, API docs or QR codes ahead of need",
      unit: "",
      target: 0,
      values: [
        await fetchedAhead(world, [
          [null, "/"],
          [null, "/verify"],
          [null, invited],
          [world.signer, returning],
          [world.requester, "/documents"],
          [world.requester, `/documents/${world.draft.uuid}`],
          [world.requester, `/documents/${world.draft.uuid}/edit`],
          [world.requester, `/documents/${world.draft.uuid}/review`],
          [world.requester, "/developers"],
        ]),
      ],
    },
  ];
}

/**
 * Kilobytes of scripts in transfer size (gzip) that a page requests before the first image of its document has loaded.
 */
async function scriptsBefore(world: BenchWorld, person: Person | null, path: string): Promise<number> {
  const { page, close } = await world.open(person);
  const scripts: Request[] = [];
  let isPictured = false;
  page.on("request", (request) => {
    if (request.resourceType() === "script" && !isPictured) scripts.push(request);
  });
  page.on("requestfinished", (request) => {
    if (/\/pages\/1\/image/.test(request.url())) isPictured = true;
  });
  await page.goto(`${world.origin}${path}`);
  await page.locator(".react-pdf__Page canvas").first().waitFor();
  const sizes = await Promise.all(scripts.map((request) => request.sizes()));
  await close();
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1024;
}

async function fetchedAhead(world: BenchWorld, pages: readonly [Person | null, string][]): Promise<number> {
  const look = lookForLibraries(world.origin);
  let count = 0;
  for (const [person, path] of pages) {
    const { page, close } = await world.open(person);
    if ((await look(await (await page.request.get(`${world.origin}${path}`)).text())).length > 0) count += 1;
    await close();
  }
  return count;
}
