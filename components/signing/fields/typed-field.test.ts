import { expect, test } from "vitest";
import { lettersToLoad } from "./typed-field";

test.each(["ஸ்ரீ", "শ্রী", "ნინო", "Ana محمد", "王小明"])("the faces of %s are loaded, as the PDF draws it", (text) => {
  expect(lettersToLoad(text)).toBe(text);
});

test.each(["", "Ana Łódź, 12 €", "Ελένη", "Зоя"])("%s needs none", (text) => {
  expect(lettersToLoad(text)).toBe("");
});
