import { boxOf } from "@/e2e/browser/actions/box-of";
import { anyField, dragBy, edit, fieldOf, pointOn, stored, tabTo } from "@/e2e/browser/actions/editor-page";
import { expect, test } from "@/e2e/browser/fixtures";
import { stranger } from "@/e2e/browser/world/seed";

const scattered = [
  { type: "signature", left: 100, top: 100 },
  { type: "date", left: 130, top: 200, width: 90, height: 22 },
  { type: "text", left: 160, top: 300, width: 120, height: 22 },
] as const;

test("snaps, cancels and resizes with the mouse @exhaustive", async ({
  page,
  api,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    signers: [{ person: stranger("Ana Silva") }],
    fields: [
      { left: 100, top: 100 },
      { type: "date", left: 300, top: 450, width: 90, height: 22 },
      { type: "text", left: 320, top: 300, width: 150, height: 60 },
      { type: "email", left: 60, top: 600, width: 150, height: 30 },
    ],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  const [text, date, line] = [
    fieldOf(page, "Text"),
    fieldOf(page, "Date signed"),
    page.locator("[data-guide=vertical]"),
  ];
  const placeOf = async (wanted: string) =>
    (await stored(api, requester, request)).find(({ type }) => type === wanted)?.coordinates;

  await test.step("cancels a drag or resize on Escape, keeps the selection, and stores nothing", async () => {
    await text.click();
    const [before, inStore] = [await boxOf(text), await stored(api, requester, request)];
    const { scale } = await pointOn(page, 1, 0, 0);
    for (const at of [
      { x: before.x + before.width / 2, y: before.y + before.height / 2 },
      { x: before.x, y: before.y },
    ]) {
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      // Three points from the other field's right edge.
      await page.mouse.move(at.x - 67 * scale, at.y + 20, { steps: 8 });
      await expect(line).toBeVisible();
      expect(((await text.boundingBox())?.x ?? NaN) - before.x).toBeCloseTo(-70 * scale, 0);
      await page.keyboard.press("Escape");
      await expect(line).toHaveCount(0);
      expectSamePlace(await text.boundingBox(), before);
      await page.mouse.up();
      await expect(text).toHaveAttribute("aria-pressed", "true");
      expectSamePlace(await text.boundingBox(), before);
    }
    await expect(page.getByRole("button", { name: "Nothing to undo" })).toBeVisible();
    expect(await stored(api, requester, request)).toEqual(inStore);
  });

  await test.step("shows a field resized by its top left corner where it is stored", async () => {
    const [at, { scale }] = [await boxOf(text), await pointOn(page, 1, 0, 0)];
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x - 67 * scale, at.y + 20, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => placeOf("text")).toMatchObject({ left: 250, width: 220 });
    const { top = NaN, height = NaN } = (await placeOf("text")) ?? {};
    const place = await pointOn(page, 1, 250, top);
    expectSamePlace(await text.boundingBox(), { x: place.x, y: place.y, width: 220 * scale, height: height * scale });
    await page.keyboard.press("Control+z");
    await expect(text).toHaveAccessibleName(/, 320 from left, 300 from top, 150 by 60 points/);
  });

  await test.step("snaps a field to another's left edge and shows a line, but not with Alt pressed", async () => {
    const { scale } = await pointOn(page, 1, 0, 0);
    // Four pixels from the other's left edge.
    await dragBy(page, date, -200 * scale + 4, 10, { drop: false });
    await expect(line).toBeVisible();
    await page.mouse.up();
    await expect(line).toHaveCount(0);
    await expect(date).toHaveAccessibleName(/, 100 from left, /);

    await page.keyboard.press("Control+z");
    await expect(date).toHaveAccessibleName(/, 300 from left, /);
    await page.keyboard.down("Alt");
    await dragBy(page, date, -200 * scale + 4, 10, { drop: false });
    await expect(line).toHaveCount(0);
    await page.mouse.up();
    await page.keyboard.up("Alt");
    const left = async () => (await placeOf("date"))?.left ?? NaN;
    // Earlier positions, 100 and 300, may still be stored.
    const isBeside = async () => (await left()) > 100.5 && (await left()) < 100 + 8 / scale;
    await expect.poll(isBeside).toBe(true);
  });

  await test.step("snaps a resized side to another field's edge and keeps the opposite side", async () => {
    const email = fieldOf(page, "E-mail");
    await email.click();
    const at = await boxOf(email);
    const { scale } = await pointOn(page, 1, 0, 0);
    await page.mouse.move(at.x + at.width, at.y + at.height);
    await page.mouse.down();
    await page.mouse.move(at.x + at.width + 37 * scale, at.y + at.height + 1, { steps: 8 });
    await expect(line).toBeVisible();
    await page.mouse.up();
    await expect.poll(() => placeOf("email")).toMatchObject({ left: 60, top: 600, width: 190 });
  });
});

