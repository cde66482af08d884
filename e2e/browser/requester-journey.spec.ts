import type { Page } from "@playwright/test";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { expect, test } from "./fixtures";
import { countPresses } from "./presses";
import { signByCode, storeSignature, stranger } from "./seed";
import { expectSoundResult } from "./sound-result";

const pdf = (name: string, pages = 1) => ({ name, mimeType: "application/pdf", buffer: makePdf({ pages: Array.from({ length: pages }, () => ({})) }) });

function uuidOf(page: Page): string {
  return /\/documents\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
}

// The budget of UX.md section 1; facts 21 and 36.
test("from the documents page a one-page contract is sent to one signer in at most 6 clicks, with exactly one mail", async ({ page, api, admin, newRequester, inbox, loggedIn, server }) => {
  const requester = await newRequester("Ines Ribeiro");
  const dora = stranger("Dora Novak");
  await loggedIn(page, requester);
  await page.goto("/documents");
  const presses = await countPresses(page);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "New document" }).click();
  await (await chooser).setFiles(pdf("Lease 2027.pdf"));

  const row = page.getByRole("group", { name: "Signer 1" });
  await row.getByLabel("E-mail").fill(dora.email);
  await row.getByLabel("Name").fill(dora.name);
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

  expect((await api.call("POST", `/account/create/${link}`, { json: { email: dora.email, password: dora.password } })).status).toBe(200);
  await storeSignature(api, dora);
  const { body } = await api.call<{ signers: { signRequestId: number }[] }>("GET", `/file/validate/uuid/${fileUuid}`, { as: requester });
  await signByCode(api, admin, { person: dora, signRequestId: body.signers[0]?.signRequestId ?? 0, link });
  await expectSoundResult({ server, requester, request: { uuid: fileUuid }, signers: ["Dora Novak"] });
});

// Fact 11.
test("a PDF dropped anywhere on the documents page becomes a request with the file's name as its title", async ({ page, requester, loggedIn }) => {
  await loggedIn(page, requester);
  await page.goto("/documents");
  const { buffer, name } = pdf("Board minutes.pdf");
  const transfer = await page.evaluateHandle(([bytes, fileName]) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], fileName, { type: "application/pdf" }));
    return data;
  }, [[...buffer], name] as const);
  await expect(page.getByRole("button", { name: "New document" })).toBeEnabled();
  await page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
  await expect(page.getByLabel("Title of the document")).toHaveValue("Board minutes");
});

test("a file that is no PDF is refused by its content, in words that say why, and nothing is kept", async ({ page, api, newRequester, loggedIn }) => {
  const requester = await newRequester();
  await loggedIn(page, requester);
  await page.goto("/documents/new");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a PDF" }).click();
  await (await chooser).setFiles({ name: "setup.pdf", mimeType: "application/pdf", buffer: Buffer.from("MZ this is a program") });
  await expect(page.getByText("“setup.pdf” is not a PDF")).toBeVisible();
  const { body } = await api.call<{ data: unknown[] }>("GET", "/file/list", { as: requester });
  expect(body.data).toEqual([]);
});

// Fact 16, without the message.
test("a reload shows the same title and signers that were typed", async ({ page, api, requester, newRequest, newSigner, loggedIn }) => {
  const request = await newRequest({ signers: [{ person: await newSigner("Ana Silva") }], boxes: [], release: false });
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}/signers`);
  await page.getByLabel("Title of the document").fill("Lease of the harbour house");
  await page.getByRole("button", { name: "Add signer" }).click();
  const second = page.getByRole("group", { name: "Signer 2" });
  await second.getByLabel("E-mail").fill("bo@example.org");
  await second.getByLabel("Name").fill("Bo Lindqvist");
  const saved = async () => (await api.call<{ name: string; signers: { displayName: string }[] }>("GET", `/file/validate/uuid/${request.uuid}`, { as: requester })).body;
  await expect.poll(async () => (await saved()).signers.map(({ displayName }) => displayName)).toEqual(["Ana Silva", "Bo Lindqvist"]);
  expect((await saved()).name).toBe("Lease of the harbour house");
  await page.reload();
  await expect(page.getByLabel("Title of the document")).toHaveValue("Lease of the harbour house");
  await expect(second.getByLabel("E-mail")).toHaveValue("bo@example.org");
  await expect(second.getByLabel("Name")).toHaveValue("Bo Lindqvist");
});

test("a pasted list of addresses becomes one row each, with names", async ({ page, requester, newRequest, newSigner, loggedIn }) => {
  const request = await newRequest({ signers: [{ person: await newSigner("Ana Silva") }], boxes: [], release: false });
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}/signers`);
  await page.getByRole("button", { name: "Add signer" }).click();
  const field = page.getByRole("group", { name: "Signer 2" }).getByLabel("E-mail");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => navigator.clipboard.writeText("Chidi Eze <chidi@example.com>, dora@example.com"));
  await field.focus();
  await page.keyboard.press("ControlOrMeta+V");
  await expect(page.getByRole("group", { name: "Signer 2" }).getByLabel("Name")).toHaveValue("Chidi Eze");
  await expect(page.getByRole("group", { name: "Signer 3" }).getByLabel("E-mail")).toHaveValue("dora@example.com");
});

