import { expect, test } from "vitest";
import { shadowCodes } from "@/lib/pdf/shadow/shadow-finding";
import { shadowSentence } from "@/lib/pdf/shadow/shadow-sentence";
import { asFilled, describeChange } from "./describe-change";

test.each([
  ['the field "paraph-x-s1" was signed', "signed", "paraph-x-s1", 0],
  ['the form field "Name "of" signer" was filled in', "filled", 'Name "of" signer', 0],
  ["page 12 was changed (Contents, Resources)", "page_changed", "", 12],
  ["page 4 looks different from what was signed", "looks_different", "", 4],
  ['the new signature field "a" lies over another annotation on page 3', "overlap", "a", 3],
  ["object 7 (Image) was changed", "image", "", 0],
  ["object 7 was changed", "shown", "", 0],
  ["validation data (certificates, revocation lists) were added", "validation_data", "", 0],
  ["validation data (certificates, revocation lists) were taken out", "validation_data_lost", "", 0],
  ['the signature field "a" was added with a rectangle that programs read in different ways', "field_drawing", "a", 0],
  ['the signature field "a" was added with a drawing and no signature', "field_drawing", "a", 0],
  ["the form's resources were changed (XObject)", "form", "", 0],
  ["bytes were appended that belong to no revision", "tricked", "", 0],
  ["a later revision's table and stream of cross-references contradict each other", "tricked", "", 0],
  ["a later revision took this signature out or wrote it anew", "taken_out", "", 0],
  ["an object that object 4 (Font) already named was filled in later", "planted", "", 0],
  ["the document's structure was changed (ParentTree)", "structure", "", 0],
  ["the form's fonts were changed (Helv)", "form", "", 0],
  ["a later revision's cross-reference data can be read in more than one way", "tricked", "", 0],
  ["the ByteRange does not fit the file", "range_unclear", "", 0],
  ["the gap in the ByteRange is not this signature's Contents", "range_unclear", "", 0],
  ["the signature's Contents is not hexadecimal", "malformed", "", 0],
  ["the signature value does not match the signer's key", "wrong_key", "", 0],
  [
    "the file's cross-reference data name wrong places; it was read in the order in which it was written",
    "misplaced",
    "",
    0,
  ],
  ["no startxref", "inner", "", 0],
  ["object 4 got lost", "inner", "", 0],
  ["something of which we have no words", "other", "", 0],
] as const)("%j is told as %s", (said, key, field, page) => {
  expect(describeChange(said)).toEqual({ key, field, page, said, isForbidden: false });
});

test("a change that only this signature forbids keeps its words and says so", () => {
  expect(describeChange('the form field "a" was filled in, which the signature forbids')).toMatchObject({
    key: "filled",
    field: "a",
    isForbidden: true,
  });
});

test("a field that was added by a later signer is told as that signature, not as an empty field", () => {
  expect(asFilled("signature_field", { kind: "signature" })).toBe("signed");
  expect(asFilled("signature_field", { kind: "doc_timestamp" })).toBe("timestamp");
  expect(asFilled("signature_field", undefined)).toBe("signature_field");
  expect(asFilled("filled", { kind: "signature" })).toBe("filled");
});

test.each(shadowCodes.filter((code) => code !== "page_not_looked_at"))(
  "the verifier's sentence of %s is told with its page and its number",
  (code) => {
    for (const count of [1, 12])
      expect(describeChange(shadowSentence({ code, page: 3, count }))).toMatchObject({ key: code, page: 3, count });
  },
);
