import { expect, test } from "vitest";
import { changesOf } from "./changes-of";
import type { SignatureRecord } from "./verification";

const record = (field: string, items: string[] = []) => ({ field, changes: { level: "permitted", items } }) as unknown as SignatureRecord;

test("a later signature is named by who made it; other changes and unknown fields stay as they are said", () => {
  const first = record("a", ['the field "b" was signed', 'the field "c" was signed', "metadata was added"]);
  expect(changesOf(first, [first, record("b")], ({ field }) => `signed by ${field}`)).toEqual(["signed by b", 'the field "c" was signed', "metadata was added"]);
});
