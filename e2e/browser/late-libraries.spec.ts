import { librariesIn, lookForLibraries, type LateLibrary } from "@/e2e/browser/actions/late-libraries";
import { gallery } from "@/e2e/browser/world/gallery";
import { expect, test } from "./fixtures";

/** Pages whose purpose requires one of these libraries. */
const own: Record<string, LateLibrary> = { "/docs/api/createRequest": "the API docs' try-it" };

// See docs/spec/interface.md#speed.
test("loads pdf.js, QR codes and the API docs only when needed, never with a page's HTML @exhaustive", async ({
  page,
  world,
  loggedIn,
  server,
  complaints,
}) => {
  complaints.expect(/status of 4\d\d/);
  const look = lookForLibraries(server.origin);
  const fetchedAhead: string[] = [];
  for (const person of new Set(gallery.map((shown) => shown.as?.(world) ?? null))) {
    await page.context().clearCookies();
    if (person) await loggedIn(page, person);
    const paths = new Set(
      gallery.filter((shown) => (shown.as?.(world) ?? null) === person).map((shown) => shown.path(world)),
    );
    for (const path of paths) {
      const html = await (await page.request.get(path, { headers: { accept: "text/html" } })).text();
      expect(html, path).toContain("/_next/static/chunks/");
      fetchedAhead.push(
        ...(await look(html)).filter((library) => own[path] !== library).map((library) => `${path}: ${library}`),
      );
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
