import { expect, test } from "vitest";
import type { EditorElement } from "@/components/editor/editor-element";
import { plainStyle } from "@/lib/platform/geometry/field-text";
import { findOverlaps, stillOverlapping } from "./arrange";

const box = { leftPt: 0, topPt: 0, widthPt: 100, heightPt: 50 };
const element = (key: string, signRequestId: number, leftPt: number, page = 1): EditorElement => ({
  key,
  type: "signature",
  signRequestId,
  page,
  box: { ...box, leftPt },
  required: true,
  label: null,
  value: null,
  ...plainStyle,
});
const pairs = (...elements: EditorElement[]) =>
  findOverlaps(elements).map(({ first, second }) => `${first.key}${second.key}`);

test("reports fields of two signers that overlap by more than 30 %, each pair once", () => {
  expect(pairs(element("a", 1, 0), element("b", 2, 60), element("c", 3, 10))).toEqual(["ab", "ac", "bc"]);
});

test("reports overlapping fields of one signer after those of different signers", () => {
  expect(pairs(element("a", 1, 0), element("b", 1, 12), element("c", 2, 20))).toEqual(["ac", "bc", "ab"]);
});

test("ignores overlaps up to 30 %, adjacent fields and other pages", () => {
  expect(pairs(element("a", 1, 0), element("b", 2, 70))).toEqual([]);
  expect(pairs(element("a", 1, 0), element("b", 1, 70))).toEqual([]);
  expect(pairs(element("signature", 1, 0), { ...element("initials", 1, 100), type: "initial" })).toEqual([]);
  expect(pairs(element("a", 1, 0), element("b", 2, 0, 2), element("c", 1, 0, 3))).toEqual([]);
});

test("keeps of found overlaps only those that are still there", () => {
  const found = findOverlaps([element("a", 1, 0), element("b", 2, 10), element("c", 3, 20)]);
  const left = stillOverlapping(found, [element("a", 1, 300), element("b", 2, 10), element("c", 3, 20)]);
  expect(left.map(({ first, second }) => `${first.key}${second.key}`)).toEqual(["bc"]);
  expect(stillOverlapping(found, [element("a", 1, 0)])).toEqual([]);
});