test("selects several fields and changes them together @exhaustive", async ({
  page,
  api,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    signers: [{ person: stranger("Ana Silva") }],
    fields: [...scattered],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  const lefts = async () => (await stored(api, requester, request)).map(({ coordinates }) => coordinates.left);
  const expectNothingSelected = async () => {
    for (const type of ["Signature", "Date signed", "Text"])
      await expect(fieldOf(page, type)).toHaveAttribute("aria-pressed", "false");
  };

  await test.step("selects fields with a frame, aligns them left, and restores all with one undo", async () => {
    const [from, to] = [await pointOn(page, 1, 60, 80), await pointOn(page, 1, 320, 340)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 6 });
    await page.mouse.up();
    const details = page.getByRole("complementary", { name: "Field details" });
    await expect(details.getByRole("heading", { name: "3 fields selected" })).toBeVisible();
    await details.getByRole("button", { name: "Align left" }).click();
    await expect.poll(lefts).toEqual([100, 100, 100]);
    await page.getByRole("button", { name: "Undo align" }).click();
    await expect.poll(lefts).toEqual([100, 130, 160]);
    await expect(page.getByRole("button", { name: "Nothing to undo" })).toBeVisible();
  });

  await test.step("drags, removes and restores several fields together", async () => {
    await fieldOf(page, "Signature").click();
    await fieldOf(page, "Text").click({ modifiers: ["Shift"] });
    await page.keyboard.down("Alt");
    await dragBy(page, fieldOf(page, "Signature"), 90, 60);
    await page.keyboard.up("Alt");
    await expect.poll(async () => (await lefts())[0]).toBeGreaterThan(150);
    const [signature, date, text] = (await stored(api, requester, request)).map(({ coordinates }) => coordinates);
    expect(date).toMatchObject({ left: 130, top: 200 });
    expect((text?.left ?? 0) - (signature?.left ?? 0)).toBeCloseTo(60, 1);
    expect((text?.top ?? 0) - (signature?.top ?? 0)).toBeCloseTo(200, 1);
    await page.keyboard.press("Delete");
    await expect(anyField(page)).toHaveCount(1);
    await page.keyboard.press("Control+z");
    await expect(anyField(page)).toHaveCount(3);
    await page.keyboard.press("Control+z");
    // The restored fields come last.
    await expect.poll(async () => (await lefts()).sort()).toEqual([100, 130, 160]);
  });

  await test.step("selects, announces, moves, aligns and leaves several fields by keyboard alone", async () => {
    await page.keyboard.press("Escape");
    await expectNothingSelected();
    const liveRegion = page.locator("[aria-live=polite]");
    await tabTo(page, fieldOf(page, "Signature"));
    await page.keyboard.press("}");
    await expect(liveRegion.getByText("2 fields selected.")).toHaveCount(1);
    await expect(fieldOf(page, "Date signed")).toBeFocused();
    await page.keyboard.press("Space");
    await page.keyboard.press("]");
    await page.keyboard.press("Space");
    await expect(fieldOf(page, "Text")).toBeFocused();
    for (const [type, isSelected] of [
      ["Signature", "true"],
      ["Date signed", "false"],
      ["Text", "true"],
    ] as const)
      await expect(fieldOf(page, type)).toHaveAttribute("aria-pressed", isSelected);
    await page.keyboard.press("Shift+ArrowRight");
    await expect(liveRegion.getByText(/^2 fields moved, the last to 170 from left/)).toHaveCount(1);
    await page.keyboard.press("Control+a");
    await expect(liveRegion.getByText("3 fields selected.")).toHaveCount(1);
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByRole("button", { name: "Align right" }));
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => (await stored(api, requester, request)).map(({ coordinates: { left, width } }) => left + width))
      .toEqual([290, 290, 290]);
    await page.keyboard.press("F6");
    await page.keyboard.press("F6");
    await expect(fieldOf(page, "Text")).toBeFocused();
    await page.keyboard.press("Escape");
    await expectNothingSelected();
  });
});

