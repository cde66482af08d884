import { anyField, edit, expectSaved, stored, tabTo } from "@/e2e/browser/actions/editor-page";
import { countPresses } from "@/e2e/browser/actions/presses";
import { expect, test } from "@/e2e/browser/fixtures";
import { stranger } from "@/e2e/browser/world/seed";

const types = [
  ...["signature", "initial", "stamp", "date", "name", "email", "text", "number", "phone", "day"],
  ...["checkbox", "radio", "dropdown"],
];
/** A radio button is placed together with a second one. */
const placedBy = types.flatMap((type) => (type === "radio" ? [type, type] : [type]));

// By keyboard alone: places every field type for every signer and sends the document (WCAG 2.1.1).
test("places every field type for every signer and sends the document without a pointer @exhaustive", async ({
  page,
  api,
  newRequest,
  requester,
  loggedIn,
}) => {
  test.slow();
  const request = await newRequest({
    pages: 2,
    signers: [{ person: stranger("Ana Silva") }, { person: stranger("Bo Lindqvist") }],
    fields: [],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  const presses = await countPresses(page);
  const tools = page.getByRole("toolbar", { name: "Fields" }).getByRole("button");
  await expect(tools).toHaveCount(types.length);
  await tabTo(page, tools.first());
  for (const [turn, name] of [
    [0, "Ana Silva"],
    [1, "Bo Lindqvist"],
  ] as const) {
    if (turn > 0) {
      await tabTo(page, page.getByRole("radio", { name: "Signer 1: Ana Silva" }), "Shift+Tab");
      await page.keyboard.press("ArrowDown");
      await expect(page.getByRole("radio", { name: `Signer 2: ${name}` })).toBeChecked();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Home");
    }
    for (const index of types.keys()) {
      await expect(tools.nth(index)).toBeFocused();
      await page.keyboard.press("Enter");
      const isAfterRadio = index >= types.indexOf("radio");
      await expect(anyField(page)).toHaveCount(turn * placedBy.length + index + (isAfterRadio ? 2 : 1));
      if (index === 0 && turn > 0) await page.keyboard.press("PageDown");
      // From the field to its details, then back to the palette.
      await page.keyboard.press("F6");
      await page.keyboard.press("F6");
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("ArrowUp");
  }
  await expectSaved(page);
  await expect.poll(async () => (await stored(api, requester, request)).length).toBe(2 * placedBy.length);
  const placed = await stored(api, requester, request);
  for (const { signRequestId } of request.signers)
    expect(
      placed
        .filter((field) => field.signRequestId === signRequestId)
        .map(({ type }) => type)
        .sort(),
    ).toEqual([...placedBy].sort());
  expect(placed.filter(({ required }) => !required).map(({ type }) => type)).toEqual(["checkbox", "checkbox"]);

  await test.step("opens the list of keys with ? from anywhere, and returns the focus to the field on Escape", async () => {
    const one = anyField(page).first();
    await one.focus();
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(sheet.getByRole("row", { name: /Ctrl \+ V.*Paste at the same position/ })).toBeVisible();
    const focused = sheet.locator(":focus");
    for (const key of ["Tab", "Tab", "Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab"]) {
      await page.keyboard.press(key);
      await expect(focused, `${key} stays in the window`).toHaveCount(1);
    }
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await expect(one).toBeFocused();
  });

  await tabTo(page, page.getByRole("button", { name: "Review and send" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Send to 2 people" }));
  await page.keyboard.press("Enter");
  await expect
    .poll(
      async () =>
        (await api.call<{ status: number }>("GET", `/file/validate/uuid/${request.uuid}`, { as: requester })).body
          .status,
    )
    .toBe(1);
  expect(presses()).toBe(0);
});
