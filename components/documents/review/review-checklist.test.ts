import { expect, test } from "vitest";
import { isBlocking, reviewItems } from "./review-checklist";

const now = new Date("2026-11-20T12:00:00Z");
type Field = Parameters<typeof reviewItems>[0]["signers"][number]["visibleElements"][number];
const signer = (signRequestId: number, ...types: Field["type"][]) => ({
  signRequestId,
  displayName: `Signer ${signRequestId}`,
  role: "signer" as const,
  visibleElements: types.map((type) => ({ type }) as Field),
});

test("lists each signer without a signature or initials field, ignoring other fields", () => {
  const items = reviewItems(
    { signers: [signer(1, "signature"), signer(2, "date"), signer(3), signer(4, "initial")], expiresAt: null },
    now,
  );
  expect(items).toEqual([
    { kind: "field_missing", signRequestId: 2, name: "Signer 2" },
    { kind: "field_missing", signRequestId: 3, name: "Signer 3" },
  ]);
  expect(items.map((item) => isBlocking(item, new Set([3])))).toEqual([true, false]);
});

test("requires no field for an approver, a viewer or a CC, but one for a signer beside them", () => {
  const others = (["approver", "viewer", "cc"] as const).map((role, index) => ({ ...signer(index + 2), role }));
  expect(reviewItems({ signers: [signer(1, "signature"), ...others], expiresAt: null }, now)).toEqual([]);
  expect(reviewItems({ signers: others, expiresAt: null }, now)).toEqual([{ kind: "signers_missing" }]);
});

test("blocks sending a draft without signers or with a past deadline", () => {
  expect(reviewItems({ signers: [], expiresAt: null }, now)).toEqual([{ kind: "signers_missing" }]);
  const late = reviewItems({ signers: [signer(1, "signature")], expiresAt: "2026-11-20T12:00:00.000Z" }, now);
  expect(late).toEqual([{ kind: "deadline_past" }]);
  expect(late.map((item) => isBlocking(item, new Set([1])))).toEqual([true]);
});

test("blocks sending while a condition no longer works", () => {
  const broken = [{ fieldId: 7, name: "Street", page: 1 }];
  const items = reviewItems({ signers: [signer(1, "signature")], expiresAt: null }, now, broken);
  expect(items).toEqual([{ kind: "condition_broken", fieldId: 7, name: "Street", page: 1 }]);
  expect(items.map((item) => isBlocking(item, new Set([7])))).toEqual([true]);
});