test("copies fields to other pages @exhaustive", async ({ page, api, newRequest, requester, loggedIn }) => {
  const request = await newRequest({
    pages: 5,
    signers: [{ person: stranger("Ana Silva") }],
    fields: [{ left: 100, top: 100, width: 140, height: 44 }],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  const places = async () =>
    (await stored(api, requester, request))
      .map(({ coordinates: { page: of, left, top, width, height } }) => [of, left, top, width, height])
      .sort();
  const on = (...numbers: readonly number[]) => numbers.map((of) => [of, 100, 100, 140, 44]);

  await test.step("pastes from page 1 to page 3 at the same place, and repeats on all pages in one step", async () => {
    await anyField(page).click();
    await page.keyboard.press("Control+c");
    const picker = page.getByRole("region", { name: "Editor" }).getByRole("textbox", { name: "Page", exact: true });
    await picker.fill("3");
    await picker.press("Enter");
    await expect(page.getByRole("region", { name: "Page 3 of 5" })).toBeInViewport();
    await expect(picker).toHaveValue("3");
    await page.getByRole("region", { name: "Pages", exact: true }).focus();
    await page.keyboard.press("Control+v");
    await expect.poll(places).toEqual(on(1, 3));

    await page.getByRole("button", { name: "Repeat…" }).click();
    await page.getByRole("button", { name: "Repeat on 5 pages" }).click();
    await expect.poll(places).toEqual(on(1, 2, 3, 4, 5));
    await page.getByRole("button", { name: "Undo repeat on pages" }).click();
    await expect.poll(places).toEqual(on(1, 3));
    await page.getByRole("button", { name: "Undo paste" }).click();
    await expect.poll(places).toEqual(on(1));
  });

  await test.step("repeats fields on the given pages and asks again for missing ones", async () => {
    await anyField(page).click();
    await page.getByRole("button", { name: "Repeat…" }).click();
    const dialog = page.getByRole("dialog", { name: "Repeat the field" });
    await dialog.getByRole("radio", { name: "Selected pages" }).check();
    await dialog.getByLabel("Page numbers").fill("2-9");
    await dialog.getByRole("button", { name: "Repeat on pages" }).click();
    await expect(dialog.getByText("Enter pages from 1 to 5, such as 2-5, 8.")).toBeVisible();
    await dialog.getByLabel("Page numbers").fill("2-3, 5");
    await dialog.getByRole("button", { name: "Repeat on 3 pages" }).click();
    await expect.poll(places).toEqual(on(1, 2, 3, 5));
  });
});

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Within half a pixel. */
function expectSamePlace(found: Place | null, wanted: Place): void {
  for (const side of ["x", "y", "width", "height"] as const) expect(found?.[side], side).toBeCloseTo(wanted[side], 0);
}
