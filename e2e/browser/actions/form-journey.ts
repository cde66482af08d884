import { expect, type Page } from "@playwright/test";
import { formPdf, OTHERS, stream } from "@/lib/pdf/testing/hand-written-pdf";

const states = (on: string) => `/AP<</N<</${on} ${OTHERS} 0 R/Off ${OTHERS + 1} 0 R>>>>`;
const look = "/MK<</BC[0.4 0.4 0.4]>>/F 4";

/** A form with a filled town and a dropdown with a default, as in most forms. */
export const townForm = formPdf({
  widgets: [
    `/FT/Tx/T(town)/TU(Town of birth)/MaxLen 12/Ff 2/V(Lisbon)/Rect[30 330 180 352]${look}`,
    `/FT/Ch/T(colour)/TU(Colour)/Ff 131074/Opt[(Red)(Blue)]/V(Red)/Rect[30 290 180 312]${look}`,
    `/FT/Btn/Ff 32770/T(Pet)/AS/Off/Rect[30 250 50 270]${look}${states("Cat")}`,
    `/FT/Btn/Ff 32770/T(Pet)/AS/Off/Rect[70 250 90 270]${look}${states("Dog")}`,
    `/FT/Sig/T(Signature)/Rect[30 180 180 230]${look}`,
  ],
  others: [
    stream("/Type/XObject/Subtype/Form/BBox[0 0 20 20]", "0 g 4 4 12 12 re f"),
    stream("/Type/XObject/Subtype/Form/BBox[0 0 20 20]", ""),
  ],
});

/** In the editor of a draft with one signer: converts the form into fields and sends the document. */
export async function turnFormAndSend(page: Page): Promise<void> {
  const notice = page.getByRole("region", { name: "Form fields" });
  await expect(notice).toContainText("This PDF has a form with 5 fields to fill in.");
  await expect(notice).toContainText("2 are filled in. Their values move from the page into the fields.");
  await expect(notice.getByRole("button", { name: "Keep the form as it is" })).toBeVisible();
  const pages = page.waitForResponse((response) => /[?&]v=1$/.test(response.url()) && response.ok());
  await notice.getByRole("button", { name: "Turn 5 form fields into fields" }).click();
  await pages;
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.getByRole("button", { name: "Review and send" }).click();
  await page.getByRole("button", { name: "Send to 1 person" }).click();
  await expect(page.getByText("Sent to 1 person", { exact: true })).toBeVisible();
}

/** On the signing page: checks that the form's values are shown, and changes them. */
export async function fillTownForm(page: Page): Promise<void> {
  const town = page.getByRole("textbox", { name: "Town of birth, page 1" });
  await expect(town).toHaveValue("Lisbon");
  await town.fill("Bergen");
  const colour = page.getByRole("combobox", { name: "Colour, page 1" });
  await expect(colour).toHaveValue("Red");
  await colour.selectOption("Blue");
  await page.getByRole("radio", { name: "Pet: Dog, page 1" }).check();
}
