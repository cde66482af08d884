import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/browser/fixtures";
import { expectNoSidewaysScroll } from "@/e2e/browser/rules/sideways";
import { expectSoundResult } from "@/e2e/browser/rules/sound-result";
import { stranger, type SeededRequest } from "@/e2e/browser/world/seed";

const link = (request: SeededRequest): string => `/sign/${request.signers[0].link}`;

/**
 * Buttons, links outside sentences, and inputs need a target of 44 by 44 pixels (WCAG 2.5.5,
 * docs/spec/interface.md#accessibility).
 */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const inSentence = (element: Element) =>
      element.tagName === "A" &&
      element.closest("p") !== null &&
      (element.parentElement?.textContent ?? "").length > (element.textContent ?? "").length + 20;
    // A label around an input, and pseudo-elements of labels and buttons, extend the target.
    const room = (element: Element): DOMRect => {
      const target = element.closest("label") ?? element;
      const own = target.getBoundingClientRect();
      const before = getComputedStyle(target, "::before");
      const beside =
        before.position === "absolute"
          ? { width: parseFloat(before.width) || 0, height: parseFloat(before.height) || 0 }
          : { width: 0, height: 0 };
      return new DOMRect(own.x, own.y, Math.max(own.width, beside.width), Math.max(own.height, beside.height));
    };
    return [
      ...document.querySelectorAll(
        "main button, main a[href], main input:not([hidden]), [role=dialog] button, [role=dialog] input, aside button",
      ),
    ]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          !inSentence(element) &&
          !element.closest("[aria-hidden=true]"),
      )
      .map((element) => ({
        name: element.getAttribute("aria-label") ?? element.textContent ?? element.id,
        rect: room(element),
      }))
      .filter(({ rect }) => rect.width > 1 && (rect.width < 43.5 || rect.height < 43.5))
      .map(({ name, rect }) => `${name.trim()}: ${rect.width.toFixed(0)} × ${rect.height.toFixed(0)}`);
  });
}

/** Whether nothing covers the middle of the focused element. */
async function isFocusInSight(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused) return false;
    const { left, top, width, height } = focused.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return seen !== null && (focused.contains(seen) || seen.contains(focused));
  });
}

test("on a phone, a new signer signs by touch without sideways scrolling, with 44-pixel targets and the focus never covered @exhaustive", async ({
  page,
  newRequest,
  inbox,
  requester,
  server,
}) => {
  const dora = stranger("Dora Novak");
  const fields = [
    { page: 2, top: 735, left: 330, height: 40 },
    { page: 1, type: "text" as const, top: 400, label: "Place" },
    { page: 2, type: "text" as const, top: 730, label: "Occupation" },
  ];
  const request = await newRequest({ pages: 2, signers: [{ person: dora }], fields });
  await page.goto(link(request));
  await expectNoSidewaysScroll(page);
  expect(await smallTargets(page)).toEqual([]);
  await page.getByLabel("Password", { exact: true }).fill(dora.password);
  await page.getByRole("button", { name: "Create account" }).tap();

  for (const label of ["Place", "Occupation"]) {
    await page.getByRole("button", { name: "Next field" }).tap();
    await expect(page.getByRole("textbox", { name: new RegExp(`^${label}`) })).toBeFocused();
    await expect.poll(() => isFocusInSight(page), `${label} is in sight`).toBe(true);
    await page.keyboard.type("Aveiro");
  }
  await expectNoSidewaysScroll(page);
  expect(await smallTargets(page)).toEqual([]);
  await page.getByRole("button", { name: "Adopt and sign" }).tap();
  const code = page.getByLabel("Code", { exact: true });
  await expect(code).toBeFocused();
  await expect.poll(() => isFocusInSight(page), "the code field is in sight").toBe(true);
  expect(await smallTargets(page)).toEqual([]);
  await code.fill(await inbox.codeOf(dora.email, 1));
  await expect(
    page.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ }),
  ).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectSoundResult({ server, requester, request, signers: ["Dora Novak"] });
});

