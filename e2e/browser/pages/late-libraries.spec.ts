import { librariesIn, lookForLibraries, type LateLibrary } from "@/e2e/browser/actions/late-libraries";
import { expect, test } from "@/e2e/browser/fixtures";
import { gallery } from "@/e2e/browser/gallery";

/** Pages whose purpose requires one of these libraries. */
const own: Record<string, LateLibrary> = { "/docs/api/createRequest": "the API docs' try-it" };

// WCAG 2.4.2 and docs/spec/interface.md#speed. One test, because each page's HTML takes the server a tenth of a second.
test("gives each page a unique title that ends with the product's name, and loads pdf.js, QR codes and the API docs only when needed, never with a page's HTML @exhaustive", async ({
  page,
  world,
  loggedIn,
  server,
  complaints,
}) => {
  complaints.expect(/status of 4\d\d/);
  const look = lookForLibraries(server.origin);
  const fetchedAhead: string[] = [];
  const titles = new Map<string, string>();
  const expectUniqueTitle = (html: string, address: string) => {
    // A page is identified by its path: the filtered list is the same page, and so are the links of a document's
    // signers.
    const [path = ""] = address.replace(/^(\/(?:sign|l)\/)[^?]+/, "$1").split("?");
    const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "";
    expect.soft(title, path).toMatch(/Paraph/);
    const other = [...titles].find(([place, known]) => known === title && place !== path);
    expect.soft(other, `${path} and ${other?.[0] ?? ""} are both called ${title}`).toBeUndefined();
    titles.set(path, title);
  };
  for (const person of new Set(gallery.map((shown) => shown.as?.(world) ?? null))) {
    await page.context().clearCookies();
    if (person) await loggedIn(page, person);
    const shownTo = gallery.filter((shown) => (shown.as?.(world) ?? null) === person);
    const statuses = new Map(shownTo.map((shown) => [shown.path(world), shown.status ?? 200]));
    for (const [path, status] of statuses) {
      const html = await (await page.request.get(path, { headers: { accept: "text/html" } })).text();
      expect(html, path).toContain("/_next/static/chunks/");
      fetchedAhead.push(
        ...(await look(html)).filter((library) => own[path] !== library).map((library) => `${path}: ${library}`),
      );
      if (status === 200) expectUniqueTitle(html, path);
    }
  }
  expect(fetchedAhead).toEqual([]);
});

test("loads pdf.js on a document's page after the picture of its first page @exhaustive", async ({
  page,
  world,
  loggedIn,
}) => {
  const order: string[] = [];
  const reading: Promise<void>[] = [];
  page.on("requestfinished", (request) => {
    if (/\/pages\/1\/image/.test(request.url())) order.push("picture");
    if (/\/static\/chunks\//.test(request.url()))
      reading.push(
        (async () => {
          const script = (await (await request.response())?.text()) ?? "";
          if (librariesIn(script).includes("pdf.js")) order.push("pdf.js");
        })(),
      );
  });
  await loggedIn(page, world.returning);
  await page.goto(`/sign/${world.mixed.signers[0]?.link ?? ""}`);
  await page.getByRole("region", { name: "Page 1 of 3" }).locator("canvas").first().waitFor();
  await Promise.all(reading);
  expect(order[0]).toBe("picture");
  expect(order).toContain("pdf.js");
});
