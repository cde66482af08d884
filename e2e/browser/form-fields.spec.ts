import { formPdf, OTHERS, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { expect, test } from "./fixtures";

const states = (on: string) => `/AP<</N<</${on} ${OTHERS} 0 R/Off ${OTHERS + 1} 0 R>>>>`;
const look = "/MK<</BC[0.4 0.4 0.4]>>/F 4";
const form = formPdf({
  widgets: [
    `/FT/Tx/T(town)/TU(Town of birth)/MaxLen 12/Ff 2/Rect[30 330 180 352]${look}`,
    `/FT/Ch/T(colour)/TU(Colour)/Ff 131074/Opt[(Red)(Blue)]/Rect[30 290 180 312]${look}`,
    `/FT/Btn/Ff 32770/T(Pet)/AS/Off/Rect[30 250 50 270]${look}${states("Cat")}`,
    `/FT/Btn/Ff 32770/T(Pet)/AS/Off/Rect[70 250 90 270]${look}${states("Dog")}`,
    `/FT/Sig/T(Signature)/Rect[30 180 180 230]${look}`,
  ],
  others: [
    stream("/Type/XObject/Subtype/Form/BBox[0 0 20 20]", "0 g 4 4 12 12 re f"),
    stream("/Type/XObject/Subtype/Form/BBox[0 0 20 20]", ""),
  ],
});

test("the fields of an uploaded form become signing fields in one press, with options and lengths", async ({
  page,
  api,
  newSigner,
  newRequest,
  requester,
  loggedIn,
}) => {
  const request = await newRequest({
    pdf: form,
    signers: [{ person: await newSigner("Ana Silva") }],
    boxes: [],
    release: false,
  });
  await loggedIn(page, requester);
  await page.goto(`/documents/${request.uuid}/edit`);
  const notice = page.getByRole("region", { name: "Suggested fields" });
  await expect(notice).toContainText("This PDF has a form with 5 fields to fill in.");
  await expect(notice.getByRole("button", { name: "Keep the form as it looks" })).toBeVisible();
  await notice.getByRole("button", { name: "Turn 5 form fields into signing fields" }).click();
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  const { body } = await api.call<{
    data: { type: string; label: string | null; rules: unknown; group: string | null }[];
  }>("GET", `/file/${request.uuid}/elements`, { as: requester });
  expect(body.data.map(({ type, label, rules, group }) => [type, label, rules, group])).toEqual([
    ["text", "Town of birth", { maxLength: 12 }, null],
    ["dropdown", "Colour", { options: ["Red", "Blue"] }, null],
    ["radio", "Cat", null, "Pet"],
    ["radio", "Dog", null, "Pet"],
    ["signature", "Signature", null, null],
  ]);
  await page.reload();
  await expect(page.getByRole("button", { name: /^Signature for Ana Silva, page 1/ })).toBeVisible();
  await expect(notice).toHaveCount(0);
});
