import { expect, test } from "@/e2e/browser/fixtures";
import { expectAccessible } from "@/e2e/browser/rules/axe";
import { stranger } from "@/e2e/browser/world/seed";
import { formPdf, OTHERS, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { makePdf } from "@/lib/pdf/testing/make-pdf";

test("a requester saves a document as a template, uses it for two people and sends it with the same geometry", async ({
  page,
  api,
  newRequester,
  newRequest,
  loggedIn,
  inbox,
}) => {
  const requester = await newRequester();
  const source = await newRequest({
    requester,
    name: "Lease 2027",
    signers: [{ person: stranger("Dora Novak") }, { person: stranger("Emil Berg") }],
  });
  await loggedIn(page, requester);
  await page.goto(`/documents/${source.uuid}`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Save as template" }).click();
  const dialog = page.getByRole("dialog", { name: "Save as template" });
  await dialog.getByLabel("Role of Dora Novak").fill("Tenant");
  await dialog.getByLabel("Role of Emil Berg").fill("Landlord");
  await dialog.getByRole("button", { name: "Save template" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lease 2027");

  await page.getByRole("link", { name: "Use template" }).click();
  await page.getByRole("button", { name: "Create document" }).click();
  const tenant = page.getByRole("group", { name: "Tenant" });
  await expect(tenant.getByLabel("E-mail")).toBeFocused();
  await expect(tenant).toContainText("Enter an e-mail address.");
  const [ana, bo] = [stranger("Ana Silva"), stranger("Bo Lindqvist")];
  await tenant.getByLabel("E-mail").fill(ana.email);
  await tenant.getByLabel(/^Name/).fill(ana.name);
  await page.getByRole("group", { name: "Landlord" }).getByLabel("E-mail").fill(bo.email);
  await page.getByLabel("Document title").fill("Lease of Ana");
  await page.getByRole("button", { name: "Create document" }).click();
  await page.getByRole("button", { name: "Send to 2 people" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lease of Ana");
  expect(await inbox.to(ana.email)).toHaveLength(1);

  const uuid = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const geometry = async (of: string) => {
    const { body } = await api.call<{ data: { type: string; coordinates: object }[] }>("GET", `/file/${of}/elements`, {
      as: requester,
    });
    return body.data.map(({ type, coordinates }) => ({ type, coordinates }));
  };
  expect(await geometry(uuid)).toEqual(await geometry(source.uuid));

  await page.goto("/templates");
  const entry = page.getByRole("listitem").filter({ hasText: "Lease 2027" });
  await expect(entry).toContainText("2 roles: Tenant, Landlord");
  await expect(entry).toContainText("Used once");
  await expect(entry.getByRole("img", { name: "First page of Lease 2027" })).toBeVisible();
});

test("creates a template from a PDF, with fields placed by keyboard for a role, and saves it as one version @exhaustive", async ({
  page,
  newRequester,
  loggedIn,
}) => {
  await loggedIn(page, await newRequester());
  await page.goto("/templates");
  await page.getByRole("link", { name: "New template" }).first().click();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose PDF" }).click();
  const pdf = makePdf({ pages: [{}, {}] });
  await (await chooser).setFiles({ name: "House rules.pdf", mimeType: "application/pdf", buffer: pdf });
  await page.getByRole("group", { name: "Role 1" }).getByLabel("Role name").fill("Tenant");
  await page.getByRole("button", { name: "Create and place fields" }).click();

  await page.getByRole("toolbar", { name: "Fields" }).getByRole("button").first().press("Enter");
  await expect(page.getByRole("button", { name: /^Signature for Tenant, page 1/ })).toBeVisible();
  await expect(page.getByText("Not saved yet")).toBeVisible();
  await expectAccessible(page, "editor of a template");
  await page.getByRole("button", { name: "Save template" }).press("Enter");
  await expect(page.getByText("Version 2", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Page 1 · One field")).toBeVisible();
});

test("turns the form of a template's PDF into fields with one press, and numbered marks in the text into those of their roles @exhaustive", async ({
  page,
  api,
  newRequester,
  loggedIn,
}) => {
  const requester = await newRequester();
  const form = formPdf({
    widgets: ["/FT/Tx/T(town)/TU(Town)/V(Lisbon)/Rect[20 320 160 340]/F 4", "/FT/Sig/T(sig)/Rect[20 250 160 300]/F 4"],
    page: `/Resources<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>/Contents ${OTHERS} 0 R`,
    others: [stream("", "BT /Helv 10 Tf 20 200 Td ({{initial:2}}) Tj ET")],
  });
  const { body } = await api.call<{ id: number }>("POST", "/templates", {
    as: requester,
    json: {
      name: "Registration",
      file: { base64: form.toString("base64") },
      roles: [{ name: "Tenant" }, { name: "Landlord", signingOrder: 2 }],
    },
  });
  await loggedIn(page, requester);
  await page.goto(`/templates/${body.id}/edit`);
  const fromForm = page.getByRole("region", { name: "Form fields" });
  await expect(fromForm).toContainText("They will be assigned to Tenant.");
  await expect(fromForm).toContainText("One is filled in. Its value moves from the page into the field.");
  await expectAccessible(page, "suggestions of a template");
  const pages = page.waitForResponse((response) => /[?&]v=2$/.test(response.url()) && response.ok());
  await fromForm.getByRole("button", { name: "Turn 2 form fields into fields" }).click();
  await pages;
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await expect(fromForm).toHaveCount(0);
  await page.getByRole("region", { name: "Suggested fields" }).getByRole("button", { name: "Add the field" }).click();
  await page.getByRole("button", { name: "Save template" }).click();
  await expect(page).toHaveURL(new RegExp(`/templates/${body.id}$`));
  const stored = await api.call<{
    version: number;
    fields: { role: string; type: string; name: string; value: string | null }[];
  }>("GET", `/templates/${body.id}`, { as: requester });
  expect(stored.body.version).toBe(3);
  expect(stored.body.fields.map(({ role, type, name, value }) => [role, type, name, value])).toEqual([
    ["Tenant", "text", "Town", "Lisbon"],
    ["Tenant", "signature", "sig", null],
    ["Landlord", "initial", "initial", null],
  ]);

  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Replace PDF" }).click();
  const another = formPdf({ widgets: ["/FT/Tx/T(iban)/TU(IBAN)/V(NO93)/Rect[20 40 160 60]/F 4"] });
  await (await chooser).setFiles({ name: "Another.pdf", mimeType: "application/pdf", buffer: another });
  await expect(page.getByText("The new PDF has a form field.")).toBeVisible();
  await page.getByRole("link", { name: "Edit fields" }).last().click();
  await expect(fromForm.getByRole("button", { name: "Turn the form field into a field" })).toBeVisible();
});

test("lists the fields that no longer fit another PDF, makes a new version of names and messages, and asks before deleting @exhaustive", async ({
  page,
  api,
  newRequester,
  loggedIn,
}) => {
  const requester = await newRequester();
  const box = { page: 1, left: 72, top: 500, width: 150, height: 50 };
  const json = {
    name: "Lease",
    file: { base64: makePdf({ pages: [{}, {}] }).toString("base64") },
    roles: [{ name: "Tenant" }],
    fields: [
      { role: "Tenant", name: "Stays", type: "signature", coordinates: { ...box, top: 100 } },
      { role: "Tenant", name: "Rent", type: "text", coordinates: { ...box, page: 2 } },
    ],
  };
  const { body } = await api.call<{ id: number }>("POST", "/templates", { as: requester, json });
  await loggedIn(page, requester);
  await page.goto(`/templates/${body.id}`);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Replace PDF" }).click();
  const shorter = makePdf({ pages: [{}] });
  await (await chooser).setFiles({ name: "Shorter.pdf", mimeType: "application/pdf", buffer: shorter });
  await expect(page.getByText("One field no longer fits and was left out:")).toBeVisible();
  await expect(page.getByText("Rent: page 2 is missing")).toBeVisible();

  await page.getByRole("group", { name: "Role 1" }).getByLabel("Role name").fill("Renter");
  await page
    .getByRole("group", { name: "Role 1" })
    .getByLabel(/^Message/)
    .fill("Welcome");
  await page.getByRole("button", { name: "Save template" }).click();
  await expect(page.getByText("Version 3 saved.")).toBeVisible();
  await page.getByRole("link", { name: "Use template" }).click();
  await expect(page.getByRole("group", { name: "Renter" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the template" }).click();

  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete template" }).click();
  await expect(page.getByText("No templates yet")).toBeVisible();
});

test("applies a condition built in a template to a request made from it @exhaustive", async ({
  page,
  api,
  newRequester,
  loggedIn,
  open,
  inbox,
}) => {
  const requester = await newRequester();
  const box = { page: 1, left: 72, top: 500, width: 150, height: 30 };
  const { body: template } = await api.call<{ id: number }>("POST", "/templates", {
    as: requester,
    json: {
      name: "Order",
      file: { base64: makePdf({ pages: [{}] }).toString("base64") },
      roles: [{ name: "Buyer", identifyMethod: "email" }],
      fields: [
        { role: "Buyer", name: "Sign", type: "signature", coordinates: { ...box, top: 100, height: 50 } },
        {
          role: "Buyer",
          name: "Company",
          label: "Company",
          type: "checkbox",
          required: false,
          coordinates: { ...box, width: 20 },
        },
        { role: "Buyer", name: "VAT number", label: "VAT number", type: "text", coordinates: { ...box, top: 600 } },
      ],
    },
  });
  await loggedIn(page, requester);
  await page.goto(`/templates/${template.id}/edit`);
  await page.getByRole("button", { name: /^Text for Buyer/ }).click();
  const details = page.getByRole("complementary", { name: "Field details" });
  await details.getByText("Conditions", { exact: true }).click();
  await details.getByRole("combobox", { name: "Show this field" }).selectOption("When all of these are true");
  await expect(details.getByText('field("Company")', { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Save template" }).click();
  await expect(page.getByText("Version 2", { exact: true }).first()).toBeVisible();

  const ana = stranger("Ana Silva");
  const people = { Buyer: { email: ana.email, displayName: ana.name } };
  const made = await api.call("POST", `/templates/${template.id}/requests`, {
    as: requester,
    json: { people, status: 1 },
  });
  expect(made.status).toBe(200);
  const signing = await open(`/sign/${await inbox.linkOf(ana.email)}`);
  await signing.getByRole("button", { name: "Send code" }).click();
  await signing.getByLabel("Code", { exact: true }).fill(await inbox.codeOf(ana.email, 1));
  const vat = signing.getByRole("textbox", { name: "VAT number, page 1" });
  await expect(signing.getByRole("checkbox", { name: "Company, page 1" })).toBeVisible();
  await expect(vat).toBeHidden();
  await signing.getByRole("checkbox", { name: "Company, page 1" }).check();
  await expect(vat).toBeVisible();
});
