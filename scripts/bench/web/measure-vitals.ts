import type { Page, Request } from "@playwright/test";
import type { Person } from "@/e2e/api-client";
import type { BenchWorld } from "./bench-world";
import { fiveTimes, type Figure } from "./figures";
import type { PageNotes } from "./observe-page";

/** After the page's load event, until what loads late has come: pictures, pdf.js. */
const calmMs = 2000;

interface Visit {
  name: string;
  person: Person;
  path: string;
  /** What a person does there; the slowest of it counts. */
  act: (page: Page) => Promise<void>;
}

/** Largest paint, layout shift and the slowest interaction of the three pages on which people spend their time. */
export async function measureVitals(world: BenchWorld): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const visit of visits(world)) {
    const notes = await fiveTimes(() => visitOnce(world, visit));
    figures.push(
      { name: `LCP, ${visit.name}`, unit: "ms", target: 1500, values: notes.map((note) => note.largestPaint) },
      { name: `CLS, ${visit.name}`, unit: "", target: 0.05, values: notes.map((note) => note.layoutShift) },
      { name: `INP, ${visit.name}`, unit: "ms", target: 200, values: notes.map((note) => note.interaction) },
    );
  }
  return figures;
}

function visits(world: BenchWorld): Visit[] {
  return [
    { name: "documents", person: world.requester, path: "/documents", act: async (page) => {
      await page.getByRole("searchbox").pressSequentially("lease", { delay: 30 });
    } },
    { name: "editor", person: world.requester, path: `/documents/${world.draft.uuid}/edit`, act: async (page) => {
      await page.getByRole("button", { name: "Signature", exact: true }).click();
      await page.getByRole("region", { name: "Page 1 of 100" }).click({ position: { x: 300, y: 400 } });
      for (let step = 0; step < 10; step++) await page.keyboard.press("ArrowRight", { delay: 30 });
    } },
    { name: "signing page", person: world.signer, path: `/sign/${world.contract.signers[0]?.link ?? ""}`, act: async (page) => {
      await page.getByRole("button", { name: "Sign document" }).focus();
      await page.getByRole("button", { name: "Change signature" }).click();
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
    } },
  ];
}

async function visitOnce(world: BenchWorld, { person, path, act }: Visit): Promise<PageNotes> {
  const { page, close } = await world.open(person);
  await page.goto(`${world.origin}${path}`);
  await page.waitForTimeout(calmMs);
  // The first interaction ends the search for the largest paint.
  const { largestPaint } = await page.evaluate(() => window.benchNotes);
  await act(page);
  await page.waitForTimeout(300);
  const notes = await page.evaluate(() => window.benchNotes);
  await close();
  return { ...notes, largestPaint };
}

/** Scripts that the signing page asks for before the first picture of its document has come, as they travel (gzip). */
export async function measureScripts(world: BenchWorld): Promise<Figure[]> {
  const values = await fiveTimes(async () => {
    const { page, close } = await world.open(world.signer);
    const scripts: Request[] = [];
    let isPictured = false;
    page.on("request", (request) => {
      if (request.resourceType() === "script" && !isPictured) scripts.push(request);
    });
    page.on("requestfinished", (request) => {
      if (/\/pages\/1\/image/.test(request.url())) isPictured = true;
    });
    await page.goto(`${world.origin}/sign/${world.contract.signers[0]?.link ?? ""}`);
    await page.locator(".react-pdf__Page canvas").first().waitFor();
    const sizes = await Promise.all(scripts.map((request) => request.sizes()));
    await close();
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1024;
  });
  return [{ name: "scripts of the signing page before pdf.js", unit: "KB", target: 170, values }];
}
