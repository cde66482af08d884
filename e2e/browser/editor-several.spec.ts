import { anyBox, boxOf, dragBy, edit, expectSaved, pointOn, stored, tabTo } from "@/e2e/browser/actions/editor-page";
import { expect, test } from "./fixtures";

const scattered = [
  { type: "signature", left: 100, top: 100 },
  { type: "date", left: 130, top: 200, width: 90, height: 22 },
  { type: "text", left: 160, top: 300, width: 120, height: 22 },
] as const;

test("snaps a field to another's left edge and shows a line, but not with Alt pressed @exhaustive", async ({
  page,
  api,
  newSigner,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    signers: [{ person: await newSigner("Ana Silva") }],
    boxes: [
      { left: 100, top: 100 },
      { type: "date", left: 300, top: 450, width: 90, height: 22 },
    ],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  const date = boxOf(page, "Date");
  const { scale } = await pointOn(page, 1, 0, 0);
  const line = page.locator("[data-guide=vertical]");
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
  const left = async () =>
    (await stored(api, requester, request)).find(({ type }) => type === "date")?.coordinates.left ?? NaN;
  // Earlier positions, 100 and 300, may still be stored.
  const isBeside = async () => (await left()) > 100.5 && (await left()) < 100 + 8 / scale;
  await expect.poll(isBeside).toBe(true);
});

test("snaps a resized side to another field's edge and keeps the opposite side @exhaustive", async ({
  page,
  api,
  newSigner,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    signers: [{ person: await newSigner("Ana Silva") }],
    boxes: [
      { left: 100, top: 100 },
      { type: "text", left: 60, top: 450, width: 150, height: 30 },
    ],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  const text = boxOf(page, "Text");
  await text.click();
  const at = await text.boundingBox();
  const { scale } = await pointOn(page, 1, 0, 0);
  if (!at) throw new Error("the box is not shown");
  await page.mouse.move(at.x + at.width, at.y + at.height);
  await page.mouse.down();
  await page.mouse.move(at.x + at.width + 37 * scale, at.y + at.height + 1, { steps: 8 });
  await expect(page.locator("[data-guide=vertical]")).toBeVisible();
  await page.mouse.up();
  await expectSaved(page);
  expect((await stored(api, requester, request)).find(({ type }) => type === "text")?.coordinates).toMatchObject({
    left: 60,
    top: 450,
    width: 190,
  });
});

test("cancels a drag or resize on Escape, keeps the selection, and stores nothing @exhaustive", async ({
  page,
  api,
  newSigner,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    signers: [{ person: await newSigner("Ana Silva") }],
    boxes: [
      { left: 100, top: 100 },
      { type: "text", left: 320, top: 300, width: 150, height: 60 },
    ],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  const [text, line] = [boxOf(page, "Text"), page.locator("[data-guide=vertical]")];
  await text.click();
  const [before, inStore] = [await text.boundingBox(), await stored(api, requester, request)];
  const { scale } = await pointOn(page, 1, 0, 0);
  if (!before) throw new Error("the box is not shown");
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

test("shows a field resized by its top left corner where it is stored @exhaustive", async ({
  page,
  api,
  newSigner,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    signers: [{ person: await newSigner("Ana Silva") }],
    boxes: [
      { left: 100, top: 100 },
      { type: "text", left: 320, top: 300, width: 150, height: 60 },
    ],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  const text = boxOf(page, "Text");
  await text.click();
  const [at, { scale }] = [await text.boundingBox(), await pointOn(page, 1, 0, 0)];
  if (!at) throw new Error("the box is not shown");
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x - 67 * scale, at.y + 20, { steps: 8 });
  await page.mouse.up();
  await expect
    .poll(async () => (await stored(api, requester, request)).find(({ type }) => type === "text")?.coordinates)
    .toMatchObject({ left: 250, width: 220 });
  const { top = NaN, height = NaN } =
    (await stored(api, requester, request)).find(({ type }) => type === "text")?.coordinates ?? {};
  const place = await pointOn(page, 1, 250, top);
  expectSamePlace(await text.boundingBox(), { x: place.x, y: place.y, width: 220 * scale, height: height * scale });
});

test("selects fields with a frame, aligns them left, and restores all with one undo", async ({
  page,
  api,
  newSigner,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    signers: [{ person: await newSigner("Ana Silva") }],
    boxes: [...scattered],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  const lefts = async () => (await stored(api, requester, request)).map(({ coordinates }) => coordinates.left);
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

test("drags, removes and restores several fields together @exhaustive", async ({
  page,
  api,
  newSigner,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    signers: [{ person: await newSigner("Ana Silva") }],
    boxes: [...scattered],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  await boxOf(page, "Signature").click();
  await boxOf(page, "Text").click({ modifiers: ["Shift"] });
  await page.keyboard.down("Alt");
  await dragBy(page, boxOf(page, "Signature"), 90, 60);
  await page.keyboard.up("Alt");
  await expectSaved(page);
  const [signature, date, text] = (await stored(api, requester, request)).map(({ coordinates }) => coordinates);
  expect(date).toMatchObject({ left: 130, top: 200 });
  expect(signature?.left).toBeGreaterThan(150);
  expect((text?.left ?? 0) - (signature?.left ?? 0)).toBeCloseTo(60, 1);
  expect((text?.top ?? 0) - (signature?.top ?? 0)).toBeCloseTo(200, 1);
  await page.keyboard.press("Delete");
  await expect(anyBox(page)).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(anyBox(page)).toHaveCount(3);
});

test("pastes from page 1 to page 3 at the same place, and repeats on all pages in one step @exhaustive", async ({
  page,
  api,
  newSigner,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    pages: 4,
    signers: [{ person: await newSigner("Ana Silva") }],
    boxes: [{ left: 100, top: 100, width: 140, height: 44 }],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  const places = async () =>
    (await stored(api, requester, request))
      .map(({ coordinates: { page: of, left, top, width, height } }) => [of, left, top, width, height])
      .sort();
  await anyBox(page).click();
  await page.keyboard.press("Control+c");
  const picker = page.getByRole("region", { name: "Editor" }).getByRole("textbox", { name: "Page", exact: true });
  await picker.fill("3");
  await picker.press("Enter");
  await expect(page.getByRole("region", { name: "Page 3 of 4" })).toBeInViewport();
  await expect(picker).toHaveValue("3");
  await page.getByRole("region", { name: "Pages", exact: true }).focus();
  await page.keyboard.press("Control+v");
  await expect.poll(places).toEqual([
    [1, 100, 100, 140, 44],
    [3, 100, 100, 140, 44],
  ]);

  await page.getByRole("button", { name: "Repeat…" }).click();
  await page.getByRole("button", { name: "Repeat on 4 pages" }).click();
  await expect.poll(places).toEqual([1, 2, 3, 4].map((of) => [of, 100, 100, 140, 44]));
  await page.getByRole("button", { name: "Undo repeat on pages" }).click();
  await expect.poll(places).toEqual([
    [1, 100, 100, 140, 44],
    [3, 100, 100, 140, 44],
  ]);
});

test("repeats fields on the given pages and asks again for missing ones @exhaustive", async ({
  page,
  api,
  newSigner,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    pages: 5,
    signers: [{ person: await newSigner("Ana Silva") }],
    boxes: [{ left: 100, top: 100 }],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  await anyBox(page).click();
  await page.getByRole("button", { name: "Repeat…" }).click();
  const dialog = page.getByRole("dialog", { name: "Repeat the field" });
  await dialog.getByRole("radio", { name: "Selected pages" }).check();
  await dialog.getByLabel("Page numbers").fill("2-9");
  await dialog.getByRole("button", { name: "Repeat on pages" }).click();
  await expect(dialog.getByText("Enter pages from 1 to 5, such as 2-5, 8.")).toBeVisible();
  await dialog.getByLabel("Page numbers").fill("2-3, 5");
  await dialog.getByRole("button", { name: "Repeat on 3 pages" }).click();
  await expect
    .poll(async () => (await stored(api, requester, request)).map(({ coordinates }) => coordinates.page).sort())
    .toEqual([1, 2, 3, 5]);
});

test("selects, announces, moves, aligns and leaves several fields by keyboard alone @exhaustive", async ({
  page,
  api,
  newSigner,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    signers: [{ person: await newSigner("Ana Silva") }],
    boxes: [...scattered],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  const said = page.locator("[aria-live=polite]");
  await tabTo(page, boxOf(page, "Signature"));
  await page.keyboard.press("}");
  await expect(said.getByText("2 fields selected.")).toHaveCount(1);
  await expect(boxOf(page, "Date")).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("]");
  await page.keyboard.press("Space");
  await expect(boxOf(page, "Text")).toBeFocused();
  for (const [type, isSelected] of [
    ["Signature", "true"],
    ["Date", "false"],
    ["Text", "true"],
  ] as const)
    await expect(boxOf(page, type)).toHaveAttribute("aria-pressed", isSelected);
  await page.keyboard.press("Shift+ArrowRight");
  await expect(said.getByText(/^2 fields moved, the last to 170 from left/)).toHaveCount(1);
  await page.keyboard.press("Control+a");
  await expect(said.getByText("3 fields selected.")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Align right" }));
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await stored(api, requester, request)).map(({ coordinates: { left, width } }) => left + width))
    .toEqual([290, 290, 290]);
  await page.keyboard.press("F6");
  await page.keyboard.press("F6");
  await expect(boxOf(page, "Text")).toBeFocused();
  await page.keyboard.press("Escape");
  for (const type of ["Signature", "Date", "Text"])
    await expect(boxOf(page, type)).toHaveAttribute("aria-pressed", "false");
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
