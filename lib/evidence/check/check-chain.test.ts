import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventHash, genesis, saltedHash } from "@/lib/records/audit/chain";
import { chainFormat, type ChainDocument, type ChainEvent, type PersonalValue } from "../schema";
import { checkChain } from "./check-chain";
import type { Problem } from "./findings";

const uuid = "0b7a7a5e-0000-4000-8000-000000000001";
const originalSha256 = "ab".repeat(32);
const types = [
  "file.created",
  "signer.added",
  "file.released",
  "document.viewed",
  "code.accepted",
  "signed",
  "signed",
  "file.completed",
];

/** 32 hexadecimal digits, different for each value. */
const saltOf = (kind: "mail" | "net", seq: number): string => `${kind === "mail" ? "5a" : "c3"}${seq}`.padEnd(32, "0");

type Content = Omit<ChainEvent, "hash" | "prev">;

/** A valid chain in which `change` may modify the events. */
function chainOf(change: (event: Content) => Content = (event) => event, length = types.length): ChainDocument {
  const data: ChainEvent[] = [];
  const personal: PersonalValue[] = [];
  for (let seq = 0; seq < length; seq++) {
    const email = `signer${seq}@x.example`;
    personal.push(
      { seq, path: "actor.email", salt: saltOf("mail", seq), value: email },
      { seq, path: "net.address", salt: saltOf("net", seq), value: "192.0.2.7" },
    );
    const content = change({
      v: 1,
      file: uuid,
      seq,
      type: types[seq] ?? "signed",
      at: `2026-11-20T12:00:0${seq}.000Z`,
      actor: { kind: "account", accountId: seq + 1, email: saltedHash(saltOf("mail", seq), email) },
      auth: { method: "email" },
      net: { address: saltedHash(saltOf("net", seq), "192.0.2.7") },
      doc: seq === 0 ? { pages: 3, originalSha256, originalSize: 100 } : { revision: seq, sha256: "cd".repeat(32) },
      data: { signRequestId: 5, nested: [{ deep: "value" }] },
    });
    const linked = { ...content, prev: data.at(-1)?.hash ?? genesis(uuid, originalSha256) };
    data.push({ ...linked, hash: eventHash(linked) });
  }
  return document(data, personal);
}

function document(data: ChainEvent[], personal: PersonalValue[]): ChainDocument {
  const last = data.at(-1);
  return {
    format: chainFormat,
    service: "http://localhost:3000",
    file: { uuid, name: "Lease", pages: 3, originalSha256, originalSize: 100 },
    head: { seq: last?.seq ?? 0, hash: last?.hash ?? "" },
    sealed: null,
    personal,
    data,
  };
}

function withEvents(chain: ChainDocument, data: ChainEvent[]): ChainDocument {
  return {
    ...document(
      data,
      chain.personal.filter(({ seq }) => data.some((event) => event.seq === seq)),
    ),
  };
}

const problemsOf = (chain: unknown): Problem[] => checkChain(chain).problems;

/** The number of the event that is reported as altered, or null for any other problem. */
function alteredIn(found: Problem | undefined): number | null {
  if (found?.code === "event_malformed") return found.params.place;
  return found?.code === "event_altered" || found?.code === "event_version_unsupported" ? found.params.event.seq : null;
}

/** The path of every string or number in a value. */
function leaves(value: unknown, path: string[] = []): { path: string[]; leaf: string | number }[] {
  if (typeof value === "string" || typeof value === "number") return [{ path, leaf: value }];
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, member]) => leaves(member, [...path, name]))
    : [];
}

function changedAt<Value>(value: Value, path: readonly string[], change: (leaf: string | number) => unknown): Value {
  const copy = structuredClone(value) as Record<string, unknown>;
  const parent = path
    .slice(0, -1)
    .reduce<Record<string, unknown>>((at, name) => at[name] as Record<string, unknown>, copy);
  const last = path.at(-1) ?? "";
  parent[last] = change(parent[last] as string | number);
  return copy as Value;
}

function otherCharacter(text: string, index: number): string {
  const at = index % Math.max(1, text.length);
  return `${text.slice(0, at)}${text[at] === "x" ? "y" : "x"}${text.slice(at + 1)}`;
}

