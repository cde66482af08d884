import { paste } from "@/e2e/browser/actions/paste";
import { expect, test } from "@/e2e/browser/fixtures";
import { expectNoSidewaysScroll } from "@/e2e/browser/rules/sideways";
import { newEnvelope } from "@/e2e/browser/world/envelopes";
import { stranger } from "@/e2e/browser/world/seed";

test("on a phone, a guest fills fields in two files and signs both with one code @exhaustive", async ({
  page,
  api,
  admin,
  requester,
  inbox,
}) => {
  const gita = stranger("Gita Rao");
  const envelope = await newEnvelope(api, admin, {
    ...{ requester, name: "Lease with annexes", people: [gita], identify: "email" },
    files: [
      { name: "Lease of a flat with a rather long name on the third floor", pages: ["Lease", "Rent"], signers: [0] },
      { name: "House rules", pages: ["Rules"], signers: [0], text: "Place" },
      { name: "Floor plan", pages: ["Plan"] },
    ],
  });
  await page.goto(`/sign/${envelope.signers[0]?.link ?? ""}`);
  await expect(page.getByText(/3 files/)).toBeVisible();
  await page.getByRole("button", { name: "Send code" }).tap();
  await paste(page, page.getByLabel("Code", { exact: true }), await inbox.codeOf(gita.email, 1));
  await expect(page.getByText("1 of 3 required fields left")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "File 1 of 3. Go to another file" }).tap();
  await expect(page.getByRole("menuitem", { name: /Floor plan/ })).toContainText("You do not sign this file");
  await page.getByRole("menuitem", { name: /House rules/ }).tap();
  await page.getByRole("button", { name: "Next" }).tap();
  await expect(page.getByLabel("Place")).toBeFocused();
  await page.keyboard.type("Lisbon");
  await page.getByRole("button", { name: "Adopt and sign" }).tap();
  await expect(
    page.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Download House rules" })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
