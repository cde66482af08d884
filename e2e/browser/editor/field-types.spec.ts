import { edit, expectSaved, stored } from "@/e2e/browser/actions/editor-page";
import { filledRentalForm, fillRentalForm } from "@/e2e/browser/actions/fill-form";
import { expect, test } from "@/e2e/browser/fixtures";
import { rentalForm } from "@/e2e/browser/world/field-types";
import { qpdfRewrite } from "@/lib/pdf/testing/outside-tools";

test("places radio buttons, a dropdown and a number in the editor, and sets their question, options and rules @exhaustive", async ({
  page,
  api,
  requester,
  newSigner,
  newRequest,
  loggedIn,
}) => {
  const request = await newRequest({ signers: [{ person: await newSigner("Ana Silva") }], fields: [], release: false });
  await loggedIn(page, requester);
  await page.goto(edit(request));
  const tool = (name: string) =>
    page.getByRole("toolbar", { name: "Fields" }).getByRole("button", { name, exact: true });
  const details = page.getByRole("complementary", { name: "Field details" });

  await tool("Radio button").press("Enter");
  await details.getByLabel("Question").fill("Pet");
  await details.getByLabel(/^Option/).fill("Dog");
  await details.getByRole("button", { name: "Add an option" }).click();
  await details.getByRole("checkbox", { name: "Checked" }).check();
  await page
    .getByRole("button", { name: /^Radio button for/ })
    .nth(1)
    .click();
  await details.getByRole("checkbox", { name: "Checked" }).check();

  await tool("Dropdown").press("Enter");
  await details.getByLabel("Options").fill("Monthly\n\nYearly\nYearly");
  await details.getByLabel(/^Value/).selectOption("Yearly");

  await tool("Number").press("Enter");
  await details.getByText("Rules", { exact: true }).click();
  await details.getByLabel(/^Minimum/).fill("10");
  await details.getByLabel(/^Maximum/).fill("5");
  await expect(details.getByLabel(/^Maximum/)).toHaveAccessibleDescription("The maximum is below the minimum.");
  await details.getByLabel(/^Maximum/).fill("50,5");
  await details.getByLabel("Decimal separator").selectOption(",");
  await details.getByLabel(/^Value/).fill("60");
  await expect(details.getByLabel(/^Value/)).toHaveAccessibleDescription(
    "This does not follow the rules of the field.",
  );
  await details.getByLabel(/^Value/).fill("12,5");
  await expectSaved(page);

  await expect
    .poll(async () => (await stored(api, requester, request)).map(({ type, value }) => [type, value]))
    .toEqual([
      ["radio", null],
      ["radio", "true"],
      ["radio", null],
      ["dropdown", "Yearly"],
      ["number", "12,5"],
    ]);
  const placed = await stored(api, requester, request);
  expect(placed.map(({ group, label }) => [group, label]).slice(0, 3)).toEqual([
    ["Pet", "Dog"],
    ["Pet", "Option 2"],
    ["Pet", "Option 3"],
  ]);
  expect(placed.slice(3).map(({ rules }) => rules)).toEqual([
    { options: ["Monthly", "Yearly"] },
    { min: 10, max: 50.5, decimalMark: "," },
  ]);
});

test("a signer fills in every field type, sees which values break a rule, and the signed PDF shows the values @exhaustive", async ({
  page,
  api,
  requester,
  newSigner,
  newRequest,
  loggedIn,
  inbox,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }], fields: rentalForm });
  await loggedIn(page, ana);
  await page.goto(`/sign/${request.signers[0].link}`);
  await fillRentalForm(page);
  await page.getByRole("button", { name: "Sign document" }).click();
  await page.getByLabel("Code", { exact: true }).fill(await inbox.codeOf(ana.email, 1));
  await expect(
    page.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ }),
  ).toBeVisible();
  const signed = await api.bytes(`/file/${request.uuid}/content?version=current`, requester);
  const objects = qpdfRewrite(signed, "--qdf", "--object-streams=disable").toString("latin1");
  for (const value of filledRentalForm) expect(objects).toContain(`/V ${value}`);
});
