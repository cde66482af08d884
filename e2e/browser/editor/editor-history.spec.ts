import { anyField, edit, expectSaved, fieldOf, stored } from "@/e2e/browser/actions/editor-page";
import { expect, test } from "@/e2e/browser/fixtures";
import { stranger } from "@/e2e/browser/world/seed";

test("changes no stored coordinate and no place on the paper when zooming to 50 %, 400 % and 100 %, by wheel and by key @exhaustive", async ({
  page,
  api,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    signers: [{ person: stranger("Ana Silva") }],
    fields: [
      { left: 100.25, top: 133.33 },
      { type: "date", left: 301.1, top: 450 },
    ],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  const before = await stored(api, requester, request);
  const sheet = page.getByRole("region", { name: "Page 1 of 1" });
  const shares = async () => {
    const [paper, box] = [await sheet.boundingBox(), await fieldOf(page, "Date signed").boundingBox()];
    return paper && box ? [(box.x - paper.x) / paper.width, (box.y - paper.y) / paper.height] : [];
  };
  const atFirst = await shares();
  for (const zoom of ["0.5", "4", "1"]) {
    await page.getByLabel("Zoom", { exact: true }).selectOption(zoom);
    await expect.poll(async () => ((await sheet.boundingBox())?.width ?? 0) / 816).toBeCloseTo(Number(zoom), 2);
    (await shares()).forEach((share, index) => expect(share).toBeCloseTo(atFirst[index] ?? NaN, 2));
  }
  await sheet.hover({ position: { x: 300, y: 200 } });
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -120);
  await page.keyboard.up("Control");
  await expect.poll(async () => (await sheet.boundingBox())?.width ?? 0).toBeGreaterThan(900);
  await page.keyboard.press("Control+0");
  await expect(anyField(page).first()).toHaveAccessibleName(/, 100.25 from left, 133.33 from top, /);
  expect(await stored(api, requester, request)).toEqual(before);
});

test("undoes fifty actions of all kinds to the first layout and redoes them all @exhaustive", async ({
  page,
  api,
  newRequest,
  requester,
  loggedIn,
}) => {
  test.slow();
  const request = await newRequest({
    pages: 2,
    signers: [{ person: stranger("Ana Silva") }],
    fields: [{ left: 60, top: 60 }],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  const layout = async () =>
    (await stored(api, requester, request))
      .map(({ type, required, coordinates: { page: of, left, top, width, height } }) =>
        [type, required, of, left, top, width, height].join(" "),
      )
      .sort();
  const first = await layout();
  await anyField(page).focus();
  for (let round = 0; round < 10; round++) {
    for (const key of [
      "ArrowRight",
      "Alt+ArrowDown",
      "Control+d",
      "Shift+ArrowDown",
      round % 2 === 0 ? "PageDown" : "PageUp",
    ])
      await page.keyboard.press(key);
    await expect(anyField(page)).toHaveCount(round + 2);
  }
  await expectSaved(page);
  await expect.poll(async () => (await layout()).length).toBe(11);
  const names = () =>
    anyField(page).evaluateAll((fields) => fields.map((field) => field.getAttribute("aria-label")).sort());
  const [lastNames, last] = [await names(), await layout()];
  for (let step = 0; step < 50; step++) await page.keyboard.press("Control+z");
  await expect(page.getByRole("button", { name: "Nothing to undo" })).toBeVisible();
  await expect(anyField(page)).toHaveCount(1);
  await expect.poll(layout).toEqual(first);
  for (let step = 0; step < 50; step++) await page.keyboard.press("Control+Shift+Z");
  await expect(page.getByRole("button", { name: "Nothing to redo" })).toBeVisible();
  expect(await names()).toEqual(lastNames);
  await expect.poll(layout).toEqual(last);
});

test("takes back the warning of an overlap together with the move that caused it @exhaustive", async ({
  page,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    signers: [{ person: stranger("Ana Silva") }],
    fields: [
      { left: 72, top: 120 },
      { type: "date", left: 72, top: 160 },
    ],
    release: false,
  });
  await loggedIn(page, requester);
  await page.clock.install();
  await page.goto(edit(request));
  await fieldOf(page, "Date signed").press("Shift+ArrowUp");
  const warning = page.getByText(/fields overlap:/);
  await page.clock.runFor(2000);
  await expect(warning).toBeVisible();
  // The clock is stopped from here on, so that only the undo can remove the warning.
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  await page.getByRole("button", { name: "Undo move" }).click();
  await expect(warning).toHaveCount(0);
  await page.getByRole("button", { name: "Redo move" }).click();
  await page.clock.runFor(2000);
  await expect(warning).toBeVisible();
});
