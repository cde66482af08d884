import type { Page } from "@playwright/test";
import { countPresses } from "@/e2e/browser/actions/presses";
import { expect, test } from "@/e2e/browser/fixtures";
import { expectSoundResult } from "@/e2e/browser/rules/sound-result";
import { signByCode, storeSignature, stranger } from "@/e2e/browser/world/seed";
import { makePdf } from "@/lib/pdf/testing/make-pdf";

const pdf = (name: string, pages = 1) => ({
  name,
  mimeType: "application/pdf",
  buffer: makePdf({ pages: Array.from({ length: pages }, () => ({})) }),
});

function uuidOf(page: Page): string {
  return /\/documents\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
}

test("sends a one-page contract to one signer in at most 6 clicks, with exactly one e-mail", async ({
  page,
  api,
  admin,
  newRequester,
  inbox,
  loggedIn,
  server,
}) => {
  const requester = await newRequester("Ines Ribeiro");
  const dora = stranger("Dora Novak");
  await loggedIn(page, requester);
  await page.goto("/documents");
  const presses = await countPresses(page);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "New document" }).click();
  await (await chooser).setFiles(pdf("Lease 2027.pdf"));

  const row = page.getByRole("group", { name: "Signer 1" });
  // Typed like a user: a field without focus would need another click.
  await expect(row.getByLabel("E-mail")).toBeFocused();
  await page.keyboard.type(dora.email);
  await page.keyboard.press("Tab");
  await expect(row.getByLabel("Name")).toBeFocused();
  await page.keyboard.type(dora.name);
  await page.getByRole("button", { name: "Place fields" }).click();
  await page.getByRole("button", { name: "Signature", exact: true }).click();
  await page.getByRole("region", { name: "Page 1 of 1" }).click({ position: { x: 150, y: 150 } });
  await page.getByRole("button", { name: "Review and send" }).click();
  await page.getByRole("button", { name: "Send to 1 person" }).click();
  await expect(page.getByText("Sent to 1 person", { exact: true })).toBeVisible();
  expect(presses()).toBeLessThanOrEqual(6);

  const fileUuid = uuidOf(page);
  const link = await inbox.linkOf(dora.email);
  const mails = await inbox.to(dora.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(`${server.origin}/sign/${link}`);
  expect(mails[0]?.text).not.toContain(fileUuid);
  expect(mails[0]?.subject).toContain("Lease 2027");

  expect(
    (await api.call("POST", `/account/create/${link}`, { json: { email: dora.email, password: dora.password } }))
      .status,
  ).toBe(200);
  await storeSignature(api, dora);
  const { body } = await api.call<{ signers: { signRequestId: number }[] }>("GET", `/file/validate/uuid/${fileUuid}`, {
    as: requester,
  });
  await signByCode(api, admin, { person: dora, signRequestId: body.signers[0]?.signRequestId ?? 0, link });
  await expectSoundResult({ server, requester, request: { uuid: fileUuid }, signers: ["Dora Novak"] });
});

test("blocks sending while a signer has no field, and focuses the checklist @exhaustive", async ({
  page,
  requester,
  newRequest,
  newSigner,
  inbox,
  loggedIn,
  api,
}) => {
  const chidi = stranger("Chidi Eze");
  const request = await newRequest({
    signers: [{ person: await newSigner("Ana Silva") }, { person: chidi }],
    fields: [{}],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}/review`);
  await page.getByRole("button", { name: "Send to 2 people" }).click();
  const item = page.getByRole("listitem").filter({ hasText: "Chidi Eze has no signature field" });
  await expect(item).toBeFocused();
  await expect(page.getByRole("alert").filter({ hasText: "Chidi Eze has no signature field" })).toBeVisible();
  await item.getByRole("link", { name: "Place a field for Chidi Eze" }).click();
  await expect(page.getByText("Click where Signature for Chidi Eze should go.")).toBeVisible();
  await page.goBack();
  const { body } = await api.call<{ status: number }>("GET", `/file/validate/uuid/${request.uuid}`, { as: requester });
  expect(body.status).toBe(0);
  expect(await inbox.to(chidi.email)).toEqual([]);
  await item.getByLabel("Allow an invisible signature for Chidi Eze").check();
  await page.getByRole("button", { name: "Send to 2 people" }).click();
  await expect(page.getByText("Sent to 2 people", { exact: true })).toBeVisible();
  for (const { person } of request.signers) {
    const link = await inbox.linkOf(person.email);
    const mails = await inbox.to(person.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`/sign/${link}`);
    expect(mails[0]?.text).not.toContain(request.uuid);
  }
});

test("sends the subject and message typed in the review, even without saving them first @exhaustive", async ({
  page,
  requester,
  newRequest,
  newSigner,
  inbox,
  loggedIn,
}) => {
  const [ana, bo] = [await newSigner("Ana Silva"), await newSigner("Bo Berg")];
  const request = await newRequest({
    signers: [{ person: ana }, { person: bo }],
    fields: [{}, { signer: 1 }],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}/review`);
  await page.getByLabel("The same subject and message for everyone").uncheck();
  await page.getByLabel(/^Subject/).fill("Your lease, Ana");
  await page.getByLabel(/^Message/).fill("By Friday, please.");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await page.getByLabel("Show e-mail for").selectOption({ label: "Bo Berg · English" });
  await expect(page.getByLabel(/^Subject/)).toHaveValue("");
  await page.getByLabel(/^Subject/).fill("Your lease, Bo");
  await page.getByRole("button", { name: "Send to 2 people" }).click();
  await expect(page.getByText("Sent to 2 people", { exact: true })).toBeVisible();
  await inbox.linkOf(bo.email);
  const [toAna, toBo] = [await inbox.to(ana.email), await inbox.to(bo.email)];
  expect(toAna.map(({ subject }) => subject)).toEqual(["Your lease, Ana"]);
  expect(toAna[0]?.text).toContain("By Friday, please.");
  expect(toBo.map(({ subject }) => subject)).toEqual(["Your lease, Bo"]);
});
