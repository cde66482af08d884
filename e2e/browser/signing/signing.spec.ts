import type { Page } from "@playwright/test";
import { countPresses } from "@/e2e/browser/actions/presses";
import { expect, test } from "@/e2e/browser/fixtures";
import { expectSoundResult } from "@/e2e/browser/rules/sound-result";
import { stranger, type SeededRequest } from "@/e2e/browser/world/seed";

const link = (request: SeededRequest): string => `/sign/${request.signers[0].link}`;

test("moves the focus through the blank fields in page order with Next field, visits optional ones once, counts down, and reports when the document is ready", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
}) => {
  const ana = await newSigner("Ana Silva");
  const fields = [
    { type: "text" as const, page: 2, top: 300, label: "Place" },
    { type: "text" as const, page: 1, top: 500, label: "Occupation" },
    { type: "text" as const, page: 1, top: 100, left: 300, label: "Birthplace" },
    { type: "text" as const, page: 1, top: 200, label: "Nickname", required: false },
    { page: 3 },
  ];
  const request = await newRequest({ pages: 3, signers: [{ person: ana }], fields });
  await loggedIn(page, ana);
  await page.goto(link(request));
  await expect(page.getByText("3 of 4 required fields left")).toBeVisible();
  const next = page.getByRole("button", { name: "Next field" });
  for (const [label, text, left] of [
    ["Birthplace", "Aveiro", "2 of 4 required fields left"],
    ["Nickname", "", "2 of 4 required fields left"],
    ["Occupation", "Baker", "1 of 4 required fields left"],
    ["Place", "Aveiro", "Ready to sign"],
  ] as const) {
    await next.click();
    await expect(page.getByRole("textbox", { name: new RegExp(`^${label}`) })).toBeFocused();
    await page.keyboard.type(text);
    await expect(page.getByText(left, { exact: true })).toBeVisible();
  }
  await expect(next).toHaveCount(0);
});

// By keyboard alone (WCAG 2.1.1): registration, typed signature and code.
test("a signer registers, types a signature and signs by keyboard alone @exhaustive", async ({
  page,
  newRequest,
  inbox,
  requester,
  server,
}) => {
  const dora = stranger("Dora Novak");
  const request = await newRequest({ signers: [{ person: dora }] });
  await page.goto(link(request));
  const presses = await countPresses(page);
  const tabTo = (locator: ReturnType<Page["getByRole"]>) => tabUntilFocused(page, locator);

  await tabTo(page.getByLabel("Password", { exact: true }));
  await page.keyboard.type(dora.password);
  await page.keyboard.press("Enter");
  const change = page.getByRole("button", { name: "Change signature" });
  await tabTo(change);
  await page.keyboard.press("Enter");
  const name = page.getByLabel("Your name");
  await tabTo(name);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("D. Novak");
  await tabTo(page.getByRole("button", { name: "Use this signature" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await tabTo(page.getByRole("button", { name: /^(Adopt and sign|Sign document)$/ }));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await page.keyboard.type(await inbox.codeOf(dora.email, 1));
  await expect(
    page.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ }),
  ).toBeVisible();
  expect(presses()).toBe(0);
  await expectSoundResult({ server, requester, request, signers: ["Dora Novak"] });
});

async function tabUntilFocused(page: Page, locator: ReturnType<Page["getByRole"]>): Promise<void> {
  await locator.waitFor();
  for (let stops = 0; stops < 60; stops++) {
    if (await locator.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(locator).toBeFocused();
}

test("requires a reason to decline, shows the result, and shows the requester the reason @exhaustive", async ({
  page,
  open,
  newSigner,
  newRequest,
  loggedIn,
  requester,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.goto(link(request));
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Decline to sign" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Decline to sign" }).click();
  await expect(dialog.getByText("Enter a reason")).toBeVisible();
  await dialog.getByLabel("Why are you declining?").fill("The rent is another one.");
  await dialog.getByRole("button", { name: "Decline to sign" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^You declined on/);
  await expect(page.getByText("The rent is another one.")).toBeVisible();
  const own = await open(`/documents/${request.uuid}`, requester);
  await expect(own.getByText(/The rent is another one\./).first()).toBeVisible();
});

// By keyboard alone (WCAG 2.1.1): text, checkbox and automatic fields, in page order.
test("fills text and checkboxes by keyboard alone, with automatic name, address and date, and empty optional fields @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
  inbox,
  requester,
  server,
}) => {
  const ana = await newSigner("Ana Silva");
  const fields = [
    { type: "text" as const, top: 100, label: "Place" },
    { type: "checkbox" as const, top: 160, width: 24, height: 24, label: "I have read the rules", required: true },
    { type: "text" as const, top: 200, label: "Nickname", required: false },
    { type: "name" as const, top: 260 },
    { type: "email" as const, top: 320 },
    { type: "date" as const, top: 380 },
    { type: "initial" as const, top: 440, width: 80, height: 40 },
    { top: 520 },
  ];
  const request = await newRequest({ signers: [{ person: ana }], fields });
  await loggedIn(page, ana);
  await page.goto(link(request));
  const presses = await countPresses(page);
  await expect(page.getByText("2 of 7 required fields left")).toBeVisible();
  for (const text of [
    "filled in for you: Ana Silva",
    `filled in for you: ${ana.email}`,
    `filled in for you: ${new Date().toISOString().slice(0, 10)}`,
  ])
    await expect(page.getByText(new RegExp(text))).toBeAttached();
  const tabTo = (locator: ReturnType<Page["getByRole"]>) => tabUntilFocused(page, locator);
  await tabTo(page.getByRole("textbox", { name: /^Place/ }));
  await page.keyboard.type("Aveiro");
  await tabTo(page.getByRole("button", { name: "Sign document" }));
  await page.keyboard.press("Enter");
  const tick = page.getByRole("checkbox", { name: /^I have read the rules/ });
  await expect(tick).toBeFocused();
  await expect(tick).toHaveAccessibleDescription("Check this box to continue.");
  await page.keyboard.press("Space");
  await expect(page.getByText(/^Ready to sign/)).toBeVisible();
  await expect(page.getByText("Check this box to continue.")).toHaveCount(0);
  await tabTo(page.getByRole("button", { name: "Sign document" }));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await page.keyboard.type(await inbox.codeOf(ana.email, 1));
  await expect(
    page.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ }),
  ).toBeFocused();
  expect(presses()).toBe(0);
  await expectSoundResult({ server, requester, request, signers: ["Ana Silva"] });
});

