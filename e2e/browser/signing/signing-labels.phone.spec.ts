import { boxOf } from "@/e2e/browser/actions/box-of";
import { expect, test } from "@/e2e/browser/fixtures";
import type { SeededRequest } from "@/e2e/browser/world/seed";

const link = (request: SeededRequest): string => `/sign/${request.signers[0].link}`;

test("shows each field's label in readable letters: above an input, even when filled, and beside a checkbox @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
}) => {
  const ana = await newSigner("Ana Silva");
  const request = await newRequest({
    signers: [{ person: ana }],
    fields: [
      { top: 80, label: "Sign as the tenant" },
      { type: "text", top: 300, width: 160, height: 20, label: "Place of birth" },
      { type: "text", top: 400, left: 420, width: 150, height: 20, label: "Occupation" },
      { type: "checkbox", top: 500, width: 14, height: 14, label: "I accept the house rules" },
      { type: "checkbox", top: 560, left: 560, width: 14, height: 14, label: "Send me a copy" },
      { type: "date", top: 620, width: 100, height: 20, label: "Date of signature" },
    ],
  });
  await loggedIn(page, ana);
  await page.goto(link(request));
  const sheet = await boxOf(page.getByRole("region", { name: "Page 1 of 1" }));
  expect(sheet.width, "the page is smaller than on paper").toBeLessThan(400);

  await page.getByRole("textbox", { name: /^Place of birth/ }).fill("Aveiro");
  for (const [label, role] of [
    ["Place of birth", "textbox"],
    ["Occupation", "textbox"],
    ["Sign as the tenant", "button"],
    ["I accept the house rules", "checkbox"],
    ["Send me a copy", "checkbox"],
  ] as const) {
    const text = page.getByText(label, { exact: true });
    await expect(text, label).toBeVisible();
    const control = page.getByRole(role, { name: new RegExp(label) });
    const [shown, field] = [await boxOf(text), await boxOf(control)];
    if (role === "checkbox") {
      expect(Math.abs(shown.y + shown.height / 2 - field.y - field.height / 2), `${label} is beside`).toBeLessThan(4);
      expect(shown.x >= field.x + field.width || shown.x + shown.width <= field.x, `${label} is beside`).toBe(true);
    } else expect(shown.y + shown.height, `${label} is above`).toBeLessThanOrEqual(field.y + 2);
    expect(shown.x, `${label} is on the page`).toBeGreaterThanOrEqual(sheet.x);
    expect(shown.x + shown.width, `${label} is on the page`).toBeLessThanOrEqual(sheet.x + sheet.width);
    expect(await text.evaluate((node) => parseFloat(getComputedStyle(node).fontSize))).toBeGreaterThanOrEqual(12);
  }
  await expect(page.getByText("Date of signature", { exact: true })).toBeVisible();
  await page.getByText("I accept the house rules", { exact: true }).tap();
  await expect(page.getByRole("checkbox", { name: /^I accept the house rules/ })).toBeChecked();
});

test("keeps labels of adjacent buttons on the page, and shows a question without room above before its answer @exhaustive", async ({
  page,
  newSigner,
  newRequest,
  loggedIn,
}) => {
  const ana = await newSigner("Ana Silva");
  const round = { type: "radio", width: 12, height: 12 } as const;
  const request = await newRequest({
    signers: [{ person: ana }],
    fields: [
      { top: 80 },
      ...["Monthly", "Quarterly", "Yearly with a long discount"].map((label, index) => ({
        ...{ ...round, top: 200 + index * 18, left: 60, group: "Period", label },
      })),
      { ...round, top: 237, left: 300, group: "Grade", label: "One" },
      ...["Smoker", "Driver"].flatMap((group, index) =>
        ["Yes", "No"].map((label, place) => ({
          ...{ ...round, top: 400 + index * 20, left: 60 + place * 240, group, label },
        })),
      ),
    ],
  });
  await loggedIn(page, ana);
  await page.goto(link(request));
  const sheet = await boxOf(page.getByRole("region", { name: "Page 1 of 1" }));
  for (const label of ["Monthly", "Quarterly", "Yearly with a long discount", "Driver: Yes"]) {
    const shown = await boxOf(page.getByText(label, { exact: true }));
    expect(shown.x, `${label} is on the page`).toBeGreaterThanOrEqual(sheet.x);
  }
  await expect(page.getByText("Smoker", { exact: true })).toBeVisible();
  await expect(page.getByText("Driver", { exact: true })).toBeHidden();
});
