import { fillTownForm, townForm, turnFormAndSend } from "@/e2e/browser/actions/form-journey";
import { expect, test } from "@/e2e/browser/fixtures";

test("turns an uploaded form's fields into signing fields with options, lengths and values, and signs them @exhaustive", async ({
  page,
  api,
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
  const { body } = await api.call<{
    data: { type: string; label: string | null; rules: unknown; group: string | null; value: string | null }[];
  }>("GET", `/file/${request.uuid}/elements`, { as: requester });
  expect(body.data.map(({ type, label, rules, group, value }) => [type, label, rules, group, value])).toEqual([
    ["text", "Town of birth", { maxLength: 12 }, null, "Lisbon"],
    ["dropdown", "Colour", { options: ["Red", "Blue"] }, null, "Red"],
    ["radio", "Cat", null, "Pet", null],
    ["radio", "Dog", null, "Pet", null],
    ["signature", "Signature", null, null, null],
  ]);

  const signing = await open(`/sign/${await inbox.linkOf(ana.email)}`, ana);
  await fillTownForm(signing);
  await signing.getByRole("button", { name: "Sign document" }).click();
  await signing.getByLabel("Code", { exact: true }).fill(await inbox.codeOf(ana.email, 1));
  await expect(
    signing.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ }),
  ).toBeVisible();
});

test("shows a form's values on the page again when the form is kept as it looks @exhaustive", async ({
  page,
  api,
  newSigner,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    pdf: townForm,
    signers: [{ person: await newSigner("Ana Silva") }],
    fields: [],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}/edit`);
  const notice = page.getByRole("region", { name: "Form fields" });
  await notice.getByRole("button", { name: "Turn 5 form fields into fields" }).click();
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await notice.getByRole("button", { name: "Keep the form as it is" }).click();
  await expect(notice).toHaveCount(0);
  const { body } = await api.call<{ data: { isOnPage: boolean }[] }>("GET", `/file/${request.uuid}/suggestions`, {
    as: requester,
  });
  expect(body.data.filter(({ isOnPage }) => isOnPage)).toHaveLength(2);
});
