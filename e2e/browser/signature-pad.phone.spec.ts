import { drawStroke, flourish, padPicture, readInk } from "@/e2e/browser/actions/drawing";
import { expectNoSidewaysScroll } from "@/e2e/browser/rules/sideways";
import { storedSignature } from "@/e2e/browser/world/stored-signature";
import { expect, test } from "./fixtures";

test("on a phone, keeps a drawing when the device is turned, and saves it in its shape @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
  api,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.goto(`/sign/${request.signers[0]?.link ?? ""}`);
  await page.getByRole("button", { name: "Change signature" }).tap();
  await page.getByRole("tab", { name: "Draw" }).tap();
  await drawStroke(page, flourish);
  const drawn = (await readInk(await padPicture(page))).ratio;
  for (const viewport of [
    { width: 844, height: 390 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(viewport);
    await expect
      .poll(async () => Math.abs((await readInk(await padPicture(page))).ratio / drawn - 1))
      .toBeLessThan(0.05);
    await expectNoSidewaysScroll(page);
  }
  await expect(page.getByText("1 stroke drawn")).toBeAttached();
  await page.getByRole("button", { name: "Use this signature" }).tap();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(Math.abs((await readInk(await storedSignature(api, ana))).ratio / drawn - 1)).toBeLessThan(0.05);
});
