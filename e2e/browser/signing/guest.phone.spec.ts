import { paste } from "@/e2e/browser/actions/paste";
import { countPresses } from "@/e2e/browser/actions/presses";
import { expect, test } from "@/e2e/browser/fixtures";
import { expectNoSidewaysScroll } from "@/e2e/browser/rules/sideways";
import { expectSoundResult } from "@/e2e/browser/rules/sound-result";
import type { Inbox } from "@/e2e/browser/world/inbox";
import { letPass } from "@/e2e/browser/world/let-time-pass";
import { stranger, type SeededRequest } from "@/e2e/browser/world/seed";

const done = /^(You signed this on|Everyone has signed)/;
const link = (request: SeededRequest): string => `/sign/${request.signers[0].link}`;

/** Number of these messages that contain a code. */
const countCodes = (messages: Awaited<ReturnType<Inbox["to"]>>): number =>
  messages.filter(({ text }) => /\b\d{6}\b/.test(text)).length;

test("on a phone, a guest signs with one code, 2 taps and without an account", async ({
  page,
  newRequest,
  inbox,
  requester,
  server,
  api,
}) => {
  const gita = stranger("Gita Rao");
  const request = await newRequest({ name: "Gym membership", signers: [{ person: gita }], identify: "email" });
  await page.goto(link(request));
  const presses = await countPresses(page);
  await expect(page.getByText(/We will send a code to g…@example\.org/)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Send code" }).tap();
  const code = page.getByLabel("Code", { exact: true });
  await expect(code).toBeFocused();
  await paste(page, code, await inbox.codeOf(gita.email, 1));

  await expect(page.getByText(/By signing I agree to this document/)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Adopt and sign" }).tap();
  await expect(page.getByRole("heading", { level: 1, name: done })).toBeVisible();
  expect(presses()).toBe(2);
  expect(countCodes(await inbox.to(gita.email))).toBe(1);
  await expectNoSidewaysScroll(page);
  await expectSoundResult({ server, requester, request, signers: ["Gita Rao"] });
  expect((await api.call("GET", "/account/me", { as: gita })).status).toBe(401);
});

test("on a phone, repeats a tap made before the page's scripts were loaded @exhaustive", async ({
  page,
  newRequest,
}) => {
  const request = await newRequest({ signers: [{ person: stranger("Gita Rao") }], identify: "email" });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/_next/static/**/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(link(request), { waitUntil: "commit" });
  // Without a locator, because each of its calls waits for scripts (actions/wait-for-hydration.ts).
  const shown = await page.waitForFunction(() => {
    const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Send code");
    const { x, y, width } = button?.getBoundingClientRect() ?? { x: 0, y: 0, width: 0 };
    return width > 0 ? { x, y } : null;
  });
  const { x, y } = (await shown.jsonValue()) ?? { x: 0, y: 0 };
  await page.touchscreen.tap(x + 20, y + 20);
  release();
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
});

test("on a phone, asks for a code to sign once the opening code no longer signs @exhaustive", async ({
  page,
  newRequest,
  inbox,
  server,
  complaints,
}) => {
  complaints.expect(/status of 422/);
  const gita = stranger("Gita Rao");
  const request = await newRequest({ signers: [{ person: gita }], identify: "email" });
  await page.goto(link(request));
  await page.getByRole("button", { name: "Send code" }).tap();
  const code = page.getByLabel("Code", { exact: true });
  await paste(page, code, await inbox.codeOf(gita.email, 1));
  const sign = page.getByRole("button", { name: "Adopt and sign" });
  await expect(sign).toBeVisible();
  await letPass(server.dataDir).openingCode(request.uuid);
  await sign.tap();
  await expect(code).toBeFocused();
  await paste(page, code, await inbox.codeOf(gita.email, 2));
  await expect(page.getByRole("heading", { level: 1, name: done })).toBeVisible();
});

test("on a phone, shows the tries left after a wrong code, and keeps the guest identified after a reload @exhaustive", async ({
  page,
  newRequest,
  inbox,
  complaints,
}) => {
  complaints.expect(/status of 422/);
  const gita = stranger("Gita Rao");
  const request = await newRequest({ signers: [{ person: gita }], identify: "email" });
  await page.goto(link(request));
  await page.getByRole("button", { name: "Send code" }).tap();
  const code = page.getByLabel("Code", { exact: true });
  const right = await inbox.codeOf(gita.email, 1);
  await paste(page, code, right === "000000" ? "000001" : "000000");
  await expect(page.getByText("Wrong code. 4 attempts left.")).toBeVisible();
  await paste(page, code, right);
  await expect(page.getByRole("button", { name: "Adopt and sign" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Adopt and sign" })).toBeVisible();
});

test("leads the signer from the copied link to the document after a mailed code, and shows everybody else the same page @exhaustive", async ({
  page,
  newRequest,
  inbox,
  server,
}) => {
  const gita = stranger("Gita Rao");
  const request = await newRequest({ signers: [{ person: gita }], identify: "email" });
  const place = `/to/${request.uuid}/${request.signers[0].signRequestId}`;
  await page.goto("/to/00000000-0000-4000-8000-000000000000/1");
  const nowhere = await page.getByRole("main").innerText();
  await page.goto(place);
  expect(await page.getByRole("main").innerText()).toBe(nowhere);
  await page.getByRole("button", { name: "Send code" }).tap();
  await paste(page, page.getByLabel("Code", { exact: true }), await inbox.codeOf(gita.email, 1));
  await expect(page.getByRole("button", { name: "Adopt and sign" })).toBeVisible();
  expect(page.url()).toBe(`${server.origin}${link(request)}`);
});

test.describe("signing by the link alone", () => {
  test.beforeAll(async ({ api, admin }) => {
    const json = { allowed_sign_methods: ["email", "password", "link"] };
    expect((await api.call("PUT", "/admin/settings", { as: admin, json })).status).toBe(200);
  });
  test.afterAll(async ({ api, admin }) => {
    await api.call("PUT", "/admin/settings", { as: admin, json: { allowed_sign_methods: ["email", "password"] } });
  });

  test("on a phone, a guest signs with one tap and no code, and verification states that only the link was needed @exhaustive", async ({
    page,
    newRequest,
    inbox,
    requester,
    server,
  }) => {
    const gita = stranger("Gita Rao");
    const request = await newRequest({ signers: [{ person: gita }], identify: "link" });
    await page.goto(link(request));
    const presses = await countPresses(page);
    await expect(page.getByText(/You sign as Gita Rao, .* without a code/)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Adopt and sign" }).tap();
    await expect(page.getByRole("heading", { level: 1, name: done })).toBeVisible();
    expect(presses()).toBe(1);
    expect(countCodes(await inbox.to(gita.email))).toBe(0);
    await expectSoundResult({ server, requester, request, signers: ["Gita Rao"] });
    await page.goto(`/verify/${request.uuid}`);
    await expect(page.getByText(/Only access to the signer’s link was needed/).first()).toBeVisible();
  });

  test("a known signer with a session signs with one tap and no code @exhaustive", async ({
    page,
    newRequest,
    newSigner,
    inbox,
    loggedIn,
  }) => {
    const ana = await newSigner();
    const request = await newRequest({ signers: [{ person: ana }], identify: "link" });
    await loggedIn(page, ana);
    await page.goto(link(request));
    const presses = await countPresses(page);
    await page.getByRole("button", { name: "Sign document" }).tap();
    await expect(page.getByRole("heading", { level: 1, name: done })).toBeVisible();
    expect(presses()).toBe(1);
    expect(countCodes(await inbox.to(ana.email))).toBe(0);
  });
});
