import type { Locator, Page } from "@playwright/test";
import type { ApiClient, Person } from "@/e2e/api-client";
import { countPresses } from "@/e2e/browser/actions/presses";
import { expect, test } from "@/e2e/browser/fixtures";
import type { SeededRequest } from "@/e2e/browser/world/seed";
import { textPdf } from "@/lib/pdf/testing/text-pdf";

const lease = textPdf([
  [
    [72, 700, "Lease"],
    [72, 300, "Rubrica: ______"],
    [72, 100, "{{Fee;type=payment}}"],
  ],
  [
    [72, 400, "Tenant {{sig:1}}"],
    [330, 400, "Landlord {{sig:2}}"],
    [72, 200, "{{text:1:Town}}"],
    [330, 200, "{{date:9}}"],
  ],
]);

interface Placed {
  type: string;
  signRequestId: number;
  label: string | null;
  coordinates: { page: number; left: number; top: number; width: number; height: number };
}

async function stored(api: ApiClient, as: Person, request: SeededRequest): Promise<Placed[]> {
  return (await api.call<{ data: Placed[] }>("GET", `/file/${request.uuid}/elements`, { as })).body.data;
}

const panel = (page: Page): Locator => page.getByRole("region", { name: "Suggested fields" });
const outline = (page: Page): Locator => page.getByRole("button", { name: /^(Add suggested|Suggested) field: / });
const field = (page: Page): Locator => page.getByRole("button", { name: /^[\w ]+ for .+, page \d+, / });

test.describe("a document whose text asks for fields", () => {
  test("suggests fields, adds all for the named signers, and removes them with one undo @exhaustive", async ({
    page,
    api,
    newSigner,
    newRequest,
    requester,
    loggedIn,
  }) => {
    const request = await newRequest({
      pdf: lease,
      signers: [{ person: await newSigner("Ana Silva") }, { person: await newSigner("Bo Lund") }],
      fields: [],
      release: false,
    });
    await loggedIn(page, requester);
    await page.goto(`/documents/${request.uuid}/edit`);
    await expect(page.getByText("A tag in the text isn’t supported")).toBeVisible();
    await expect(page.getByText("They stay on the page as text: {{Fee;type=payment}} (page 1)")).toBeVisible();
    await expect(panel(page)).toContainText("places for 4 fields");
    await expect(panel(page)).toContainText("One does not name a signer. It will be assigned to Ana Silva.");
    await expect(panel(page)).toContainText("One field is for a signer who has not been added.");
    await expect(outline(page)).toHaveCount(5);
    await expect(
      page
        .getByRole("region", { name: "Page 2 of 2" })
        .getByRole("button", { name: "Add suggested field: Signature for Bo Lund, page 2" }),
    ).toBeAttached();
    await page.getByRole("button", { name: "Add all 4 fields" }).click();
    await expect(field(page)).toHaveCount(4);
    await expect(outline(page)).toHaveCount(1);
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
    const [ana, bo] = request.signers.map(({ signRequestId }) => signRequestId);
    const placed = await stored(api, requester, request);
    expect(
      placed
        .map(({ type, signRequestId, label, coordinates: { page: number } }) => [type, signRequestId, label, number])
        .sort(),
    ).toEqual(
      [
        ["initial", ana, null, 1],
        ["signature", ana, null, 2],
        ["signature", bo, null, 2],
        ["text", ana, "Town", 2],
      ].sort(),
    );
    const landlord = placed.find(({ signRequestId }) => signRequestId === bo)?.coordinates;
    // The field is on the mark's lower edge, 400 points above the bottom of a page 792 points high.
    expect(Math.abs((landlord?.top ?? 0) + (landlord?.height ?? 0) - 392)).toBeLessThan(6);
    await page.getByRole("button", { name: "Undo add suggested fields" }).click();
    await expect(field(page)).toHaveCount(0);
    await expect(outline(page)).toHaveCount(5);
    await expect.poll(async () => (await stored(api, requester, request)).length).toBe(0);
  });

  test("accepts or dismisses suggestions one by one by keyboard alone @exhaustive", async ({
    page,
    api,
    newSigner,
    newRequest,
    requester,
    loggedIn,
  }) => {
    const request = await newRequest({
      pdf: lease,
      signers: [{ person: await newSigner("Ana Silva") }, { person: await newSigner("Bo Lund") }],
      fields: [],
      release: false,
    });
    await loggedIn(page, requester);
    await page.goto(`/documents/${request.uuid}/edit`);
    const presses = await countPresses(page);
    await page.getByRole("button", { name: "Review one by one" }).focus();
    await page.keyboard.press("Enter");
    await expect(outline(page).first()).toBeFocused();
    await page.keyboard.press("Delete");
    await expect(
      page.getByRole("button", { name: "Add suggested field: Signature for Ana Silva, page 2" }),
    ).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(field(page)).toHaveCount(1);
    await expect(field(page)).toHaveAccessibleName(/^Signature for Bo Lund, page 2, /);
    await expect(page.getByRole("button", { name: "Add suggested field: Text for Ana Silva, page 2" })).toBeFocused();
    await expect(panel(page)).toContainText("places for 2 fields");
    await expect
      .poll(async () => (await stored(api, requester, request)).map(({ type }) => type))
      .toEqual(["signature"]);
    await page.getByRole("button", { name: "Dismiss", exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(panel(page)).toHaveCount(0);
    await expect(outline(page)).toHaveCount(0);
    expect(presses()).toBe(0);
  });

  test("suggests nothing that is already placed, and nothing after sending @exhaustive", async ({
    page,
    api,
    newSigner,
    newRequest,
    requester,
    loggedIn,
  }) => {
    const ana = await newSigner("Ana Silva");
    const request = await newRequest({
      pdf: textPdf([[[72, 400, "{{sig:1}}"]]]),
      signers: [{ person: ana }],
      fields: [{ left: 72, top: 345 }],
      release: false,
    });
    await loggedIn(page, requester);
    const response = page.waitForResponse((response) => response.url().endsWith("/suggestions"));
    await page.goto(`/documents/${request.uuid}/edit`);
    expect(((await (await response).json()) as { data: unknown[] }).data).toHaveLength(1);
    await expect(field(page)).toHaveCount(1);
    await expect(panel(page)).toHaveCount(0);
    await api.call("PATCH", "/request-signature", { as: requester, json: { uuid: request.uuid, status: 1 } });
    let questions = 0;
    page.on("request", (sent) => {
      if (sent.url().endsWith("/suggestions")) questions += 1;
    });
    await page.reload();
    await expect(page.getByText("The document has been sent.")).toBeVisible();
    expect(questions).toBe(0);
  });
});
