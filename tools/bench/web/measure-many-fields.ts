import type { Page } from "@playwright/test";
import type { BenchWorld } from "./bench-world";
import { fiveTimes, type Figure } from "./figures";

const pages = 500;

interface Saving {
  repeatedMs: number;
  undoneMs: number;
  shownMs: number;
  requests: number;
}

/**
 * The book's field is repeated on its 500 pages, loaded in another tab, and undone. Measures how long each answer
 * takes, and how many requests save.
 */
export async function measureManyFields(world: BenchWorld): Promise<Figure[]> {
  const savings = await fiveTimes(() => repeatAndUndo(world));
  const figure = (name: string, unit: Figure["unit"], target: number, key: keyof Saving): Figure => ({
    name,
    unit,
    target,
    values: savings.map((saving) => saving[key]),
  });
  return [
    figure("500 fields repeated, answer of the server", "ms", 1000, "repeatedMs"),
    figure("500 fields undone, answer of the server", "ms", 1000, "undoneMs"),
    figure("500 fields read in another tab, answer of the server", "ms", 1000, "shownMs"),
    figure("requests that save repeat, undo, redo and undo", "", 4, "requests"),
  ];
}

async function repeatAndUndo({ api, requester, book, open, origin }: BenchWorld): Promise<Saving> {
  const { page, close } = await open(requester);
  const expectStored = async (count: number): Promise<void> => {
    const { body } = await api.call<{ data: unknown[] }>("GET", `/file/${book.uuid}/elements`, { as: requester });
    if (body.data.length !== count) throw new Error(`${body.data.length} fields are stored instead of ${count}`);
  };
  let requests = 0;
  page.on("request", (sent) => {
    if (sent.url().endsWith("/elements") && sent.method() !== "GET") requests += 1;
  });
  await page.goto(`${origin}/documents/${book.uuid}/edit`);
  await page
    .getByRole("button", { name: / for .+, page 1, / })
    .first()
    .click();
  await page.getByRole("button", { name: "Repeat…" }).click();
  const repeatedMs = await answerTime(page, "PUT", () =>
    page.getByRole("button", { name: `Repeat on ${pages} pages` }).click(),
  );
  await expectStored(pages);
  const undoneMs = await answerTime(page, "PUT", () => page.keyboard.press("Control+z"));
  await expectStored(1);
  await answerTime(page, "PUT", () => page.keyboard.press("Control+Shift+Z"));
  // In another tab, because a reload would clear the undo history, and the next round needs one field.
  const other = await page.context().newPage();
  const shownMs = await answerTime(other, "GET", () => other.goto(`${origin}/documents/${book.uuid}/edit`));
  await other.close();
  await answerTime(page, "PUT", () => page.keyboard.press("Control+z"));
  await expectStored(1);
  await close();
  return { repeatedMs, undoneMs, shownMs, requests };
}

/** From sending the request that `act` causes to the end of its response. */
async function answerTime(page: Page, method: "GET" | "PUT", act: () => Promise<unknown>): Promise<number> {
  const answered = page.waitForResponse(
    (response) => response.url().endsWith("/elements") && response.request().method() === method,
  );
  await act();
  const response = await answered;
  await response.finished();
  return response.request().timing().responseEnd;
}