// The code is refused.
test("limits the last step to two fifths of the height, also with an error, and keeps the code field visible, at 390 × 844 and 320 × 568 @exhaustive", async ({
  page,
  newRequest,
  newSigner,
  loggedIn,
  inbox,
  complaints,
}) => {
  complaints.expect(/status of 422/);
  const sizes = [
    { width: 390, height: 844 },
    { width: 320, height: 568 },
  ] as const;
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.goto(link(request));
  await page.getByRole("button", { name: "Sign document" }).tap();
  const sheet = page.getByRole("dialog");
  const code = page.getByLabel("Code", { exact: true });
  const right = await inbox.codeOf(ana.email, 1);
  await expect(code).toBeFocused();
  const expectLowSheet = async () => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      await expect
        .poll(async () => ((await sheet.boundingBox())?.height ?? Infinity) / size.height)
        .toBeLessThanOrEqual(0.402);
      await expect.poll(() => isFocusInSight(page), "the code field is in sight").toBe(true);
      expect(await smallTargets(page)).toEqual([]);
      await expectNoSidewaysScroll(page);
    }
  };
  await expectLowSheet();
  await code.fill(right === "111111" ? "222222" : "111111");
  await expect(sheet.getByText(/4 attempts left/)).toBeVisible();
  await expectLowSheet();
});

// On an iPhone the keyboard overlays the page. Chromium has no such keyboard, so the test reports one to the window.
test("on a phone, places the last step above the keyboard @exhaustive", async ({
  page,
  newRequest,
  newSigner,
  loggedIn,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.addInitScript(() => {
    const view = Object.assign(new EventTarget(), { height: innerHeight, offsetTop: 0, scale: 1 });
    Object.defineProperty(window, "visualViewport", { value: view });
  });
  await page.goto(link(request));
  await page.getByRole("button", { name: "Sign document" }).tap();
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await page.evaluate(() => {
    const view = visualViewport as unknown as { height: number } & EventTarget;
    view.height = innerHeight - 336;
    view.dispatchEvent(new Event("resize"));
  });
  const bottom = async (): Promise<number> => {
    const box = await page.getByRole("dialog").boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  await expect.poll(bottom).toBeLessThanOrEqual(844 - 336 + 1);
  expect(await isFocusInSight(page)).toBe(true);
});

test("on a phone, limits the signing panel to two fifths of the height, and does not zoom the page at any field @exhaustive", async ({
  page,
  newRequest,
  newSigner,
  loggedIn,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({
    signers: [{ person: ana }],
    fields: [{}, { type: "text", top: 300, label: "Place" }],
  });
  await loggedIn(page, ana);
  await page.goto(link(request));
  const panel = await page.getByRole("complementary", { name: "Signing" }).boundingBox();
  expect(panel?.height).toBeLessThanOrEqual(0.4 * 844 + 1);
  // iOS zooms in when an input with smaller text receives focus.
  const sizes = await page.locator("input:visible").evaluateAll((inputs) =>
    inputs.map((input) => {
      (input as HTMLInputElement).focus();
      return parseFloat(getComputedStyle(input).fontSize);
    }),
  );
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.filter((size) => size < 16)).toEqual([]);
});

// WCAG 2.5.7 by touch. One tap places exactly one field (an early bug of LibreSign placed more).
test("on a phone, places exactly one field by a tap on Signature and a tap on the page @exhaustive", async ({
  page,
  newRequest,
  newSigner,
  requester,
  loggedIn,
  api,
}) => {
  const request = await newRequest({ signers: [{ person: await newSigner("Ana Silva") }], fields: [], release: false });
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}/edit`);
  await page.getByRole("button", { name: "Signature", exact: true }).tap();
  await page.getByRole("region", { name: "Page 1 of 1" }).tap({ position: { x: 120, y: 100 } });
  await expect(page.getByRole("button", { name: /^Signature for Ana Silva, page 1, / })).toHaveCount(1);
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  const { body } = await api.call<{ data: unknown[] }>("GET", `/file/${request.uuid}/elements`, { as: requester });
  expect(body.data).toHaveLength(1);
  await expectNoSidewaysScroll(page);
});
