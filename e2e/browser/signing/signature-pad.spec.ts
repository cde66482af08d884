import sharp from "sharp";
import { drawStroke, flourish, padPicture, readInk } from "@/e2e/browser/actions/drawing";
import { expect, test } from "@/e2e/browser/fixtures";
import { stranger, type SeededRequest } from "@/e2e/browser/world/seed";
import { storedSignature } from "@/e2e/browser/world/stored-signature";
import { photograph } from "@/lib/pdf/signature-photo/testing/photograph";

const link = (request: SeededRequest): string => `/sign/${request.signers[0].link}`;

test("saves the signature as a trimmed PNG with transparent corners, and offers it on the next document @exhaustive", async ({
  page,
  newRequest,
  inbox,
  api,
}) => {
  const dora = stranger("Dora Novak");
  const request = await newRequest({ signers: [{ person: dora }] });
  await page.goto(link(request));
  await page.getByLabel("Password", { exact: true }).fill(dora.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("button", { name: "Change signature" }).click();
  await page
    .getByRole("radio", { name: "Draw" })
    .or(page.getByRole("tab", { name: "Draw" }))
    .click();
  await drawStroke(page, flourish);
  await page.getByRole("button", { name: "Use this signature" }).click();
  await page.getByRole("button", { name: /^(Adopt and sign|Sign document)$/ }).click();
  await page.getByLabel("Code", { exact: true }).fill(await inbox.codeOf(dora.email, 1));
  await expect(
    page.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ }),
  ).toBeVisible();

  const stored = await readInk(await storedSignature(api, dora));
  expect(stored.format).toBe("png");
  expect(stored.corners).toEqual([0, 0, 0, 0]);
  expect(
    stored.margins.every((share) => share < 0.2),
    `ink leaves margins of ${stored.margins.join(", ")}`,
  ).toBe(true);

  const next = await newRequest({ name: "Annex", signers: [{ person: dora }] });
  await page.goto(link(next));
  await expect(page.getByRole("img", { name: "Your signature" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign document" })).toBeVisible();
});

test("undoes only the last stroke and redoes it, by button and key; explains why an empty pad cannot be used @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.goto(link(request));
  await page.getByRole("button", { name: "Change signature" }).click();
  await page.getByRole("tab", { name: "Draw" }).click();
  const use = page.getByRole("button", { name: "Use this signature" });
  await expect(use).toBeDisabled();
  await expect(use).toHaveAccessibleDescription("Draw your signature to continue.");
  await expect(page.getByText("Draw your signature to continue.")).toBeVisible();

  const wet = await drawStroke(page, flourish);
  const one = await padPicture(page);
  expect(await differs(wet, one), "the line changes when the pen is lifted").toBe(false);
  await drawStroke(page, [
    [0.2, 0.75],
    [0.8, 0.7],
  ]);
  await expect(page.getByText("2 strokes drawn")).toBeVisible();
  const two = await padPicture(page);
  const steps: [() => Promise<void>, Buffer, string][] = [
    [() => page.getByRole("button", { name: "Undo" }).click(), one, "1 stroke drawn"],
    [() => page.getByRole("button", { name: "Redo" }).click(), two, "2 strokes drawn"],
    [() => page.keyboard.press("ControlOrMeta+Z"), one, "1 stroke drawn"],
    [() => page.keyboard.press("ControlOrMeta+Shift+Z"), two, "2 strokes drawn"],
  ];
  for (const [action, picture, count] of steps) {
    await action();
    await expect(page.getByText(count)).toBeVisible();
    expect(await differs(await padPicture(page), picture)).toBe(false);
  }
  await page.keyboard.press("Delete");
  await expect(page.getByText("0 strokes drawn")).toBeVisible();
  await expect(use).toBeDisabled();
  await page.keyboard.press("ControlOrMeta+Z");
  await expect(page.getByText("2 strokes drawn")).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(use).toBeDisabled();
  await page.getByRole("tab", { name: "Type" }).click();
  await page.getByLabel("Your name").fill("");
  await expect(use).toHaveAccessibleDescription("Type your name to continue.");
});

/** Redrawn lines may differ by a shade. */
async function differs(a: Buffer, b: Buffer): Promise<boolean> {
  const [one, other] = await Promise.all(
    [a, b].map((png) => sharp(png).ensureAlpha().extractChannel(3).raw().toBuffer()),
  );
  if (!one || !other || one.length !== other.length) return true;
  const apart = one.filter((alpha, at) => Math.abs(alpha - (other[at] ?? 0)) > 96).length;
  return apart > one.filter((alpha) => alpha > 128).length * 0.02;
}

test("keeps the pad white in the dark theme @exhaustive", async ({ page, newSigner, newRequest, loggedIn }) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(link(request));
  await page.getByRole("button", { name: "Change signature" }).click();
  await page.getByRole("tab", { name: "Draw" }).click();
  const paper = await page
    .getByRole("img", { name: /^Drawing pad for the signature/ })
    .evaluate((pad) => getComputedStyle(pad.parentElement ?? pad).backgroundColor);
  expect(paper).toBe("rgb(255, 255, 255)");
});

test("removes the paper from a photographed signature before saving; explains why SVG and renamed files are rejected @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
  api,
  complaints,
}) => {
  complaints.expect(/status of 422/);
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({ signers: [{ person: ana }] });
  await loggedIn(page, ana);
  await page.goto(link(request));
  await page.getByRole("button", { name: "Change signature" }).click();
  await page.getByRole("tab", { name: "Upload" }).click();
  const choose = async (name: string, buffer: Buffer): Promise<void> => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: /^Choose (an|another) image$/ }).click();
    await (await chooser).setFiles({ name, mimeType: "image/png", buffer });
  };
  await choose("signature.svg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"/>'));
  await expect(page.getByText(/^SVG images are not supported/)).toBeVisible();
  await choose("signature.png", Buffer.from("MZ this is a program"));
  await expect(page.getByText("This is not a PNG or JPEG image. Choose another file.")).toBeVisible();
  await choose("paper.jpg", await photo({ isBlank: true }));
  await expect(page.getByText(/^No ink was found in this image/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Use this signature" })).toBeDisabled();

  await choose("IMG_4711.jpg", await photo({}));
  const preview = page.getByRole("img", { name: "Your signature: Ana Silva" });
  await expect(preview).toBeVisible();
  const shown = await preview.evaluate(async (image) => {
    const canvas = document.createElement("canvas");
    await (image as HTMLImageElement).decode();
    [canvas.width, canvas.height] = [
      (image as HTMLImageElement).naturalWidth,
      (image as HTMLImageElement).naturalHeight,
    ];
    canvas.getContext("2d")?.drawImage(image as HTMLImageElement, 0, 0);
    return canvas.toDataURL("image/png");
  });
  expect((await readInk(Buffer.from(shown.slice(shown.indexOf(",") + 1), "base64"))).corners).toEqual([0, 0, 0, 0]);
  await page.getByRole("button", { name: "Use this signature" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const stored = await readInk(await storedSignature(api, ana));
  expect(stored.corners).toEqual([0, 0, 0, 0]);
  expect(Math.abs(stored.ratio / (253 / 114) - 1)).toBeLessThan(0.08);
});

async function photo(plan: { isBlank?: boolean }): Promise<Buffer> {
  const { rgba, width, height } = photograph({
    paper: [214, 220, 238],
    fall: 0.6,
    shadow: { dark: 0.7, blur: 60 },
    noise: 3,
    ...plan,
  });
  return sharp(rgba, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 80 })
    .toBuffer();
}
