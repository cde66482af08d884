import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { choosePdf } from "@/e2e/browser/actions/choose-pdf";
import { changeAtPageBottom, reportPictures } from "@/e2e/browser/actions/report-pictures";
import { expect, test } from "@/e2e/browser/fixtures";
import { signByCode, untilComplete } from "@/e2e/browser/world/seed";
import { rewritePage } from "@/e2e/browser/world/tamper";
import { sha256Hex } from "@/lib/platform/blobs/sha256";

const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path());

async function pressed(page: Page, press: () => Promise<void>): Promise<Download> {
  const download = page.waitForEvent("download");
  await press();
  return download;
}

interface Revisions {
  data: { revision: number; kind: string; signer: string | null; size: number; sha256: string }[];
}

test("shows and downloads the version that Ana signed, and records only the second as a download @exhaustive", async ({
  page,
  api,
  world,
  loggedIn,
}) => {
  const { completed, requester } = world;
  const { data } = (await api.call<Revisions>("GET", `/file/${completed.uuid}/revisions`, { as: requester })).body;
  const byAna = data.find(({ signer }) => signer === "Ana Silva");
  const history = async () =>
    JSON.stringify((await api.call("GET", `/file/${completed.uuid}/audit`, { as: requester })).body).split(
      '"version":"revision"',
    ).length - 1;
  const before = await history();
  await loggedIn(page, requester);
  await page.goto(`/documents/${completed.uuid}`);
  const versions = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: /^View: / }) });
  await expect(versions).toHaveText([
    /^As sent/,
    /^As signed by Ana Silva/,
    /^As signed by Bo Lindqvist/,
    /^As sealed/,
  ]);
  await page.getByRole("link", { name: "View: As signed by Ana Silva" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "As signed by Ana Silva" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Page 1 of 1" }).locator("canvas")).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "As sent" })).toBeVisible();
  expect(await history()).toBe(before);
  const saved = await pressed(page, () => page.getByRole("link", { name: "Download" }).click());
  expect(saved.suggestedFilename()).toBe(`Delivery terms (revision ${byAna?.revision}).pdf`);
  const bytes = await bytesOf(saved);
  expect([bytes.length, sha256Hex(bytes)]).toEqual([byAna?.size, byAna?.sha256]);
  expect(await history()).toBe(before + 1);
});

test("returns 404 for a missing version, and lists none for an unsigned document @exhaustive", async ({
  page,
  world,
  loggedIn,
  complaints,
}) => {
  complaints.expect(/status of 404/);
  await loggedIn(page, world.requester);
  expect((await page.goto(`/documents/${world.completed.uuid}/versions/99`))?.status()).toBe(404);
  await page.goto(`/documents/${world.waiting.uuid}`);
  await expect(page.getByRole("heading", { name: "Signers" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Signed versions" })).toHaveCount(0);
});

test("shows and saves what each signer signed from the file in the browser, without sending anything @exhaustive", async ({
  page,
  api,
  admin,
  requester,
  newRequest,
  newSigner,
}) => {
  const request = await newRequest({
    name: "Lease 2027",
    pages: 3,
    signers: [{ person: await newSigner("Ana Silva") }],
  });
  for (const signer of request.signers) await signByCode(api, admin, signer);
  await untilComplete(api, requester, request);
  const pdf = await api.bytes(`/file/${request.uuid}/content`, requester);
  const { data } = (await api.call<Revisions>("GET", `/file/${request.uuid}/revisions`, { as: requester })).body;
  const byAna = data.find(({ kind }) => kind === "signature");
  await page.goto("/verify");
  await choosePdf(page, pdf, "Lease 2027.pdf");
  const sent: string[] = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  const open = page.getByRole("button", { name: "View what Ana Silva signed" });
  await open.press("Enter");
  const dialog = page.getByRole("dialog", { name: "As signed by Ana Silva" });
  await expect(dialog.getByRole("group", { name: "Page 1 as it was signed" }).locator("canvas")).toBeVisible();
  await dialog.getByRole("button", { name: "Next page" }).press("Enter");
  await expect(
    dialog.getByRole("group", { name: "Page 2 as it was signed" }).getByText("Page 2", { exact: true }),
  ).toBeAttached();
  await dialog.getByRole("combobox", { name: "Page" }).selectOption("3");
  await expect(dialog.getByRole("group", { name: "Page 3 as it was signed" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Next page" })).toHaveAttribute("aria-disabled", "true");
  const saved = await pressed(page, () => dialog.getByRole("button", { name: "Download this version" }).click());
  expect(saved.suggestedFilename()).toBe("Lease 2027 - As signed by Ana Silva.pdf");
  const bytes = await bytesOf(saved);
  expect(bytes.equals(pdf.subarray(0, byAna?.size))).toBe(true);
  expect(sha256Hex(bytes)).toBe(byAna?.sha256);
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
  expect(sent.filter((path) => path.startsWith("/api/"))).toEqual([]);
});

test("reports a page that looks different although every rule is satisfied, and shows the place before and after @exhaustive", async ({
  page,
  api,
  world,
}) => {
  const pdf = rewritePage(await api.bytes(`/file/${world.completed.uuid}/content`, world.requester), 1, "Page 900");
  await reportPictures(page, () => ({
    verdict: "modified",
    explanation: "page 1 looks different from what was signed",
    decidedBy: {
      code: "page_looks_different",
      params: { page: 1 },
      text: "page 1 looks different from what was signed",
    },
    changes: { level: "permitted", items: [], findings: [] },
    pictures: changeAtPageBottom,
  }));
  await page.goto("/verify");
  await choosePdf(page, pdf);
  await expect(page.getByRole("heading", { level: 2, name: "Changed after signing" })).toBeFocused();
  await expect(page.getByText("Pages look different from what was signed")).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "One visible difference" })).toBeVisible();
  const place = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "Page 1: looks different here" }) });
  const [was, is] = [
    place.getByRole("img", { name: "Page 1 as it was signed" }),
    place.getByRole("img", { name: "Page 1, current" }),
  ];
  for (const one of [was, is]) await expect(one.locator("canvas")).toBeVisible();
  const picture = (one: typeof was) =>
    one.locator("canvas").evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  await expect.poll(async () => (await picture(was)) !== (await picture(is))).toBe(true);
  await expect(page.getByText("The page was rendered and compared.")).toBeVisible();
  await expect(page.getByText("Page 1 differs from what was signed.")).toBeVisible();
});

test("reports why pages were not drawn, and never reports them as unchanged @exhaustive", async ({
  page,
  api,
  world,
}) => {
  const readers = [
    { renderer: "pdfium" as const, pages: 90, of: 90, unchanged: 0, missing: [], stopped: null },
    {
      renderer: "pdfjs" as const,
      pages: 40,
      of: 90,
      unchanged: 0,
      missing: [{ from: 41, to: 90 }],
      stopped: "time" as const,
    },
  ];
  await reportPictures(page, () => ({ pictures: { code: "partly", overrules: false, readers, places: [] } }));
  await page.goto("/verify");
  await choosePdf(page, await api.bytes(`/file/${world.completed.uuid}/content`, world.requester));
  await expect(
    page.getByText("40 of 90 pages were rendered and compared for every signature; it took too long."),
  ).toBeVisible();
  await expect(page.getByText(/look the same outside/)).toHaveCount(0);
});
