import { expect, type Page } from "@playwright/test";
import { strokePng } from "@/e2e/journey";

/**
 * Fills in `rentalForm` with values that break its rules, then corrects them. Screen readers announce the label, the
 * rule and the error.
 */
export async function fillRentalForm(page: Page): Promise<void> {
  const rent = page.getByRole("textbox", { name: "Rent in EUR, page 1" });
  await rent.fill("6000");
  await rent.blur();
  await expect(rent).toHaveAttribute("aria-invalid", "true");
  await expect(rent).toHaveAccessibleDescription(
    "Enter EUR 5000 or less. Without the deposit. From EUR 1 to EUR 5000.",
  );
  await rent.fill("1 234.5");
  await rent.blur();
  await expect(rent).toHaveValue("EUR 1234,50");
  await expect(rent).not.toHaveAttribute("aria-invalid");

  const postcode = page.getByRole("textbox", { name: "Postcode, page 1" });
  await postcode.fill("3800");
  await postcode.blur();
  await expect(postcode).toHaveAccessibleDescription("Such as 3800-123.");
  await postcode.fill("3800-123");
  const tax = page.getByRole("textbox", { name: "Tax number, page 1" });
  await tax.pressSequentially("123456789");
  await expect(tax).toHaveValue("123 456 789");
  await page.getByRole("textbox", { name: "Phone, page 1" }).fill("+351 912 345 678");
  await page.getByRole("textbox", { name: "Notes, page 1" }).fill("Ground floor\nTwo keys");
  await page.getByLabel("Move in, page 1").fill("2027-03-09");
  await page.getByRole("combobox", { name: "Payment, page 1" }).selectOption("Yearly");

  await page.getByRole("button", { name: "Stamp, page 1: press to create it." }).click();
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose an image" }).click();
  await (await choosing).setFiles({ name: "stamp.png", mimeType: "image/png", buffer: await strokePng() });
  await page.getByRole("button", { name: "Use this stamp" }).click();
  await expect(page.getByRole("button", { name: /^Stamp, page 1: shown as it will be signed/ })).toBeVisible();

  const button = (choice: string) => page.getByRole("radio", { name: `Pet: ${choice}, page 1` });
  const [dog, none] = [button("Dog"), button("None")];
  await page.getByRole("button", { name: "Sign document" }).click();
  await expect(dog).toHaveAccessibleDescription("Choose one to continue.");
  await dog.check();
  await none.check();
  await expect(dog).not.toBeChecked();

  const extras = ["Parking", "Cellar", "Garden"].map((extra) =>
    page.getByRole("checkbox", { name: `Extras: ${extra}, page 1` }),
  );
  const [parking, cellar, garden] = extras;
  await expect(parking ?? page.locator("nothing")).toHaveAccessibleDescription(
    "Check at least one box. Check 1 to 2 boxes.",
  );
  for (const extra of extras) await extra.check();
  await expect(parking ?? page.locator("nothing")).toHaveAccessibleDescription(
    "Check 2 boxes at most. Check 1 to 2 boxes.",
  );
  await cellar?.uncheck();
  await expect(garden ?? page.locator("nothing")).toBeChecked();
}

/** The values that `fillRentalForm` leaves in the signed PDF, as printed by qpdf. */
export const filledRentalForm = [
  "(EUR 1234,50)",
  "(3800-123)",
  "(123 456 789)",
  "(+351 912 345 678)",
  "(2027-03-09)",
  "(Yearly)",
];