// Declining by keyboard alone.
test("a signer declines by keyboard alone @exhaustive", async ({ page, newSigner, newRequest, loggedIn }) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.goto(link(request));
  const presses = await countPresses(page);
  await tabUntilFocused(page, page.getByRole("button", { name: "More" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Decline to sign" })).toBeVisible();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Why are you declining?")).toBeFocused();
  await page.keyboard.type("The rent is another one.");
  await tabUntilFocused(page, page.getByRole("dialog").getByRole("button", { name: "Decline to sign" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^You declined on/);
  expect(presses()).toBe(0);
});

test("animates nothing with reduced motion, from opening the link to signing @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
  inbox,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({
    pages: 3,
    signers: [{ person: ana }],
    fields: [{ page: 3 }, { type: "text", page: 2, top: 300, label: "Place" }],
  });
  await loggedIn(page, ana);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const moved: string[] = [];
  await page.exposeFunction("noteMotion", (what: string) => void moved.push(what));
  await page.addInitScript(() => {
    const note = (window as unknown as { noteMotion: (what: string) => void }).noteMotion;
    const longest = (list: string): number =>
      Math.max(...list.split(",").map((part) => (part.trim().endsWith("ms") ? 1 : 1000) * parseFloat(part)));
    for (const kind of ["transitionrun", "animationstart"] as const) {
      addEventListener(
        kind,
        (event) => {
          const style = getComputedStyle(event.target as Element);
          const lasts = kind === "transitionrun" ? longest(style.transitionDuration) : longest(style.animationDuration);
          if (lasts > 1)
            note(
              `${kind} of ${(event.target as Element).tagName}.${(event.target as Element).className} for ${lasts} ms`,
            );
        },
        true,
      );
    }
  });
  await page.goto(link(request));
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe("auto");
  await page.getByRole("button", { name: "Next field" }).click();
  await page.keyboard.type("Aveiro");
  await page.getByRole("button", { name: "Sign document" }).click();
  await page.getByLabel("Code", { exact: true }).fill(await inbox.codeOf(ana.email, 1));
  await expect(
    page.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ }),
  ).toBeVisible();
  expect(moved).toEqual([]);
});

// docs/spec/interface.md#link-states: "browser cannot render (page images + text)".
test("shows pictures with text for screen readers if the browser cannot render the document, and can still sign @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
  inbox,
  complaints,
}) => {
  complaints.expect(/pdfjs|pdf\.worker|ERR_FAILED|fake worker/);
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ pages: 2, signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.route("**/pdfjs/**", (route) => route.abort());
  await page.goto(link(request));
  await expect(page.getByText(/^This browser cannot display the PDF directly/)).toBeVisible();
  const first = page.getByRole("region", { name: "Page 1 of 2" });
  await expect(first.getByRole("img", { name: "Image of page 1" })).toBeVisible();
  await expect(first.getByRole("paragraph").filter({ hasText: /\S/ }).first()).toBeAttached();
  await page.getByRole("button", { name: "Sign document" }).click();
  await page.getByLabel("Code", { exact: true }).fill(await inbox.codeOf(ana.email, 1));
  await expect(
    page.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ }),
  ).toBeVisible();
});

// WCAG 1.3.1 and 1.3.2.
test("reads a page's text aloud, followed by its fields in page order @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
}) => {
  const ana = await newSigner("Ana Silva");
  const fields = [
    { type: "text" as const, top: 400, label: "Place" },
    { type: "text" as const, top: 200, label: "Occupation" },
    { top: 600 },
  ];
  const request = await newRequest({ signers: [{ person: ana }], fields });
  await loggedIn(page, ana);
  await page.goto(link(request));
  const sheet = page.getByRole("region", { name: "Page 1 of 1" });
  await expect(sheet).toHaveText(/\w/);
  await expect(sheet.locator(".textLayer")).toContainText(/\w{3,}/);
  const names = await sheet
    .locator("input, button")
    .evaluateAll((fields) => fields.map((field) => field.getAttribute("aria-label") ?? ""));
  expect(names.map((name) => name.split(",")[0])).toEqual(["Occupation", "Place", "Signature"]);
  const isAfterText = await sheet.evaluate((region) => {
    const [text, field] = [region.querySelector(".textLayer"), region.querySelector("input")];
    return (
      text !== null && field !== null && Boolean(text.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING)
    );
  });
  expect(isAfterText).toBe(true);
});
