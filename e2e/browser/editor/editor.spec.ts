import { boxOf } from "@/e2e/browser/actions/box-of";
import { anyField, dragAndSave, dragBy, edit, expectSaved, stored, tabTo } from "@/e2e/browser/actions/editor-page";
import { countPresses } from "@/e2e/browser/actions/presses";
import { expect, test } from "@/e2e/browser/fixtures";
import { signByCode, stranger } from "@/e2e/browser/world/seed";
import { linkFor } from "@/e2e/journey";
import { changedEdges } from "@/e2e/oracles";

// WCAG 2.1.1, 4.1.2, 4.1.3.
test("places, moves and resizes a field and changes its page by keyboard alone, with its place in its name and moves announced, and places one by two clicks @exhaustive", async ({
  page,
  api,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    pages: 3,
    signers: [{ person: stranger("Ana Silva") }],
    fields: [],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  const presses = await countPresses(page);
  const tool = page.getByRole("toolbar").getByRole("button", { name: "Signature", exact: true });
  await tabTo(page, tool);
  await page.keyboard.press("Enter");
  const field = anyField(page);
  await expect(field).toBeFocused();
  await expectSaved(page);
  const [placed] = await stored(api, requester, request);
  for (let step = 0; step < 10; step++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Alt+ArrowRight");
  await expect(
    page
      .getByRole("status")
      .or(page.locator("[aria-live=polite]"))
      .filter({ hasText: /^(Moved to|Resized to) / }),
  ).toHaveCount(1);
  await page.keyboard.press("PageDown");
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleName(
    /^Signature for Ana Silva, page 2, [\d.]+ from left, [\d.]+ from top, [\d.]+ by [\d.]+ points$/,
  );
  const was = placed?.coordinates ?? { page: 0, left: 0, top: 0, width: 0, height: 0 };
  const wanted = {
    page: was.page + 1,
    left: was.left + 10,
    top: was.top + 10,
    width: was.width + 1,
    height: was.height,
  };
  await expect
    .poll(async () =>
      (await stored(api, requester, request)).map(({ coordinates: { page: number, left, top, width, height } }) => ({
        page: number,
        left,
        top,
        width,
        height,
      })),
    )
    .toEqual([wanted].map(rounded));
  expect(presses()).toBe(0);

  // WCAG 2.5.7.
  await test.step("places a field with a click on Signature and a click on the page, without dragging", async () => {
    await page.keyboard.press("Delete");
    await expect(field).toHaveCount(0);
    await expect.poll(() => stored(api, requester, request)).toEqual([]);
    await page.getByRole("button", { name: "Signature", exact: true }).click();
    await page.getByRole("region", { name: "Page 2 of 3" }).click({ position: { x: 200, y: 150 } });
    await expect(field).toHaveCount(1);
    await expect(field).toHaveAccessibleName(/^Signature for Ana Silva, page 2, /);
    expect(presses()).toBe(2);
    await expect
      .poll(async () =>
        (await stored(api, requester, request)).map(({ type, coordinates }) => [type, coordinates.page]),
      )
      .toEqual([["signature", 2]]);
  });
});

function rounded<Box extends Record<string, number>>(box: Box): Record<string, unknown> {
  return Object.fromEntries(Object.entries(box).map(([name, value]) => [name, expect.closeTo(value, 2) as unknown]));
}

test("returns from the API the numbers shown in the details, within 0.01 points, after a drag, and keeps a field on the page", async ({
  page,
  api,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({ signers: [{ person: stranger("Ana Silva") }], release: false });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  await dragBy(page, anyField(page), 137, 83);
  await expectSaved(page);
  const [placed] = await stored(api, requester, request);
  const details = page.getByRole("complementary", { name: "Field details" });
  for (const side of ["left", "top", "width", "height"] as const) {
    const shown = Number(await details.getByLabel(side, { exact: false }).first().inputValue());
    expect(Math.abs(shown - (placed?.coordinates[side] ?? NaN)), side).toBeLessThanOrEqual(0.01);
  }
  expect(placed?.coordinates.left).not.toBe(72);

  await test.step("keeps a field dragged off the page on it, and the API refuses that place with its code", async () => {
    await dragAndSave(page, anyField(page), -900, -20);
    const left = (await stored(api, requester, request))[0]?.coordinates.left;
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left).toBeLessThan(10);
    const outside = {
      type: "signature",
      signRequestId: request.signers[0].signRequestId,
      coordinates: { page: 1, left: 600, top: 10, width: 100, height: 50 },
    };
    const refused = await api.call<{ code: string }>("POST", `/file/${request.uuid}/elements`, {
      as: requester,
      json: outside,
    });
    expect([refused.status, refused.body.code]).toEqual([422, "element_outside_page"]);
  });

  await test.step("shows an edit after a reload", async () => {
    const before = (await stored(api, requester, request))[0]?.coordinates.left ?? NaN;
    await anyField(page).focus();
    for (let step = 0; step < 5; step++) await page.keyboard.press("Shift+ArrowRight");
    await expect
      .poll(async () => (await stored(api, requester, request))[0]?.coordinates.left)
      .toBeCloseTo(before + 50, 1);
    const name = await anyField(page).getAttribute("aria-label");
    await page.reload();
    await expect(anyField(page)).toHaveAccessibleName(name ?? "");
  });
});

for (const [words, seen] of [
  ["a page turned by 90 degrees", { rotate: 90 }],
  [
    "a cropped page turned by 270 degrees @exhaustive",
    { mediaBox: [0, 0, 700, 800], cropBox: [100, 50, 500, 700], rotate: 270 },
  ],
] as const) {
  test(`shows the signature within 2 pixels of its field in the signed PDF on ${words}`, async ({
    page,
    api,
    admin,
    newSigner,
    newRequest,
    requester,
    loggedIn,
  }) => {
    const ana = await newSigner("Ana Silva");
    const request = await newRequest({ pages: [seen], signers: [{ person: ana }], fields: [], release: false });
    await loggedIn(page, requester);
    await page.goto(edit(request));
    const sheet = page.getByRole("region", { name: "Page 1 of 1" });
    await page.getByRole("button", { name: "Signature", exact: true }).click();
    await sheet.click({ position: { x: 180, y: 130 } });
    await dragAndSave(page, anyField(page), 61, 47);
    const [paper, dropped] = [await boxOf(sheet), await boxOf(anyField(page))];

    expect(
      (await api.call("PATCH", "/request-signature", { as: requester, json: { uuid: request.uuid, status: 1 } }))
        .status,
    ).toBe(200);
    const before = await api.bytes(`/file/${request.uuid}/content`, requester);
    await signByCode(api, admin, {
      person: ana,
      signRequestId: request.signers[0].signRequestId,
      link: await linkFor(api, admin, ana.email),
    });
    const after = await api.bytes(`/file/${request.uuid}/content`, requester);
    const ink = changedEdges(before, after, 1, { width: paper.width, height: paper.height });
    const [left, top] = [dropped.x - paper.x, dropped.y - paper.y];
    expect(ink, "the signature left ink").not.toBeNull();
    expect(ink?.left).toBeGreaterThanOrEqual(left - 2);
    expect(ink?.top).toBeGreaterThanOrEqual(top - 2);
    expect(ink?.right).toBeLessThanOrEqual(left + dropped.width + 2);
    expect(ink?.bottom).toBeLessThanOrEqual(top + dropped.height + 2);
    // A wrongly oriented or mirrored field would contain little ink.
    expect((ink?.right ?? 0) - (ink?.left ?? 0)).toBeGreaterThan(dropped.width * 0.4);
    expect((ink?.bottom ?? 0) - (ink?.top ?? 0)).toBeGreaterThan(dropped.height * 0.4);
  });
}

test("shows fields read-only after sending, and the API answers file_not_draft @exhaustive", async ({
  page,
  api,
  world,
  loggedIn,
}) => {
  await loggedIn(page, world.requester);
  await page.goto(edit(world.waiting));
  await expect(page.getByText("The document has been sent.")).toBeVisible();
  await expect(anyField(page)).toHaveCount(1);
  const before = await stored(api, world.requester, world.waiting);
  await anyField(page).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Delete");
  await expect(anyField(page)).toHaveCount(1);
  await expect(page.getByRole("toolbar")).toHaveCount(0);
  const [field] = (
    await api.call<{ data: { elementId: number }[] }>("GET", `/file/${world.waiting.uuid}/elements`, {
      as: world.requester,
    })
  ).body.data;
  const refused = await api.call<{ code: string }>(
    "PATCH",
    `/file/${world.waiting.uuid}/elements/${field?.elementId ?? 0}`,
    { as: world.requester, json: { coordinates: { left: 10 } } },
  );
  expect([refused.status, refused.body.code]).toEqual([409, "file_not_draft"]);
  expect(await stored(api, world.requester, world.waiting)).toEqual(before);
});
