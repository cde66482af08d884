import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, eventHash, firstBreak, genesis, saltedHash, type ChainedEvent } from "./chain";

const fileUuid = "0b7a7a5e-0000-4000-8000-000000000001";
const original = "ab".repeat(32);

function chainOf(length: number): (ChainedEvent & { hash: string })[] {
  const events: (ChainedEvent & { hash: string })[] = [];
  let prev = genesis(fileUuid, original);
  for (let seq = 0; seq < length; seq++) {
    const event: ChainedEvent = {
      v: 1,
      file: fileUuid,
      seq,
      type: "signed",
      at: `2026-01-01T00:00:0${seq}.000Z`,
      actor: { kind: "system" },
      auth: {},
      net: {},
      doc: { revision: seq },
      data: {},
      prev,
    };
    prev = eventHash(event);
    events.push({ ...event, hash: prev });
  }
  return events;
}

describe("canonical JSON", () => {
  test("is the same for the same members in any order", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.boolean(), fc.maxSafeInteger())), (record) => {
        const shuffled = Object.fromEntries(Object.entries(record).reverse());
        expect(canonicalJson(shuffled)).toBe(canonicalJson(record));
        expect(JSON.parse(canonicalJson(record))).toEqual(record);
      }),
    );
  });

  test("rejects numbers that two languages may print differently", () => {
    expect(() => canonicalJson({ a: 0.1 })).toThrow(TypeError);
    expect(() => canonicalJson(Number.NaN)).toThrow(TypeError);
  });
});

describe("the audit chain", () => {
  test("verifies if intact", () => {
    expect(firstBreak(fileUuid, original, chainOf(5))).toBeNull();
  });

  test("breaks at the event in which any member is changed", () => {
    for (let index = 0; index < 5; index++) {
      for (const change of [
        { type: "declined" },
        { at: "2027-01-01T00:00:00.000Z" },
        { data: { reason: "x" } },
        { actor: { kind: "account" } },
      ]) {
        const events = chainOf(5);
        events[index] = { ...(events[index] as ChainedEvent & { hash: string }), ...change };
        expect(firstBreak(fileUuid, original, events)).toBe(index);
      }
    }
  });

  test("breaks at a removed, swapped or repeated event", () => {
    const events = chainOf(5);
    expect(firstBreak(fileUuid, original, events.toSpliced(2, 1))).toBe(2);
    expect(
      firstBreak(
        fileUuid,
        original,
        [events[1], events[0], ...events.slice(2)].filter((event) => event !== undefined),
      ),
    ).toBe(0);
  });

  test("does not verify for another file or other bytes", () => {
    expect(firstBreak(fileUuid, "cd".repeat(32), chainOf(2))).toBe(0);
    expect(firstBreak("0b7a7a5e-0000-4000-8000-000000000002", original, chainOf(2))).toBe(0);
  });

  test("gives one personal value unrelated hashes under two salts", () => {
    expect(saltedHash("one", "ana@x.org")).not.toBe(saltedHash("two", "ana@x.org"));
  });
});
