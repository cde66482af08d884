import type { Page } from "@playwright/test";
import type { Person } from "@/e2e/api-client";
import type { BenchWorld } from "./bench-world";
import { fiveTimes, type Figure } from "./figures";
import type { PageNotes } from "./observe-page";

/** Time after the page's load event in which lazy resources load: pictures, pdf.js. */
const calmMs = 2000;

interface Visit {
  name: string;
  /** Null: the page is visited without logging in. */
  person: Person | null;
  path: string;
  /** User interactions on the page; the slowest counts. */
  run: (page: Page) => Promise<void>;
}

/** Largest contentful paint, layout shift and the slowest interaction of the most used pages. */
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
    {
      name: "documents",
      person: world.requester,
      path: "/documents",
      run: async (page) => {
        await page.getByRole("searchbox").pressSequentially("lease", { delay: 30 });
      },
    },
    {
      name: "editor",
      person: world.requester,
      path: `/documents/${world.draft.uuid}/edit`,
      run: async (page) => {
        await page.getByRole("button", { name: "Signature", exact: true }).click();
        await page.getByRole("region", { name: "Page 1 of 100" }).click({ position: { x: 300, y: 400 } });
        for (let step = 0; step < 10; step++) await page.keyboard.press("ArrowRight", { delay: 30 });
      },
    },
    { name: "landing", person: null, path: "/", run: (page) => page.keyboard.press("Tab") },
    {
      name: "signers of a draft",
      person: world.requester,
      path: `/documents/${world.draft.uuid}/signers`,
      run: async (page) => {
        await page
          .getByRole("group", { name: "Signer 1" })
          .getByLabel("Name")
          .pressSequentially(" Maria", { delay: 30 });
      },
    },
    {
      name: "document",
      person: world.requester,
      path: `/documents/${world.contract.uuid}`,
      run: async (page) => {
        await page.getByRole("button", { name: "More", exact: true }).click();
        await page.getByRole("menuitem", { name: "Withdraw request" }).click();
        await page.getByRole("alertdialog").waitFor();
        await page.keyboard.press("Escape");
      },
    },
    {
      name: "account",
      person: world.requester,
      path: "/account",
      run: (page) => page.getByLabel("Name", { exact: true }).pressSequentially(" Maria", { delay: 30 }),
    },
    { name: "verify", person: null, path: "/verify", run: (page) => page.keyboard.press("Tab") },
    {
      name: "signing page of a new signer",
      person: null,
      path: `/sign/${world.invited.signers[0].link}`,
      run: (page) => page.getByLabel("Password", { exact: true }).pressSequentially("four small boats", { delay: 30 }),
    },
    {
      name: "signing page",
      person: world.signer,
      path: `/sign/${world.contract.signers[0].link}`,
      run: async (page) => {
        await page.getByRole("button", { name: "Sign document" }).focus();
        await page.getByRole("button", { name: "Change signature" }).click();
        await page.getByRole("dialog").waitFor();
        await page.keyboard.press("Escape");
      },
    },
  ];
}

async function visitOnce(world: BenchWorld, { person, path, run }: Visit): Promise<PageNotes> {
  const { page, close } = await world.open(person);
  await page.goto(`${world.origin}${path}`);
  await page.waitForTimeout(calmMs);
  // The first interaction ends the observation of the largest paint.
  const { largestPaint } = await page.evaluate(() => window.benchNotes);
  await run(page);
  await page.waitForTimeout(300);
  const notes = await page.evaluate(() => window.benchNotes);
  await close();
  return { ...notes, largestPaint };
}
