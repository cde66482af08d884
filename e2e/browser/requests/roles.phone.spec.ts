import { paste } from "@/e2e/browser/actions/paste";
import { expect, test } from "@/e2e/browser/fixtures";
import { expectNoSidewaysScroll } from "@/e2e/browser/rules/sideways";
import { stranger } from "@/e2e/browser/world/seed";

test("on a phone, a guest approves with one code, and the signer is notified next @exhaustive", async ({
  page,
  newRequest,
  inbox,
}) => {
  const [bo, ana] = [stranger("Bo Larsen"), stranger("Ana Silva")];
  const request = await newRequest({
    name: "Budget",
    signers: [
      { person: bo, role: "approver", signingOrder: 1 },
      { person: ana, signingOrder: 2 },
    ],
    identify: "email",
  });
  await page.goto(`/sign/${request.signers[0].link}`);
  await expect(page.getByRole("heading", { level: 1, name: /asks you to approve Budget/ })).toBeVisible();
  await expect(page.getByText("One code opens and approves the document.")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Send code" }).tap();
  await paste(page, page.getByLabel("Code", { exact: true }), await inbox.codeOf(bo.email, 1));
  await expect(page.getByRole("button", { name: "Reject" })).toBeVisible();
  await expect(page.getByText(/By signing I agree/)).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Approve document" }).tap();
  await expect(page.getByRole("heading", { level: 1, name: /^You approved this on/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect(await inbox.linkOf(ana.email)).toMatch(/^[0-9a-f-]{36}$/);
});

test("on a phone, an approver rejects with a reason @exhaustive", async ({ page, newRequest, inbox }) => {
  const bo = stranger("Bo Larsen");
  const request = await newRequest({
    signers: [{ person: bo, role: "approver" }, { person: stranger("Ana Silva") }],
    identify: "email",
  });
  await page.goto(`/sign/${request.signers[0].link}`);
  await page.getByRole("button", { name: "Send code" }).tap();
  await paste(page, page.getByLabel("Code", { exact: true }), await inbox.codeOf(bo.email, 1));
  await page.getByRole("button", { name: "Reject" }).tap();
  await page.getByLabel("Why are you rejecting it?").fill("Too expensive");
  await page.getByRole("button", { name: "Reject document" }).tap();
  await expect(page.getByRole("heading", { level: 1, name: /^You rejected this on/ })).toBeVisible();
});

test("on a phone, a viewer is done after the last page was on screen @exhaustive", async ({
  page,
  newRequest,
  inbox,
}) => {
  const vi = stranger("Vi Tran");
  const request = await newRequest({
    pages: 6,
    signers: [{ person: vi, role: "viewer" }, { person: stranger("Ana Silva") }],
    identify: "email",
  });
  await page.goto(`/sign/${request.signers[0].link}`);
  await expect(page.getByRole("heading", { level: 1, name: /asks you to read/ })).toBeVisible();
  await page.getByRole("button", { name: "Send code" }).tap();
  await paste(page, page.getByLabel("Code", { exact: true }), await inbox.codeOf(vi.email, 1));
  await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuetext", /^[1-5] of 6 pages read$/);
  await expectNoSidewaysScroll(page);
  // Depending on the height of the window, one or two pages are on screen at a time.
  const next = page.getByRole("button", { name: "Next unread page" });
  await expect(async () => {
    if (await next.isVisible()) await next.tap({ timeout: 500 });
    await expect(page.getByRole("heading", { level: 1, name: /^You read this on/ })).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByRole("heading", { level: 1, name: /^You read this on/ })).toBeVisible();
});
