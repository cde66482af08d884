import { paste } from "@/e2e/browser/actions/paste";
import { expect, test } from "@/e2e/browser/fixtures";
import { expectNoSidewaysScroll } from "@/e2e/browser/rules/sideways";
import { makeDirectLink } from "@/e2e/browser/world/direct-links";
import { stranger } from "@/e2e/browser/world/seed";
import { expectStatus } from "@/e2e/journey";
import { textPdf } from "@/lib/pdf/testing/text-pdf";

const box = { page: 1, left: 72, top: 300, width: 150, height: 50 };
const membership = {
  name: "Membership",
  file: { base64: textPdf([[[72, 700, "Membership"]]]).toString("base64") },
  roles: [
    { name: "Member", description: "Welcome to the club." },
    { name: "Guardian", signingOrder: 2 },
  ],
  fields: [
    { role: "Member", type: "signature", coordinates: box },
    { role: "Member", type: "text", label: "Team", coordinates: { ...box, top: 400, height: 24 } },
    { role: "Guardian", type: "signature", coordinates: { ...box, left: 330 } },
  ],
};

test("on a phone, a stranger opens a direct link, proves an address, fills and signs, and the next person is notified", async ({
  page,
  api,
  inbox,
  newRequester,
  complaints,
}) => {
  complaints.expect(/status of 422/);
  const owner = await newRequester();
  const made = await api.call<{ id: number }>("POST", "/templates", { as: owner, json: membership });
  const { id } = expectStatus(made, 200, "template");
  const { token } = await makeDirectLink(api, owner, id, { role: "Member", people: { Guardian: { ask: true } } });
  const [mia, gus] = [stranger("Mia Meyer"), stranger("Gus Meyer")];

  await page.goto(`/l/${token}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Membership");
  await expect(page.getByRole("img", { name: "First page of the document" })).toBeVisible();
  await expect(page.getByText("Welcome to the club.")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Send code" }).tap();
  await expect(page.getByLabel("Your name")).toBeFocused();
  await page.getByLabel("Your name").fill(mia.name);
  await page.getByLabel("Your e-mail address").fill(mia.email);
  await page.getByLabel(/^E-mail address of .*Guardian/).fill(mia.email);
  await expect(page.getByText("This is your own address.")).toBeVisible();
  await page.getByLabel(/^E-mail address of .*Guardian/).fill(gus.email);
  await page.getByLabel(/^Name of .*Guardian/).fill(gus.name);
  await page.getByRole("button", { name: "Send code" }).tap();
  const code = page.getByLabel("Code", { exact: true });
  await expect(code).toBeFocused();
  await expectNoSidewaysScroll(page);
  const right = await inbox.codeOf(mia.email);
  await paste(page, code, right === "000000" ? "000001" : "000000");
  await expect(page.getByText(/4 attempts left|4 tries left/i)).toBeVisible();
  expect(await inbox.to(gus.email)).toHaveLength(0);

  // A phone may discard the tab while its user reads the e-mail.
  await page.reload();
  await expect(page.getByText(mia.email)).toBeVisible();
  await paste(page, code, right);
  await page.waitForURL(/\/sign\/[0-9a-f-]{36}$/);
  await page.getByLabel("Team").fill("Under 12");
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Adopt and sign" }).tap();
  await expect(page.getByRole("heading", { level: 1, name: /^You signed this on/ })).toBeVisible();
  expect(await inbox.linkOf(gus.email)).toMatch(/^[0-9a-f-]{36}$/);
});
