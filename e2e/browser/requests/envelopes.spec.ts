import { expectSaved } from "@/e2e/browser/actions/editor-page";
import { paste } from "@/e2e/browser/actions/paste";
import { expect, test } from "@/e2e/browser/fixtures";
import { expectSoundResult } from "@/e2e/browser/rules/sound-result";
import { stranger } from "@/e2e/browser/world/seed";
import { makePdf } from "@/lib/pdf/testing/make-pdf";

const pdf = (name: string) => ({ name, mimeType: "application/pdf", buffer: makePdf({ pages: [{}] }) });

test("sends two files in one request, which a guest signs with one code @exhaustive", async ({
  page,
  open,
  api,
  newRequester,
  inbox,
  loggedIn,
  server,
}) => {
  const requester = await newRequester("Ines Ribeiro");
  const dora = stranger("Dora Novak");
  await loggedIn(page, requester);
  await page.goto("/documents");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "New document" }).click();
  await (await chooser).setFiles([pdf("House rules.pdf"), pdf("Lease.pdf")]);
  await expect(page.getByLabel("Name of file 2")).toHaveValue("Lease");
  await page.getByRole("button", { name: "Move file 2 up" }).click();
  await expect(page.getByLabel("Name of file 1")).toHaveValue("Lease");
  await page.getByRole("button", { name: "Continue" }).click();

  const row = page.getByRole("group", { name: "Signer 1" });
  await row.getByLabel("E-mail").fill(dora.email);
  await row.getByLabel("Name").fill(dora.name);
  await row.getByLabel("Opens with").selectOption({ label: "A code by e-mail" });
  await page.getByRole("button", { name: "Place fields" }).click();
  for (const number of [1, 2]) {
    await page.getByRole("button", { name: "Signature", exact: true }).click();
    const sheet = page.getByRole("region", { name: `Page ${number} of 2` });
    await sheet.scrollIntoViewIfNeeded();
    await sheet.click({ position: { x: 150, y: 150 } });
    await expect(page.getByRole("button", { name: new RegExp(`^Signature for .+, page ${number}, `) })).toBeVisible();
  }
  await expectSaved(page);
  await page.getByRole("button", { name: "Review and send" }).click();
  await expect(page.getByText("Signs Lease, House rules")).toBeVisible();
  await page.getByRole("button", { name: "Send to 1 person" }).click();
  await expect(page.getByText("Sent to 1 person", { exact: true })).toBeVisible();
  const uuid = /\/documents\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
  await expect(page.getByRole("heading", { name: "2 files" })).toBeVisible();

  const guest = await open(`/sign/${await inbox.linkOf(dora.email)}`);
  await guest.getByRole("button", { name: "Send code" }).click();
  await paste(guest, guest.getByLabel("Code", { exact: true }), await inbox.codeOf(dora.email, 1));
  for (const name of ["Lease", "House rules"])
    await expect(guest.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
  await guest.getByRole("button", { name: "File 1 of 2. Go to another file" }).click();
  await guest.getByRole("menuitem", { name: /House rules/ }).click();
  await expect(guest.getByRole("button", { name: "File 2 of 2. Go to another file" })).toBeVisible();
  await guest.getByRole("button", { name: "Adopt and sign" }).click();
  await expect(
    guest.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ }),
  ).toBeVisible();
  expect((await inbox.to(dora.email)).filter(({ text }) => /\b\d{6}\b/.test(text))).toHaveLength(1);

  const { body } = await api.call<{ files: { uuid: string; name: string }[] }>("GET", `/envelopes/${uuid}`, {
    as: requester,
  });
  expect(body.files.map(({ name }) => name)).toEqual(["Lease", "House rules"]);
  await expect(guest.getByRole("link", { name: "Download Lease" })).toBeVisible();
  for (const file of body.files) {
    const download = guest.waitForEvent("download");
    await guest.getByRole("link", { name: `Download ${file.name}` }).click();
    expect((await download).suggestedFilename()).toContain(file.name);
    await expectSoundResult({ server, requester, request: file, signers: ["Dora Novak"] });
  }

  await page.goto(`/documents/${uuid}`);
  await page.getByText("House rules", { exact: true }).and(page.locator("summary *")).click();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download: As signed by Dora Novak, House rules" }).click();
  expect((await download).suggestedFilename()).toBe("House rules (revision 2).pdf");
  await page.getByRole("link", { name: "View: As signed by Dora Novak, House rules" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "As signed by Dora Novak" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Page 1 of 1" }).locator("canvas")).toBeVisible();
  await page.getByRole("link", { name: "House rules", exact: true }).click();
  await expect(page.getByRole("heading", { name: "2 files" })).toBeVisible();

  await page.getByRole("button", { name: "More", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Save as template" })).toHaveCount(0);
  await page.getByRole("menuitem", { name: "Copy as a new draft" }).click();
  await expect(page).toHaveURL(/\/documents\/[0-9a-f-]{36}\/signers$/);
  await expect(page.getByRole("group", { name: "Signer 1" }).getByLabel("E-mail")).toHaveValue(dora.email);
  expect(page.url()).not.toContain(uuid);
});
