import { fillTownForm, townForm, turnFormAndSend } from "@/e2e/browser/actions/form-journey";
import { expect, test } from "@/e2e/browser/fixtures";

test("on a phone, turns a form into signing fields, sends and signs it @exhaustive", async ({
  page,
  inbox,
  newSigner,
  newRequest,
  requester,
  loggedIn,
  open,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ pdf: townForm, signers: [{ person: ana }], fields: [], release: false });
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}/edit`);
  await turnFormAndSend(page);
  const signing = await open(`/sign/${await inbox.linkOf(ana.email)}`, ana);
  await fillTownForm(signing);
  await signing.getByRole("button", { name: "Sign document" }).click();
  await signing.getByLabel("Code", { exact: true }).fill(await inbox.codeOf(ana.email, 1));
  await expect(
    signing.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ }),
  ).toBeVisible();
});