describe("changes to a chain", () => {
  test("are not reported if there are none", () => {
    expect(checkChain(chainOf())).toMatchObject({ problems: [], hiddenValues: 0 });
  });

  test("of one character in any member are reported first for that event", () => {
    const chain = chainOf();
    fc.assert(
      fc.property(fc.nat(chain.data.length - 1), fc.nat(), fc.nat(), (index, which, where) => {
        const places = leaves(chain.data[index]);
        const { path } = places[which % places.length] ?? { path: [] };
        const changed = changedAt(chain, ["data", String(index), ...path], (leaf) =>
          typeof leaf === "number" ? leaf + 1 : otherCharacter(leaf, where),
        );
        expect(alteredIn(problemsOf(changed)[0])).toBe(path[0] === "seq" ? index + 1 : index);
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    ["the file", '"originalSize":100}', '"originalSize":100,"status":"void"}'],
    ["the head", '"head":{', '"head":{"status":"void",'],
    [
      "an event’s data, by a name that parsers pass over",
      '"data":{"signR',
      '"data":{"__proto__":{"status":"void"},"signR',
    ],
    ["the file, by such a name", '"originalSize":100}', '"originalSize":100,"__proto__":"void"}'],
  ])("by a member added to %s are detected, although no hash covers it", (_where, from, to) => {
    const text = JSON.stringify(chainOf());
    expect(text).toContain(from);
    expect(problemsOf(JSON.parse(text.replace(from, to)))).toHaveLength(1);
  });

  test("by a member added to an event, removed or renamed are detected, although no hash covers its name", () => {
    const chain = chainOf();
    const added = structuredClone(chain) as unknown as { data: Record<string, unknown>[] };
    Object.assign(added.data[3] ?? {}, { note: "paid" });
    expect(problemsOf(added)).toEqual([{ code: "event_malformed", params: { place: 3, member: null } }]);
    const without = structuredClone(chain) as unknown as { data: Record<string, unknown>[] };
    delete without.data[4]?.auth;
    expect(problemsOf(without)).toEqual([{ code: "event_malformed", params: { place: 4, member: "auth" } }]);
    expect(problemsOf({ ...chain, extra: 1 })).toEqual([
      { code: "chain_unreadable", params: { format: chainFormat, path: "" } },
    ]);
  });

  test.each([0, 3, 6])("by deleting event %i are reported by its number", (index) => {
    const chain = chainOf();
    expect(problemsOf(withEvents(chain, chain.data.toSpliced(index, 1)))[0]).toEqual({
      code: "events_missing",
      params: { from: index, to: index },
    });
  });

  test.each([1, 3, 6])("by deleting event %i but not its personal values are reported as a gap only", (index) => {
    const chain = chainOf();
    expect(checkChain({ ...chain, data: chain.data.toSpliced(index, 1) })).toMatchObject({
      problems: [{ code: "events_missing", params: { from: index, to: index } }],
      hiddenValues: 0,
    });
    const [later] = chain.personal.filter(({ seq }) => seq === 7) as [PersonalValue];
    const lied = chain.personal.map((value) => (value === later ? { ...value, value: "eve@x.example" } : value));
    expect(problemsOf({ ...chain, data: chain.data.toSpliced(index, 1), personal: lied })).toEqual([
      { code: "events_missing", params: { from: index, to: index } },
      { code: "personal_value_mismatch", params: { seq: 7, path: "actor.email" } },
    ]);
  });

  test("by deleting several events in a row are one finding, and later altered events are reported as well", () => {
    const chain = chainOf();
    const altered = chain.data.map((event) => (event.seq === 6 ? { ...event, type: "declined" } : event));
    expect(problemsOf({ ...chain, data: altered.toSpliced(2, 3) })).toEqual([
      { code: "events_missing", params: { from: 2, to: 4 } },
      { code: "event_altered", params: { event: { seq: 6, type: "declined", at: chain.data[6]?.at } } },
    ]);
  });

  test("by swapping, repeating or forging events are detected", () => {
    const chain = chainOf();
    const [third, fourth] = [chain.data[3], chain.data[4]] as [ChainEvent, ChainEvent];
    expect(problemsOf(withEvents(chain, chain.data.toSpliced(3, 2, fourth, third)))[0]).toMatchObject({
      code: "event_out_of_order",
      params: { event: { seq: 4 }, expected: 3 },
    });
    expect(problemsOf(withEvents(chain, chain.data.toSpliced(4, 0, third)))[0]).toMatchObject({
      code: "event_repeated",
      params: { event: { seq: 3 } },
    });
    const forged = { ...fourth, seq: 4, prev: third.hash, type: "declined" };
    const { hash: _hash, ...content } = forged;
    expect(
      problemsOf(withEvents(chain, chain.data.toSpliced(4, 0, { ...forged, hash: eventHash(content) })))[0],
    ).toMatchObject({ code: "event_repeated", params: { event: { seq: 4 } } });
  });

  test("to an event together with its hash are detected by the next event", () => {
    const chain = chainOf();
    const { hash: _hash, ...old } = { ...(chain.data[5] as ChainEvent), type: "declined" };
    expect(
      problemsOf(withEvents(chain, chain.data.toSpliced(5, 1, { ...old, hash: eventHash(old) })))[0],
    ).toMatchObject({
      code: "event_replaced",
      params: { event: { seq: 5, type: "declined" }, next: 6 },
    });
  });

  test("by cutting off its end but keeping the old head are reported as too short", () => {
    const chain = chainOf();
    expect(
      problemsOf({ ...chain, data: chain.data.slice(0, 5), personal: chain.personal.filter(({ seq }) => seq < 5) }),
    ).toContainEqual({
      code: "head_mismatch",
      params: { head: 7, last: { seq: 4, type: "code.accepted", at: chain.data[4]?.at } },
    });
  });

  test("to the document's name or its upload are reported at the first event", () => {
    const chain = chainOf();
    expect(problemsOf({ ...chain, file: { ...chain.file, uuid: uuid.replace(/1$/, "2") } })[0]).toMatchObject({
      code: "event_of_another_document",
      params: { event: { seq: 0 }, file: uuid },
    });
    expect(problemsOf({ ...chain, file: { ...chain.file, originalSha256: "cd".repeat(32) } })[0]).toMatchObject({
      code: "event_starts_another_chain",
      params: { event: { seq: 0 } },
    });
    expect(problemsOf({ ...chain, file: { ...chain.file, pages: 4 } })).toEqual([
      { code: "fact_mismatch", params: { fact: "pages" } },
    ]);
  });
});

describe("personal values", () => {
  test("are rejected when cut in two at a line end, with the first line as salt", () => {
    const [value, salt] = ["not Ada\nAda", saltOf("mail", 0)];
    const chain = chainOf((event) => ({ ...event, actor: { ...event.actor, name: saltedHash(salt, value) } }), 1);
    const named = (personal: Pick<PersonalValue, "salt" | "value">): ChainDocument => ({
      ...chain,
      personal: [...chain.personal, { seq: 0, path: "actor.name", ...personal }],
    });
    expect(problemsOf(named({ salt, value }))).toEqual([]);
    expect(problemsOf(named({ salt: `${salt}\nnot Ada`, value: "Ada" }))).toHaveLength(1);
  });

  test("are rejected when one character of a value, salt or place changes", () => {
    const chain = chainOf();
    fc.assert(
      fc.property(
        fc.nat(chain.personal.length - 1),
        fc.constantFrom("path", "salt", "value"),
        fc.nat(),
        (index, member, where) => {
          const changed = changedAt(chain, ["personal", String(index), member], (leaf) =>
            otherCharacter(String(leaf), where),
          );
          const { seq, path } = changed.personal[index] ?? {};
          expect(problemsOf(changed)).toEqual([{ code: "personal_value_mismatch", params: { seq, path } }]);
        },
      ),
    );
  });

  test("are rejected when exchanged between two events, given twice, or given for a missing event", () => {
    const chain = chainOf();
    const [first, , third] = chain.personal as [PersonalValue, PersonalValue, PersonalValue];
    const exchanged = [
      { ...first, value: third.value, salt: third.salt },
      { ...third, value: first.value, salt: first.salt },
    ];
    expect(problemsOf({ ...chain, personal: exchanged })).toHaveLength(2);
    expect(problemsOf({ ...chain, personal: [first, first] })).toEqual([
      { code: "personal_value_repeated", params: { seq: 0, path: "actor.email" } },
    ]);
    for (const path of ["actor.kind", "hash", "__proto__", "data.nested.9", "toString"])
      expect(problemsOf({ ...chain, personal: [{ ...first, path }] })).toHaveLength(1);
  });

  test("may be erased or hidden, which keeps the chain valid and is counted", () => {
    const chain = chainOf();
    expect(checkChain({ ...chain, personal: chain.personal.slice(3) })).toMatchObject({
      problems: [],
      hiddenValues: 3,
    });
  });
});

test("rejects any other JSON without crashing", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(problemsOf(value).length).toBeGreaterThan(0);
    }),
  );
  for (const odd of [
    undefined,
    Number.NaN,
    { ...chainOf(), data: [] },
    { ...chainOf(), format: "paraph-chain-2" },
    { ...chainOf(), data: [null] },
  ])
    expect(problemsOf(odd).length).toBeGreaterThan(0);
});

test("rejects numbers that two languages print differently", () => {
  const chain = chainOf();
  expect(problemsOf(changedAt(chain, ["data", "2", "doc", "revision"], () => 2.5))[0]).toMatchObject({
    code: "event_altered",
    params: { event: { seq: 2 } },
  });
});
