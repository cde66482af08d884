import { expect, test } from "vitest";
import { lettersToLoad } from "./typed-field";

test.each(["ஸ்ரீ", "শ্রী", "ნინო", "Ana محمد", "王小明"])("loads the faces of %s as the PDF draws it", (text) => {
  expect(lettersToLoad(text)).toBe(text);
});

test.each(["", "Ana Łódź, 12 €", "Ελένη", "Зоя"])("loads none for %s", (text) => {
  expect(lettersToLoad(text)).toBe("");
});
