import { edit, expectSaved, stored } from "@/e2e/browser/actions/editor-page";
import { fillPetForm } from "@/e2e/browser/actions/fill-pet-form";
import { expect, test } from "@/e2e/browser/fixtures";
import { petForm } from "@/e2e/browser/world/conditions";
import { qpdfRewrite } from "@/lib/pdf/testing/outside-tools";

test("builds a condition and a calculation in the editor, which the signer's page and the PDF apply @exhaustive", async ({
  page,
  api,
  requester,
  newSigner,
  newRequest,
  loggedIn,
  open,
  inbox,
}) => {
  const ana = await newSigner("Ana Silva");
  const box = { left: 60, width: 150, height: 22 };
  const request = await newRequest({
    signers: [{ person: ana }],
    fields: [
      { ...box, type: "checkbox", label: "Company", top: 80, width: 18, required: false },
      { ...box, type: "text", label: "VAT number", top: 140 },
      { ...box, type: "number", label: "Net", top: 200 },
      { ...box, type: "number", label: "Gross", top: 260, rules: { decimals: 2 } },
    ],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  const details = page.getByRole("complementary", { name: "Field details" });
  const conditions = details.getByText("Conditions", { exact: true });

  await page.getByRole("button", { name: /^Text for/ }).click();
  await conditions.click();
  await details.getByRole("combobox", { name: "Show this field" }).selectOption("When all of these are true");
  await expect(details.getByText('field("Company")', { exact: true })).toBeVisible();
  await details.getByRole("combobox", { name: "Test of condition 1" }).selectOption("is not checked");
  await expect(details.getByText('!field("Company")', { exact: true })).toBeVisible();
  await details.getByRole("combobox", { name: "Test of condition 1" }).selectOption("is checked");
  await details.getByRole("button", { name: "Add a condition" }).click();
  await details.getByRole("combobox", { name: "Field of condition 2" }).selectOption("Net");
  await details.getByRole("combobox", { name: "Test of condition 2" }).selectOption("is at least");
  await details.getByRole("textbox", { name: "Value of condition 2" }).fill("100");
  await expect(details.getByText('field("Company") && field("Net") >= 100', { exact: true })).toBeVisible();

  await page
    .getByRole("button", { name: /^Number for/ })
    .nth(1)
    .click();
  await conditions.click();
  const calculate = details.getByRole("textbox", { name: "Calculate" });
  await calculate.fill('field("Gross") * 1.2');
  await expect(calculate).toHaveAccessibleDescription(/The fields depend on each other: Gross → Gross\./);
  await calculate.fill("");
  await details.getByRole("group", { name: "Insert a field" }).getByRole("button", { name: "Net" }).click();
  await calculate.press("End");
  await calculate.pressSequentially(" * 1.2");
  await expectSaved(page);
  await expect
    .poll(async () => (await stored(api, requester, request)).map(({ showWhen, calculate: text }) => [showWhen, text]))
    .toEqual([
      [null, null],
      ['field("Company") && field("Net") >= 100', null],
      [null, null],
      [null, 'field("Net") * 1.2'],
    ]);

  await api.call("PATCH", "/request-signature", { as: requester, json: { uuid: request.uuid, status: 1 } });
  const signing = await open(`/sign/${await inbox.linkOf(ana.email)}`, ana);
  const vat = signing.getByRole("textbox", { name: "VAT number, page 1" });
  const net = signing.getByRole("textbox", { name: "Net, page 1" });
  await expect(net).toBeVisible();
  await expect(vat).toBeHidden();
  await net.fill("99.99");
  await signing.getByRole("checkbox", { name: "Company, page 1" }).check();
  await expect(signing.getByText("Gross, page 1, calculated: 119.99")).toBeAttached();
  await expect(vat).toBeHidden();
  await net.fill("100");
  await expect(vat).toBeVisible();
  await vat.fill("PT 123");
  await net.fill("0.10");
  await expect(vat).toBeHidden();
  await signing.getByRole("button", { name: "Sign document" }).click();
  await signing.getByLabel("Code", { exact: true }).fill(await inbox.codeOf(ana.email, 1));
  await expect(
    signing.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ }),
  ).toBeVisible();
  const signed = await api.bytes(`/file/${request.uuid}/content?version=current`, requester);
  const objects = qpdfRewrite(signed, "--qdf", "--object-streams=disable").toString("latin1");
  expect(objects).toContain("/V (0.12)");
  expect(objects).not.toContain("PT 123");
});

test("a signer fills in the fields that conditions show, and screen readers announce them @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }], fields: petForm });
  await loggedIn(page, ana);
  await page.goto(`/sign/${request.signers[0].link}`);
  await fillPetForm(page);
});
