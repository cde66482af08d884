import { expect, test } from "@/e2e/browser/fixtures";
import { signByCode, type SeededRequest } from "@/e2e/browser/world/seed";

const link = (request: SeededRequest): string => `/sign/${request.signers[0].link}`;
const signedHeading = { level: 1, name: /^(You signed this on|Everyone has signed)/ } as const;

test("shows in a second open tab that the document was signed in the first, without a reload @exhaustive", async ({
  page,
  context,
  newSigner,
  newRequest,
  loggedIn,
  inbox,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.goto(link(request));
  const second = await context.newPage();
  await second.goto(link(request));
  await expect(second.getByRole("button", { name: "Sign document" })).toBeVisible();

  await page.getByRole("button", { name: "Sign document" }).click();
  await page.getByLabel("Code", { exact: true }).fill(await inbox.codeOf(ana.email, 1));
  await expect(page.getByRole("heading", signedHeading)).toBeVisible();
  await expect(second.getByRole("heading", signedHeading)).toBeVisible();
});

test("shows on return to a tab that the document was signed on another device, and keeps typed text otherwise @exhaustive", async ({
  page,
  api,
  admin,
  newSigner,
  newRequest,
  loggedIn,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({
    signers: [{ person: ana }],
    fields: [{}, { type: "text", top: 300, label: "Place", required: false }],
  });
  await loggedIn(page, ana);
  await page.goto(link(request));
  await page.getByRole("textbox", { name: /^Place/ }).fill("Aveiro");
  const response = page.waitForResponse((response) =>
    response.url().endsWith(`/api/v1${link(request).replace("/sign/", "/sign/uuid/")}`),
  );
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await response;
  await expect(page.getByRole("textbox", { name: /^Place/ })).toHaveValue("Aveiro");

  const [signer] = request.signers;
  await signByCode(api, admin, signer);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByRole("heading", signedHeading)).toBeVisible();
});
