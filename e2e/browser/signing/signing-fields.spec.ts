import { expect, test } from "@/e2e/browser/fixtures";
import type { SeededRequest } from "@/e2e/browser/world/seed";
import { qpdfRewrite } from "@/lib/pdf/testing/outside-tools";

const link = (request: SeededRequest): string => `/sign/${request.signers[0].link}`;

test("names and focuses a blank required field, and marks text that cannot be drawn until it is changed, before a code is sent @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
  inbox,
  complaints,
}) => {
  complaints.expect(/status of 422/);
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({
    signers: [{ person: ana }],
    fields: [{}, { type: "text", top: 300, label: "Place" }],
  });
  await loggedIn(page, ana);
  await page.goto(link(request));
  const place = page.getByRole("textbox", { name: /^Place/ });
  await page.getByRole("button", { name: "Sign document" }).click();
  await expect(page.getByText("One required field is still empty.")).toBeVisible();
  await expect(place).toBeFocused();
  await expect(place).toHaveAccessibleDescription("Required.");
  await expect(page.getByText("Required.")).toBeVisible();
  expect(await inbox.to(ana.email)).toHaveLength(1);
  await place.fill("Aveiro 🦄");
  await page.getByRole("button", { name: "Sign document" }).click();
  await expect(
    page
      .getByRole("alert")
      .filter({ hasText: "One field contains a character that cannot be written into the document." }),
  ).toBeVisible();
  await expect(place).toBeFocused();
  await expect(place).toHaveAccessibleDescription(
    "This contains characters that cannot be written into the document. Use other characters.",
  );
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await inbox.to(ana.email)).toHaveLength(1);
  await place.fill("Aveiro");
  await expect(page.getByText(/cannot be written into the document/)).toHaveCount(0);
  await page.getByRole("button", { name: "Sign document" }).click();
  await page.getByLabel("Code", { exact: true }).fill(await inbox.codeOf(ana.email, 1));
  await expect(
    page.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ }),
  ).toBeVisible();
});

test("closes the sheet on a refusal without that check, focuses the field, and signs with the same code @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
  inbox,
  complaints,
}) => {
  complaints.expect(/status of 422|ERR_INTERNET_DISCONNECTED/);
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({
    signers: [{ person: ana }],
    fields: [{}, { type: "text", top: 300, label: "Place" }],
  });
  await loggedIn(page, ana);
  await page.goto(link(request));
  await page.route("**/api/v1/sign/uuid/*/check", (route) => route.abort("internetdisconnected"), { times: 1 });
  const place = page.getByRole("textbox", { name: /^Place/ });
  await place.fill("Aveiro 🦄");
  await page.getByRole("button", { name: "Sign document" }).click();
  const code = await inbox.codeOf(ana.email, 1);
  await page.getByLabel("Code", { exact: true }).fill(code);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(place).toBeFocused();
  await expect(place).toHaveAccessibleDescription(
    "This contains characters that cannot be written into the document. Use other characters.",
  );
  await expect(page.getByText(/elementId/)).toHaveCount(0);
  await place.fill("Aveiro");
  await page.getByRole("button", { name: "Sign document" }).click();
  await page.getByLabel("Code", { exact: true }).fill(code);
  await expect(
    page.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ }),
  ).toBeVisible();
});

test("shows automatic and filled-in text in full, in smaller letters where the field is narrow @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
}) => {
  const ana = await newSigner("Ana Silva");
  const value = "Paid in full. The tenant also owes 5,000 euros for repairs, due at once.";
  const box = { type: "text", left: 60, width: 160 } as const;
  const request = await newRequest({
    signers: [{ person: ana }],
    fields: [
      {},
      { type: "date", top: 200, width: 30, height: 24 },
      { type: "date", top: 250, width: 200, height: 24 },
      { ...box, top: 300, height: 20, label: "Note", value },
      { ...box, top: 360, height: 40, label: "Remarks", value: `${value} ${value}`, rules: { multiline: true } },
      { ...box, top: 420, height: 20, label: "City", value: "חיפה, Israel" },
    ],
  });
  await loggedIn(page, ana);
  await page.goto(link(request));

  await test.step("shows all of a long text that the sender filled in, even if the signer may change it", async () => {
    for (const name of [/^Note/, /^Remarks/]) {
      const field = page.getByRole("textbox", { name });
      await expect(field).toHaveValue(new RegExp("at once\\.$"));
      const isWhole = () =>
        field.evaluate((node) => node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight);
      await expect.poll(isWhole).toBe(true);
      await field.focus();
      expect(await isWhole()).toBe(false);
      await field.blur();
      await expect.poll(isWhole).toBe(true);
    }
    // The PDF orders the text in the same way, by the direction of its first strong character.
    await expect(page.getByRole("textbox", { name: /^City/ })).toHaveCSS("direction", "rtl");
  });

  await test.step("shows automatic text in full in a narrow field in smaller letters, and at normal size in a wide one", async () => {
    const days = page.getByText(/^\d{4}-\d\d-\d\d$/);
    await expect(days).toHaveCount(2);
    const areWhole = () => days.evaluateAll((lines) => lines.map((line) => line.scrollWidth <= line.clientWidth));
    await expect.poll(areWhole).toEqual([true, true]);
    const [narrow = 0, wide = 0] = await days.evaluateAll((lines) =>
      lines.map((line) => parseFloat(getComputedStyle(line).fontSize)),
    );
    expect(narrow).toBeLessThan(wide);
    await page.setViewportSize({ width: 600, height: 800 });
    await expect.poll(areWhole).toEqual([true, true]);
  });
});

test("shows a signer what the sender filled in, locked where it is read-only, and draws it in the signed PDF @exhaustive", async ({
  page,
  open,
  api,
  requester,
  newSigner,
  newRequest,
  loggedIn,
  inbox,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({
    signers: [{ person: ana }],
    fields: [{}, { type: "text", top: 300, label: "Rent" }, { type: "text", top: 400, label: "Place" }],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}/edit`);
  for (const [index, value] of ["EUR 900", "Aveiro"].entries()) {
    await page
      .getByRole("button", { name: /^Text for Ana Silva, page 1/ })
      .nth(index)
      .click();
    await page.getByLabel(/^Value/).fill(value);
    if (index === 0) await page.getByRole("checkbox", { name: "Read-only" }).check();
  }
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await api.call("PATCH", "/request-signature", { as: requester, json: { uuid: request.uuid, status: 1 } });

  const signing = await open(`/sign/${await inbox.linkOf(ana.email)}`, ana);
  await expect(signing.getByText("Rent, page 1, filled in by the sender: EUR 900")).toBeAttached();
  await expect(signing.getByRole("textbox", { name: /^Rent/ })).toHaveCount(0);
  await expect(signing.getByRole("textbox", { name: /^Place/ })).toHaveValue("Aveiro");
  await signing.getByRole("textbox", { name: /^Place/ }).fill("Porto");
  await signing.getByRole("button", { name: "Sign document" }).click();
  await signing.getByLabel("Code", { exact: true }).fill(await inbox.codeOf(ana.email, 1));
  await expect(
    signing.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ }),
  ).toBeVisible();
  const signed = await api.bytes(`/file/${request.uuid}/content?version=current`, requester);
  const objects = qpdfRewrite(signed, "--qdf", "--object-streams=disable").toString("latin1");
  for (const value of ["(EUR 900)", "(Porto)"]) expect(objects).toContain(`/V ${value}`);
});
