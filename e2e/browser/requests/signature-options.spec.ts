import { expect, test } from "@/e2e/browser/fixtures";
import { expectAccessible } from "@/e2e/browser/rules/axe";
import type { FileWire } from "@/lib/views/schema";

test("an administrator sets the template of signatures, sees it drawn, and gets an error for an unknown variable @exhaustive", async ({
  page,
  admin,
  loggedIn,
  complaints,
}) => {
  complaints.expect(/status of 422/);
  complaints.expect(/status of 503/);
  complaints.expect(/appearance\/preview answered 503/);
  await loggedIn(page, admin);
  await page.route("**/appearance/preview", (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
  await page.goto("/administration/signatures");
  await expect(page.getByText("The preview did not load.")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("img", { name: "A sample signature" })).toBeVisible();
  await page.getByLabel("Lines").fill("{{name}}\n{{city}}");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("A line contains an unknown variable")).toBeVisible();
  // No request is sent that the service would refuse.
  await expect(page.getByText("These lines cannot be drawn. Change them to see a preview.")).toBeVisible();
  await page.getByLabel("Lines").fill("Signed by {{name}}\n{{time}}");
  await page.getByRole("button", { name: "Reason", exact: true }).click();
  await page.getByLabel("Layout").selectOption("left");
  await page.getByLabel("Background").selectOption("brand");
  await page.getByLabel("Reason", { exact: true }).selectOption("optional");
  await expect(page.getByText("Rendered from a PDF, exactly as in a signed document.")).toBeVisible();
  await expectAccessible(page, "template of signatures");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Lines")).toHaveValue("Signed by {{name}}\n{{time}}\n{{reason}}");
  await page.getByLabel("Lines").fill("{{name}}\n{{time}}");
  await page.getByLabel("Layout").selectOption("above");
  await page.getByLabel("Background").selectOption("none");
  await page.getByLabel("Reason", { exact: true }).selectOption("no");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
});

test("a requester changes one document's signature appearance, and returns to the service's @exhaustive", async ({
  page,
  requester,
  newRequest,
  newSigner,
  loggedIn,
  api,
}) => {
  const signers = [{ person: await newSigner("Ana Silva") }];
  const request = await newRequest({ requester, signers, release: false });
  const stored = async () =>
    (await api.call<FileWire>("GET", `/file/validate/uuid/${request.uuid}`, { as: requester })).body.signatureOptions;
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}/signers`);
  await page.getByText("Signature options").click();
  await page.getByLabel("Signature appearance").selectOption("Custom");
  await expect(page.getByRole("img", { name: "A sample signature" })).toBeVisible();
  await page.getByLabel("Lines").fill("Approved by {{name}}\n{{city}}");
  await expect(page.getByText("A line contains an unknown variable")).toBeVisible();
  await page.getByLabel("Lines").fill("Approved by {{name}}\n");
  await page.getByLabel("Background").selectOption("light");
  await expectAccessible(page, "own look of a document's signatures");
  await expect
    .poll(async () => (await stored())?.appearance)
    .toMatchObject({ lines: ["Approved by {{name}}"], background: "light", layout: "above" });
  await page.getByLabel("Signature appearance").selectOption("As set for this service");
  await expect.poll(stored).toBeNull();
});

test("a requester asks for a reason and a mark, and puts initials on every page with one press @exhaustive", async ({
  page,
  requester,
  newRequest,
  newSigner,
  loggedIn,
  api,
}) => {
  const request = await newRequest({
    requester,
    signers: [{ person: await newSigner("Ana Silva") }],
    pages: 3,
    fields: [{ type: "initial", left: 500, top: 720, width: 70, height: 30 }],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}/signers`);
  await page.getByText("Signature options").click();
  await page.getByLabel("Reason for signing").selectOption("required");
  await page.getByLabel("QR code and link to verification").selectOption("margin");
  await page.getByRole("button", { name: "Place" }).click();
  await page.waitForURL(/\/edit$/);
  await page
    .getByRole("button", { name: /^Initials for/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Initials on every page" }).first().click();
  await expect
    .poll(async () => {
      const { body } = await api.call<Pick<FileWire, "signatureOptions" | "visibleElements">>(
        "GET",
        `/file/validate/uuid/${request.uuid}`,
        { as: requester },
      );
      return [body.signatureOptions, body.visibleElements?.map(({ coordinates }) => coordinates.page).sort()];
    })
    .toEqual([{ reason: { ask: "required" }, verificationMark: "margin" }, [1, 2, 3]]);
});
