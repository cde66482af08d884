import sharp from "sharp";
import type { Page } from "@playwright/test";
import { waitUntilSigned } from "@/e2e/journey";
import { expect, test } from "./fixtures";
import { paste } from "./paste";
import { countPresses } from "./presses";
import { stranger, type SeededRequest } from "./seed";
import { expectSoundResult } from "./sound-result";

const link = (request: SeededRequest): string => `/sign/${request.signers[0]?.link ?? ""}`;

// Fact 42.
test("Next field takes the focus through the blank required fields in page order, and the count goes down", async ({ page, newSigner, newRequest, loggedIn }) => {
  const ana = await newSigner("Ana Silva");
  const boxes = [
    { type: "text" as const, page: 2, top: 300, label: "Place" },
    { type: "text" as const, page: 1, top: 500, label: "Occupation" },
    { type: "text" as const, page: 1, top: 100, left: 300, label: "Birthplace" },
    { type: "text" as const, page: 1, top: 200, label: "Nickname", required: false },
    { page: 3 },
  ];
  const request = await newRequest({ pages: 3, signers: [{ person: ana }], boxes });
  await loggedIn(page, ana);
  await page.goto(link(request));
  await expect(page.getByText("3 of 4 required fields left")).toBeVisible();
  for (const [index, label] of ["Birthplace", "Occupation", "Place"].entries()) {
    await page.getByRole("button", { name: "Next field" }).click();
    await expect(page.getByRole("textbox", { name: new RegExp(`^${label}`) })).toBeFocused();
    await page.keyboard.type("Aveiro");
    await expect(page.getByText(index === 2 ? "All required fields are filled" : `${2 - index} of 4 required fields left`)).toBeVisible();
  }
});

test("a required field that is blank is named and focused instead of signing", async ({ page, newSigner, newRequest, loggedIn, inbox }) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }], boxes: [{}, { type: "text", top: 300, label: "Place" }] });
  await loggedIn(page, ana);
  await page.goto(link(request));
  await page.getByRole("button", { name: "Sign document" }).click();
  await expect(page.getByText("One required field is still empty.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: /^Place/ })).toBeFocused();
  expect(await inbox.to(ana.email)).toHaveLength(1);
});

// Fact 43 (WCAG 2.1.1): registering, a typed signature, the code.
test("a signer registers, types a signature and signs by keyboard alone", async ({ page, newRequest, inbox, requester, server }) => {
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
  await expect(page.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ })).toBeVisible();
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

// Fact 46.
test("the signature that is saved is a trimmed PNG with transparent corners, and stands ready on the next document", async ({ page, newRequest, inbox, api }) => {
  const dora = stranger("Dora Novak");
  const request = await newRequest({ signers: [{ person: dora }] });
  await page.goto(link(request));
  await page.getByLabel("Password", { exact: true }).fill(dora.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("button", { name: "Change signature" }).click();
  await page.getByRole("radio", { name: "Draw" }).or(page.getByRole("tab", { name: "Draw" })).click();
  await draw(page);
  await page.getByRole("button", { name: "Use this signature" }).click();
  await page.getByRole("button", { name: /^(Adopt and sign|Sign document)$/ }).click();
  await page.getByLabel("Code", { exact: true }).fill(await inbox.codeOf(dora.email, 1));
  await expect(page.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ })).toBeVisible();

  const { body } = await api.call<{ data: { id: number; type: string }[] }>("GET", "/account/signature/elements", { as: dora });
  const [stored] = body.data.filter(({ type }) => type === "signature");
  const image = await api.call<{ file: { base64: string } }>("GET", `/account/signature/elements/${stored?.id ?? 0}`, { as: dora });
  const corners = await cornersOf(Buffer.from(image.body.file.base64, "base64"));
  expect(corners.format).toBe("png");
  expect(corners.alphas).toEqual([0, 0, 0, 0]);
  expect(corners.margins.every((share) => share < 0.2), `ink leaves margins of ${corners.margins.join(", ")}`).toBe(true);

  const next = await newRequest({ name: "Annex", signers: [{ person: dora }] });
  await page.goto(link(next));
  await expect(page.getByRole("img", { name: "Your signature" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign document" })).toBeVisible();
});

async function draw(page: Page): Promise<void> {
  const pad = page.getByRole("img", { name: /^Pad for the signature/ });
  const box = await pad.boundingBox();
  if (!box) throw new Error("there is no pad");
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at(0.3, 0.6));
  await page.mouse.down();
  for (const [x, y] of [[0.4, 0.3], [0.45, 0.7], [0.55, 0.35], [0.6, 0.65], [0.7, 0.4]] as const) await page.mouse.move(...at(x, y), { steps: 6 });
  await page.mouse.up();
}

/** Alpha of the four corners, and how much of each side is without ink. */
async function cornersOf(png: Buffer): Promise<{ format: string | undefined; alphas: number[]; margins: number[] }> {
  const { format } = await sharp(png).metadata();
  const { data, info: { width, height } } = await sharp(png).ensureAlpha().extractChannel(3).raw().toBuffer({ resolveWithObject: true });
  const alpha = (x: number, y: number): number => data[y * width + x] ?? 0;
  const columns = Array.from({ length: width }, (_, x) => Array.from({ length: height }, (_row, y) => alpha(x, y)).some((value) => value > 40));
  const rows = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_column, x) => alpha(x, y)).some((value) => value > 40));
  const margins = [columns.indexOf(true) / width, 1 - (columns.lastIndexOf(true) + 1) / width, rows.indexOf(true) / height, 1 - (rows.lastIndexOf(true) + 1) / height];
  return { format, alphas: [alpha(0, 0), alpha(width - 1, 0), alpha(0, height - 1), alpha(width - 1, height - 1)], margins };
}

