import type { Browser, Page } from "@playwright/test";
import { expect, test } from "@/e2e/browser/fixtures";
import { stranger } from "@/e2e/browser/world/seed";
import { expectStatus } from "@/e2e/journey";

const inDays = /^\d{1,2} de [a-zç]{3}\. de \d{4}(, \d\d:\d\d)?$/;
const html = (page: Page) => page.locator("html");

/** The language of the response for a path when the browser requests `wanted`. */
async function languageFor(browser: Browser, wanted: string, url: string): Promise<string | null> {
  const context = await browser.newContext({ locale: wanted });
  const page = await context.newPage();
  await page.goto(url);
  const language = await html(page).getAttribute("lang");
  await context.close();
  return language;
}

test("uses the requester's choice of Portuguese in the e-mail and on the page, although the browser asks for English", async ({
  page,
  newRequest,
  inbox,
}) => {
  const person = stranger("Rui Prata");
  const {
    uuid,
    signers: [signer],
  } = await newRequest({ name: "Contrato", signers: [{ person, language: "pt" }] });
  const [mail] = await inbox.to(person.email);
  expect(mail?.subject).toBe("Ines Ribeiro pede sua assinatura em “Contrato”");
  expect(mail?.text).toContain("Ler e assinar:");
  await page.goto(`/sign/${signer?.link ?? ""}`);
  await expect(html(page)).toHaveAttribute("lang", "pt-BR");
  await expect(page.getByRole("button", { name: "Português" })).toHaveAttribute("aria-current", "true");
  await expect(page.locator("time").first()).toHaveText(inDays);
  // A link without a secret reveals nothing about the signer, not even the language.
  await page.goto(`/to/${uuid}/${signer?.signRequestId ?? 0}`);
  await expect(html(page)).toHaveAttribute("lang", "en");
});

test("follows the browser's language weights without another choice, and falls back to English @exhaustive", async ({
  browser,
  baseURL,
  newRequest,
}) => {
  const {
    signers: [signer],
  } = await newRequest({ signers: [{ person: stranger("Lia Costa") }] });
  const link = `${baseURL ?? ""}/sign/${signer?.link ?? ""}`;
  expect(await languageFor(browser, "pt-BR", link)).toBe("pt-BR");
  expect(await languageFor(browser, "pt-PT", `${baseURL ?? ""}/login`)).toBe("pt-BR");
  expect(await languageFor(browser, "de-DE", link)).toBe("en");
});

test("prefers the account's language to the browser's, and a choice in this browser to both @exhaustive", async ({
  open,
  api,
  newRequester,
}) => {
  const person = await newRequester("Nuno Dias");
  expectStatus(
    await api.call("PATCH", "/account/me", { as: person, json: { language: "pt" } }),
    200,
    "choose Portuguese",
  );
  const page = await open("/documents/new", person);
  await expect(html(page)).toHaveAttribute("lang", "pt-BR");
  await page.getByRole("button", { name: "English" }).click();
  await expect(html(page)).toHaveAttribute("lang", "en");
  await page.goto("/account");
  await expect(html(page)).toHaveAttribute("lang", "en");
});

test("switches by keyboard, names each language natively, and keeps typed text @exhaustive", async ({
  page,
  newRequest,
}) => {
  const {
    signers: [signer],
  } = await newRequest({ signers: [{ person: stranger("Iva Reis") }] });
  await page.goto(`/sign/${signer?.link ?? ""}`);
  const password = page.locator("input[autocomplete=new-password]");
  await password.fill("a harbour of my own");
  const portuguese = page.getByRole("button", { name: "Português" });
  await expect(portuguese).toHaveAttribute("lang", "pt-BR");
  await portuguese.focus();
  await page.keyboard.press("Enter");
  await expect(html(page)).toHaveAttribute("lang", "pt-BR");
  await expect(portuguese).toBeFocused();
  await expect(password).toHaveValue("a harbour of my own");
  await expect(page).toHaveTitle(/^Assinar/);
  await page.reload();
  await expect(html(page)).toHaveAttribute("lang", "pt-BR");
});

test("switches the language of the page for an unknown address @exhaustive", async ({ page, complaints }) => {
  complaints.expect(/status of 404/);
  await page.goto("/no-such-page");
  await page.getByRole("contentinfo").getByRole("button", { name: "Português" }).click();
  await expect(html(page)).toHaveAttribute("lang", "pt-BR");
  await expect(page.getByRole("heading", { level: 1, name: "Página não encontrada" })).toBeVisible();
});

test("marks the API pages as English in a frame of the reader's language; API errors are English too @exhaustive", async ({
  browser,
  baseURL,
  request,
}) => {
  const context = await browser.newContext({ locale: "pt-BR", ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("/docs/api");
  await expect(html(page)).toHaveAttribute("lang", "pt-BR");
  expect(
    await page
      .getByRole("heading", { level: 1 })
      .evaluate((heading) => heading.closest("[lang]")?.getAttribute("lang")),
  ).toBe("en");
  await context.close();
  const refusal = await request.get("/api/v1/account/me", { headers: { "accept-language": "pt-BR" } });
  expect(await refusal.text()).toContain("/docs/errors/unauthenticated");
  expect(await refusal.text()).not.toMatch(/[ãçõé]/);
});
