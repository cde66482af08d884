import type { Page } from "@playwright/test";
import { paste } from "@/e2e/browser/actions/paste";
import { countPresses, typeInto } from "@/e2e/browser/actions/presses";
import { expect, test } from "@/e2e/browser/fixtures";
import { expectSoundResult } from "@/e2e/browser/rules/sound-result";
import { signingPassword, stranger } from "@/e2e/browser/world/seed";

const done = /^(You signed this on|Everyone has signed)/;

async function expectDone(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: done })).toBeVisible();
}

// The maximum number of clicks: docs/spec/interface.md#journeys.
test("takes a new signer from the mailed link to a valid signature in at most 4 clicks, with no other e-mail than the code's", async ({
  page,
  newRequest,
  inbox,
  requester,
  server,
}) => {
  const dora = stranger("Dora Novak");
  const request = await newRequest({ name: "Lease 2027", pages: 3, signers: [{ person: dora }] });
  await page.goto(`/sign/${await inbox.linkOf(dora.email)}`);
  const presses = await countPresses(page);

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ines Ribeiro asks you to sign Lease 2027");
  await expect(page.getByText(/3\spages/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Page 1 of 3" })).toBeVisible();
  await expect(page.getByText(dora.email)).toBeVisible();
  await expect(page.getByLabel("Your name")).toHaveValue("Dora Novak");
  await typeInto(page.getByLabel("Password", { exact: true }), dora.password);
  await page.getByRole("button", { name: "Create account" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Lease 2027" })).toBeVisible();
  expect(page.url()).toBe(`${server.origin}/sign/${request.signers[0].link}`);
  expect(await inbox.to(dora.email)).toHaveLength(1);
  // The proposed signature is in its field and only needs to be adopted.
  await expect(page.getByText("Ready to sign", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Next field" })).toHaveCount(0);
  await page.getByRole("button", { name: "Adopt and sign" }).click();
  const code = page.getByLabel("Code", { exact: true });
  await expect(code).toBeFocused();
  await paste(page, code, await inbox.codeOf(dora.email, 1));
  await expectDone(page);

  expect(presses()).toBeLessThanOrEqual(4);
  await expectSoundResult({ server, requester, request, signers: ["Dora Novak"] });
});

test("lets a new signer with a signing password choose it once, in at most 5 clicks @exhaustive", async ({
  page,
  newRequest,
  inbox,
  requester,
  server,
}) => {
  const emil = stranger("Emil Berg");
  const request = await newRequest({ signers: [{ person: emil, signMethod: "password" }] });
  await page.goto(`/sign/${await inbox.linkOf(emil.email)}`);
  const presses = await countPresses(page);
  await typeInto(page.getByLabel("Password", { exact: true }), emil.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("button", { name: "Adopt and sign" }).click();
  await typeInto(page.getByLabel("Choose a signing password"), signingPassword);
  await page.getByRole("button", { name: "Sign document" }).click();
  await expectDone(page);
  expect(presses()).toBeLessThanOrEqual(5);
  await expectSoundResult({ server, requester, request, signers: ["Emil Berg"] });
});

for (const { language, words } of [
  {
    language: "en" as const,
    words: {
      password: "Password",
      create: "Create account",
      short: /Use at least 10 characters\.$/,
      adopt: "Adopt and sign",
      chosen: "Choose a signing password",
      sign: "Sign document",
      blank: /Required\.$/,
      shorter: /Use at least 8 characters\.$/,
    },
  },
  {
    language: "pt" as const,
    words: {
      password: "Senha",
      create: "Criar conta",
      short: /Use pelo menos 10 caracteres\.$/,
      adopt: "Adotar e assinar",
      chosen: "Escolha uma senha de assinatura",
      sign: "Assinar documento",
      blank: /Campo obrigatório\.$/,
      shorter: /Use pelo menos 8 caracteres\.$/,
    },
  },
]) {
  test(`shows a missing or short password at its focused field in our own words (${language}) @exhaustive`, async ({
    page,
    newRequest,
    complaints,
  }) => {
    complaints.expect(/status of 422/);
    const {
      signers: [signer],
    } = await newRequest({ signers: [{ person: stranger("Emil Berg"), signMethod: "password", language }] });
    await page.goto(`/sign/${signer?.link ?? ""}`);
    const password = page.getByLabel(words.password, { exact: true });
    const create = page.getByRole("button", { name: words.create });
    await password.fill("quiet sea");
    await create.click();
    await expect(password).toHaveAccessibleDescription(words.short);
    await expect(password).toBeFocused();
    await password.fill("a quiet green harbour");
    await create.click();
    await page.getByRole("button", { name: words.adopt }).click();
    const chosen = page.getByLabel(words.chosen, { exact: true });
    const sign = page.getByRole("dialog").getByRole("button", { name: words.sign });
    await sign.click();
    await expect(chosen).toHaveAccessibleDescription(words.blank);
    await expect(chosen).toBeFocused();
    await chosen.fill("seven 7");
    await sign.click();
    await expect(chosen).toHaveAccessibleDescription(words.shorter);
    await expect(chosen).toBeFocused();
  });
}

test("lets a returning signer with a session sign in at most 3 clicks besides the code @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
  inbox,
  requester,
  server,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.goto(`/sign/${request.signers[0].link}`);
  const presses = await countPresses(page);
  await page.getByRole("button", { name: "Sign document" }).click();
  const code = page.getByLabel("Code", { exact: true });
  await expect(code).toBeFocused();
  await paste(page, code, await inbox.codeOf(ana.email, 1));
  await expectDone(page);
  expect(presses()).toBeLessThanOrEqual(3);
  await expectSoundResult({ server, requester, request, signers: ["Ana Silva"] });
});

test("shows a log-in form for an address with an account, names what is missing, and returns to the link @exhaustive", async ({
  page,
  newSigner,
  newRequest,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await page.goto(`/sign/${request.signers[0].link}`);
  await expect(page.getByRole("button", { name: "Create account" })).toHaveCount(0);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription("Required.");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  const link = page.url();
  await page.getByLabel("Password", { exact: true }).fill(ana.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("button", { name: "Sign document" })).toBeVisible();
  expect(page.url()).toBe(link);
});

test("shows the invited address read-only, asks for one password with Show, and refuses a changed address @exhaustive", async ({
  page,
  newRequest,
  inbox,
  api,
  complaints,
}) => {
  const dora = stranger("Dora Novak");
  await newRequest({ signers: [{ person: dora }] });
  const link = await inbox.linkOf(dora.email);
  await page.goto(`/sign/${link}`);
  await expect(page.getByText(dora.email)).toBeVisible();
  await expect(page.getByRole("textbox", { name: /mail|address/i })).toHaveCount(0);
  await expect(page.locator("input[type=password]")).toHaveCount(1);
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("see this harbour");
  await page.getByRole("button", { name: /^Show/ }).click();
  await expect(password).toHaveAttribute("type", "text");
  const tampered = await api.call("POST", `/account/create/${link}`, {
    json: { email: "mallory@example.org", password: dora.password },
  });
  expect(tampered.status).toBe(422);
  complaints.expect(/status of 422/);
  await page.route("**/api/v1/account/create/*", (route) =>
    route.continue({
      postData: JSON.stringify({ ...(route.request().postDataJSON() as object), email: "mallory@example.org" }),
    }),
  );
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Create account" })).toBeEnabled();
  for (const email of ["mallory@example.org", dora.email])
    expect((await api.call("GET", "/account/me", { as: { email, password: "see this harbour" } })).status).toBe(401);
});

// WCAG 3.3.8.
test("accepts pasted passwords and codes, marked for password managers @exhaustive", async ({
  page,
  newRequest,
  inbox,
}) => {
  const dora = stranger("Dora Novak");
  await newRequest({ signers: [{ person: dora }] });
  await page.goto(`/sign/${await inbox.linkOf(dora.email)}`);
  const password = page.getByLabel("Password", { exact: true });
  await expect(password).toHaveAttribute("autocomplete", "new-password");
  await paste(page, password, dora.password);
  await expect(password).toHaveValue(dora.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("button", { name: "Adopt and sign" }).click();
  const code = page.getByLabel("Code", { exact: true });
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");
  await paste(page, code, "12 34");
  await expect(code).toHaveValue("1234");
});
