import { expect, test } from "vitest";
import { findOverlaps, remainingOverlaps } from "@/components/editor/state/arrange";
import type { EditorField } from "@/components/editor/state/editor-field";
import { editorField } from "@/components/editor/testing/editor-fields";

const box = { leftPt: 0, topPt: 0, widthPt: 100, heightPt: 50 };
const field = (key: string, signRequestId: number, leftPt: number, page = 1) =>
  editorField({ key, type: "signature", signRequestId, page, box: { ...box, leftPt } });
const pairs = (...fields: EditorField[]) =>
  findOverlaps(fields).map(({ first, second }) => `${first.key}${second.key}`);

test("reports fields of two signers that overlap by more than 30 %, each pair once", () => {
  expect(pairs(field("a", 1, 0), field("b", 2, 60), field("c", 3, 10))).toEqual(["ab", "ac", "bc"]);
});

test("reports overlapping fields of one signer after those of different signers", () => {
  expect(pairs(field("a", 1, 0), field("b", 1, 12), field("c", 2, 20))).toEqual(["ac", "bc", "ab"]);
});

test("ignores overlaps up to 30 %, adjacent fields and other pages", () => {
  expect(pairs(field("a", 1, 0), field("b", 2, 70))).toEqual([]);
  expect(pairs(field("a", 1, 0), field("b", 1, 70))).toEqual([]);
  expect(pairs(field("signature", 1, 0), { ...field("initials", 1, 100), type: "initial" })).toEqual([]);
  expect(pairs(field("a", 1, 0), field("b", 2, 0, 2), field("c", 1, 0, 3))).toEqual([]);
});

test("keeps only those known overlaps that still exist", () => {
  const found = findOverlaps([field("a", 1, 0), field("b", 2, 10), field("c", 3, 20)]);
  const left = remainingOverlaps(found, [field("a", 1, 300), field("b", 2, 10), field("c", 3, 20)]);
  expect(left.map(({ first, second }) => `${first.key}${second.key}`)).toEqual(["bc"]);
  expect(remainingOverlaps(found, [field("a", 1, 0)])).toEqual([]);
});
