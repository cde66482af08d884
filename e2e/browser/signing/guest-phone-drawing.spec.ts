import { drawStroke, flourish } from "@/e2e/browser/actions/drawing";
import { paste } from "@/e2e/browser/actions/paste";
import { expect, test } from "@/e2e/browser/fixtures";
import { expectNoSidewaysScroll } from "@/e2e/browser/rules/sideways";
import { stranger } from "@/e2e/browser/world/seed";

test("a guest at a desk draws on a phone, and the picture appears without a reload, once @exhaustive", async ({
  page,
  browser,
  newRequest,
  inbox,
  server,
}) => {
  const gita = stranger("Gita Rao");
  const request = await newRequest({ signers: [{ person: gita }], identify: "email" });
  await page.goto(`/sign/${request.signers[0].link}`);
  await page.getByRole("button", { name: "Send code" }).click();
  await paste(page, page.getByLabel("Code", { exact: true }), await inbox.codeOf(gita.email, 1));
  await page.getByRole("button", { name: "Change signature", exact: true }).click();
  const started = page.waitForResponse((response) => response.url().endsWith("/drawings"));
  await page.getByRole("tab", { name: "Phone" }).click();
  const { url } = (await (await started).json()) as { url: string };
  await expect(page.getByRole("img", { name: "QR code with the address to draw on your phone" })).toBeVisible();
  await expect(page.getByText("Waiting for your phone…")).toBeVisible();

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const pad = await phone.newPage();
  await pad.goto(url);
  await expect(pad.getByRole("heading", { level: 1, name: "Draw your signature" })).toBeVisible();
  await expect(pad.getByText(request.name)).toHaveCount(0);
  // The page has no tab for typing a signature.
  await expect(pad.getByText("Draw with a finger, a pen or the mouse.", { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(pad);
  await expect(page.getByText("Your phone is ready. Draw there.")).toBeVisible();
  await drawStroke(pad, flourish);
  await pad.getByRole("button", { name: "Send to the other screen" }).tap();
  await expect(pad.getByRole("heading", { level: 1, name: "Sent" })).toBeVisible();

  await expect(page.getByRole("img", { name: "Your signature: Gita Rao" })).toBeVisible();
  await pad.goto("about:blank");
  await pad.goto(url);
  await expect(pad.getByRole("heading", { level: 1, name: "This code is no longer valid" })).toBeVisible();
  await phone.close();

  await page.getByRole("button", { name: "Use this signature" }).click();
  await page.getByRole("button", { name: "Sign document", exact: true }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ }),
  ).toBeVisible();
  expect(await server.output()).not.toContain(new URL(url).hash.slice(1));
});
