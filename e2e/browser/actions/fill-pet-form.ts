import { expect, type Page } from "@playwright/test";

/** Fills in `petForm`: a field appears and disappears, and a division by zero is reported and corrected. */
export async function fillPetForm(page: Page): Promise<void> {
  const name = page.getByRole("textbox", { name: "Name of the pet, page 1" });
  const box = (label: string) => page.getByRole("textbox", { name: `${label}, page 1` });
  const [rent, months, days] = [box("Rent"), box("Months"), box("Days")];
  await expect(rent).toBeVisible();
  await expect(name).toBeHidden();
  await page.getByRole("radio", { name: "Pet: Yes, page 1" }).check();
  await expect(name).toBeVisible();
  await expect(page.getByText("New field: Name of the pet.")).toBeAttached();
  await name.fill("Rex");
  await page.getByRole("radio", { name: "Pet: No, page 1" }).check();
  await expect(name).toBeHidden();
  await expect(page.getByText("Field removed: Name of the pet.")).toBeAttached();
  await page.getByRole("radio", { name: "Pet: Yes, page 1" }).check();
  await expect(name).toHaveValue("Rex");

  await rent.fill("0.10");
  await months.fill("3");
  await expect(page.getByText("Total, page 1, calculated: 0.30")).toBeAttached();
  await days.fill("0");
  await page.getByRole("button", { name: "Sign document" }).click();
  await expect(page.getByText("This divides by zero: check the numbers that it is calculated from.")).toBeAttached();
  await days.fill("30");
  await expect(page.getByText("A day, page 1, calculated: 0.00")).toBeAttached();
  await expect(page.getByText("This divides by zero: check the numbers that it is calculated from.")).toHaveCount(0);
}