// Fact 35.
test("a signer without a box holds up the sending: the checklist says so, and gets the focus", async ({ page, requester, newRequest, newSigner, inbox, loggedIn, api }) => {
  const chidi = stranger("Chidi Eze");
  const request = await newRequest({ signers: [{ person: await newSigner("Ana Silva") }, { person: chidi }], boxes: [{}], release: false });
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}/review`);
  await page.getByRole("button", { name: "Send to 2 people" }).click();
  const item = page.getByRole("listitem").filter({ hasText: "Chidi Eze has no signature field" });
  await expect(item).toBeFocused();
  const { body } = await api.call<{ status: number }>("GET", `/file/validate/uuid/${request.uuid}`, { as: requester });
  expect(body.status).toBe(0);
  expect(await inbox.to(chidi.email)).toEqual([]);
  await item.getByLabel("Chidi Eze may sign without a visible mark").check();
  await page.getByRole("button", { name: "Send to 2 people" }).click();
  await expect(page.getByText("Sent to 2 people", { exact: true })).toBeVisible();
});

// Fact 37.
test("the document's page shows Sent, Opened and Signed without a reload", async ({ page, open, api, admin, requester, newRequest, newSigner, loggedIn }) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }, { person: stranger("Dora Novak") }] });
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}`);
  const steps = page.getByRole("list", { name: "Progress" }).first().getByRole("listitem");
  await expect(steps.nth(1)).toHaveText(/Opened.*not yet/);
  await open(`/sign/${request.signers[0]?.link ?? ""}`, ana);
  await expect(steps.nth(1)).not.toHaveText(/not yet/);
  const [signer] = request.signers;
  if (signer) await signByCode(api, admin, signer);
  await expect(steps.nth(2)).not.toHaveText(/not yet/);
});

// Fact 38, as the requester sees it.
test("a mail scanner's GET does not make the document's page say Opened", async ({ page, requester, newRequest, loggedIn, server }) => {
  const request = await newRequest({ signers: [{ person: stranger("Dora Novak") }] });
  await fetch(`${server.origin}/sign/${request.signers[0]?.link ?? ""}`);
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}`);
  await expect(page.getByRole("list", { name: "Progress" }).getByRole("listitem").nth(1)).toHaveText(/Opened.*not yet/);
});

// Fact 40.
test("withdrawing asks first and names the document; afterwards the link says so with 410", async ({ page, open, requester, newRequest, loggedIn, complaints }) => {
  complaints.expect(/status of 410/);
  const request = await newRequest({ name: "Old price list", signers: [{ person: stranger("Dora Novak") }] });
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}`);
  await page.getByRole("button", { name: "Withdraw request" }).click();
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await expect(dialog).toContainText("Old price list");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await dialog.getByRole("button", { name: "Withdraw request" }).click();
  await expect(page.getByText("The request was withdrawn", { exact: true })).toBeVisible();
  const link = await open(`/sign/${request.signers[0]?.link ?? ""}`);
  await expect(link.getByRole("heading", { level: 1 })).toHaveText("Withdrawn by the sender");
  const answer = await link.reload();
  expect(answer?.status()).toBe(410);
});
