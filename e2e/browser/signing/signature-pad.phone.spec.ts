import { drawStroke, flourish, padPicture, readInk } from "@/e2e/browser/actions/drawing";
import { expect, test } from "@/e2e/browser/fixtures";
import { expectNoSidewaysScroll } from "@/e2e/browser/rules/sideways";
import { storedSignature } from "@/e2e/browser/world/stored-signature";

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
  await page.goto(`/sign/${request.signers[0].link}`);
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

test("on a phone, draws on the whole screen, upright and sideways, with the button to use the drawing in view", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.goto(`/sign/${request.signers[0].link}`);
  await page.getByRole("button", { name: "Change signature" }).tap();
  await page.getByRole("tab", { name: "Draw" }).tap();
  const canvas = page.getByRole("img", { name: /^Drawing pad for the signature/ });
  for (const { width, height, least } of [
    { width: 390, height: 844, least: { width: 388, height: 320 } },
    // More than half of the window's height, where the dialog used to leave a third.
    { width: 844, height: 390, least: { width: 500, height: 200 } },
  ]) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(async () => {
        const frame = await page.getByRole("dialog").boundingBox();
        return [frame?.x, frame?.y, frame?.width, frame?.height];
      })
      .toEqual([0, 0, width, height]);
    const pad = await canvas.boundingBox();
    expect(pad?.width).toBeGreaterThanOrEqual(least.width);
    expect(pad?.height).toBeGreaterThanOrEqual(least.height);
    const use = await page.getByRole("button", { name: "Use this signature" }).boundingBox();
    expect((pad?.y ?? 0) + (pad?.height ?? 0), "the buttons do not cover the pad").toBeLessThanOrEqual(
      (use?.y ?? 0) + 1,
    );
    expect((use?.y ?? height) + (use?.height ?? 0)).toBeLessThanOrEqual(height);
    await expectNoSidewaysScroll(page);
  }
});
