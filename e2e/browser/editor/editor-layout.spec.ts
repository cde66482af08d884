import { boxOf } from "@/e2e/browser/actions/box-of";
import { dragAndSave, dragBy, edit, expectSaved, fieldOf, pointOn, stored } from "@/e2e/browser/actions/editor-page";
import { expect, test } from "@/e2e/browser/fixtures";
import { stranger } from "@/e2e/browser/world/seed";

test("drags selected fields to another page together, as one step of the history @exhaustive", async ({
  page,
  api,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    pages: 3,
    signers: [{ person: stranger("Ana Silva") }],
    fields: [
      { left: 100, top: 600 },
      { type: "date", left: 300, top: 600, height: 22 },
    ],
    release: false,
  });
  await loggedIn(page, requester);
  await page.setViewportSize({ width: 1400, height: 1100 });
  await page.goto(edit(request));
  await page.getByLabel("Zoom", { exact: true }).selectOption("0.5");
  const signature = fieldOf(page, "Signature");
  await signature.click();
  await fieldOf(page, "Date signed").click({ modifiers: ["Shift"] });
  const from = await pointOn(page, 1, 100, 600);
  const to = await pointOn(page, 2, 120, 200);
  await dragAndSave(page, signature, to.x - from.x, to.y - from.y);
  await expect(signature).toHaveAccessibleName(/, page 2, /);
  await expect(signature).toBeFocused();
  const [first, second] = (await stored(api, requester, request)).map(({ coordinates }) => coordinates);
  expect([first?.page, second?.page]).toEqual([2, 2]);
  expect(first?.left).toBeCloseTo(120, -1);
  expect(first?.top).toBeCloseTo(200, -1);
  expect((second?.left ?? 0) - (first?.left ?? 0), "their distance stays").toBeCloseTo(200, 1);
  await page.getByRole("button", { name: "Undo move" }).click();
  await expect(signature).toHaveAccessibleName(/, page 1, 100 from left, 600 from top/);
});