// Fact 49.
test("a wrong code says how many tries are left, the fifth locks with a countdown, and six pasted digits submit themselves", async ({ page, newSigner, newRequest, loggedIn, inbox, complaints }) => {
  complaints.expect(/status of (422|429)/);
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.goto(link(request));
  await page.getByRole("button", { name: "Sign document" }).click();
  const code = page.getByLabel("Code", { exact: true });
  const right = await inbox.codeOf(ana.email, 1);
  const wrong = right === "111111" ? "222222" : "111111";
  for (const words of ["4 tries are left", "3 tries are left", "2 tries are left", "One try is left"]) {
    await paste(page, code, wrong);
    await expect(page.getByText(new RegExp(words))).toBeVisible();
    await expect(code).toHaveValue("");
  }
  await paste(page, code, wrong);
  await expect(page.getByText(/last try|Too many tries/)).toBeVisible();
  await paste(page, code, right);
  await expect(page.getByText(/Too many tries\. You can go on at .*\d\d:\d\d \(\d+:\d\d\)/)).toBeVisible();
});

test("a code that could not be sent can be asked for again, and one that is too short says so", async ({ page, newSigner, newRequest, loggedIn, inbox, complaints }) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.goto(link(request));
  await page.route("**/api/v1/sign/uuid/*/code", (route) => route.abort("internetdisconnected"), { times: 1 });
  await page.getByRole("button", { name: "Sign document" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: "Try again" }).click();
  const right = await inbox.codeOf(ana.email, 1);
  // The servers of these tests pause for fifty minutes between two codes, and the countdown never starts above that.
  await expect(sheet.getByText(/^New code in (50:00|49:[0-5]\d)$/)).toBeVisible();
  await sheet.getByLabel("Code", { exact: true }).fill("12");
  await sheet.getByRole("button", { name: "Sign document" }).click();
  await expect(sheet.getByText("Enter the six digits of the code.")).toBeVisible();
  await sheet.getByLabel("Code", { exact: true }).fill(right);
  await expect(page.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ })).toBeVisible();
});

test("a lost connection says that nothing is signed yet, and trying again signs once", async ({ page, newSigner, newRequest, loggedIn, inbox, api, requester, complaints }) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|status of 409/);
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.goto(link(request));
  await page.getByRole("button", { name: "Sign document" }).click();
  const code = await inbox.codeOf(ana.email, 1);
  // The server signs, but its answer never arrives: the worst moment to lose the connection.
  await page.route(`**/api/v1/sign/uuid/*`, async (route) => {
    await route.fetch();
    await route.abort("internetdisconnected");
  }, { times: 1 });
  await page.getByLabel("Code", { exact: true }).fill(code);
  await expect(page.getByText("Not signed yet")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ })).toBeVisible();
  await waitUntilSigned(api, requester, request.uuid);
  const { body } = await api.call<{ data: { type: string }[] }>("GET", `/file/${request.uuid}/audit`, { as: requester });
  expect(body.data.filter(({ type }) => type === "signed")).toHaveLength(1);
});

// Fact 53, the signer's half.
test("declining needs a reason and shows what came of it", async ({ page, newSigner, newRequest, loggedIn }) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.goto(link(request));
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Decline to sign" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Decline to sign" }).click();
  await expect(dialog.getByText("Say in a few words why")).toBeVisible();
  await dialog.getByLabel("Why do you decline?").fill("The rent is another one.");
  await dialog.getByRole("button", { name: "Decline to sign" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^You declined on/);
  await expect(page.getByText("The rent is another one.")).toBeVisible();
});