test("scrolls while a field is held at the lower edge, and drops it on the page that has come into view @exhaustive", async ({
  page,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    pages: 4,
    signers: [{ person: stranger("Ana Silva") }],
    fields: [{ left: 200, top: 100 }],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  const signature = fieldOf(page, "Signature");
  const at = await boxOf(signature);
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await page.mouse.down();
  await page.mouse.move(at.x + at.width / 2, 792, { steps: 8 });
  await expect.poll(() => page.getByLabel("Page", { exact: true }).first().inputValue()).toMatch(/[34]/);
  await page.mouse.up();
  await expect(signature).toHaveAccessibleName(/, page [234], /);
  await expectSaved(page);
});

test("changes fields by toolbar and details, folds its panels and leads back @exhaustive", async ({
  page,
  api,
  newRequest,
  requester,
  loggedIn,
}) => {
  const size = { width: 120, height: 24 };
  const request = await newRequest({
    pages: 2,
    signers: [{ person: stranger("Ana Silva") }, { person: stranger("Bo Lindqvist") }],
    fields: [
      { type: "name", left: 100, top: 100, ...size },
      { type: "email", left: 100, top: 141, ...size },
      { type: "date", left: 100, top: 300, ...size },
      { left: 350, top: 420 },
      { type: "text", left: 400, top: 600, height: 24 },
    ],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  const [signature, date] = [fieldOf(page, "Signature"), fieldOf(page, "Date signed")];
  const toolbar = page.getByRole("toolbar", { name: "Selection" });

  await test.step("snaps a field to the gap between two others and shows the equal gaps", async () => {
    await expect(toolbar).toHaveCount(0);
    const { scale } = await pointOn(page, 1, 0, 0);
    // To 184 points from the top: an equal gap of 17 points would be at 182.
    await dragBy(page, date, 0, -116 * scale, { drop: false });
    await expect(page.locator("[data-guide=gap]")).toHaveCount(2);
    await page.mouse.up();
    await expect(date).toHaveAccessibleName(/, 100 from left, 182 from top/);
    await expect(page.locator("[data-guide=gap]")).toHaveCount(0);
  });

  await test.step("acts on the selection by the toolbar beside it, with mouse and keyboard", async () => {
    await signature.click();
    await toolbar.getByLabel("Assign to").selectOption({ label: "Bo Lindqvist" });
    await expect(signature).toHaveAccessibleName(/^Signature for Bo Lindqvist, /);
    const required = toolbar.getByRole("button", { name: "Required" });
    await expect(required).toHaveAttribute("aria-pressed", "true");
    await required.press("Space");
    await expect(required).toHaveAttribute("aria-pressed", "false");
    await toolbar.getByRole("button", { name: "Duplicate" }).press("Enter");
    await expect(signature).toHaveCount(2);
    await toolbar.getByRole("button", { name: "Delete" }).press("Enter");
    await expect(signature).toHaveCount(1);
    await expect(toolbar).toHaveCount(0);
  });

  await test.step("stores font, font size, alignment and date format of a field, for several fields at once", async () => {
    const details = page.getByRole("complementary", { name: "Field details" });
    await date.click();
    await details.getByLabel("Date format").selectOption({ label: "31.03.2027" });
    await fieldOf(page, "Text").click({ modifiers: ["Shift"] });
    await expect(details.getByLabel("Date format")).toHaveCount(0);
    await details.getByLabel("Font size").selectOption({ label: "9 pt" });
    await details.getByLabel("Font", { exact: true }).selectOption({ label: "Serif" });
    await details.getByRole("radio", { name: "Align text right" }).check();
    await expect
      .poll(async () => {
        const { body } = await api.call<{ data: Record<string, unknown>[] }>("GET", `/file/${request.uuid}/elements`, {
          as: requester,
        });
        return body.data
          .map(({ type, font, fontSize, alignment, dateFormat }) => [type, font, fontSize, alignment, dateFormat])
          .sort();
      })
      .toEqual([
        ["date", "serif", 9, "right", "DD.MM.YYYY"],
        ["email", null, null, null, null],
        ["name", null, null, null, null],
        ["signature", null, null, null, null],
        ["text", "serif", 9, "right", null],
      ]);
    await signature.click({ modifiers: ["Shift"] });
    await expect(details.getByLabel("Font size"), "a signature has no text to set").toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(toolbar).toHaveCount(0);
  });

  await test.step("folds the panels by buttons with a tooltip, keeps them so after a reload, and unfolds the details for a field", async () => {
    const pages = page.getByRole("region", { name: "Pages", exact: true });
    const width = async () => (await pages.boundingBox())?.width ?? 0;
    const before = await width();
    await page.getByRole("button", { name: "Collapse fields to place" }).click();
    const collapse = page.getByRole("button", { name: "Collapse details" });
    await collapse.hover();
    const tooltip = page.getByText("Collapse details");
    await tooltip.hover();
    await page.keyboard.press("Escape");
    await expect(tooltip).toHaveCount(0);
    await collapse.click();
    await expect.poll(width).toBeGreaterThan(before + 300);
    await expect(
      page.getByRole("toolbar", { name: "Fields" }).getByRole("button", { name: "Signature" }),
    ).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: "Expand details" })).toBeVisible();
    await expect.poll(width).toBeGreaterThan(before + 300);
    await signature.press("Enter");
    await expect(page.getByRole("complementary", { name: "Field details" }).getByLabel("Signer")).toBeFocused();
  });

  await test.step("leads back to the document and the signers from the steps, with everything saved", async () => {
    await expect(page.getByRole("banner")).toHaveCount(0);
    const steps = page.getByRole("navigation", { name: "Steps" });
    await expect(steps.getByText("Fields")).toBeVisible();
    const left = async () =>
      (await stored(api, requester, request)).find(({ type }) => type === "signature")?.coordinates.left ?? NaN;
    const before = await left();
    await signature.press("ArrowRight");
    await steps.getByRole("link", { name: "Signers" }).click();
    await page.waitForURL(/\/signers$/);
    expect(await left()).toBe(before + 1);
    await expect(page.getByRole("banner")).toHaveCount(1);
  });
});
