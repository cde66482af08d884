import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { field } from "./testing/fake-server";
import { startQueue as start } from "./testing/start-queue";

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("when another person changed the fields", () => {
  /** Both start with a and b. Another person moved a and b and added c; here b is moved. */
  async function conflict() {
    const parts = start(field("a", 1), field("b", 2));
    parts.server.put(1, field("a", 10));
    parts.server.put(2, field("b", 15));
    parts.server.put(3, field("c", 30));
    parts.queue.want([field("a", 1), field("b", 20)]);
    await pass(1000);
    return parts;
  }

  test("sends nothing before the conflict is resolved, and reports the changes", async () => {
    const { queue, server, state } = await conflict();
    expect(state()).toEqual({ kind: "conflict", changes: { added: 1, changed: 2, removed: 0 } });
    queue.want([field("a", 1), field("b", 21), field("d", 4)]);
    expect(await queue.flush()).toBe(false);
    queue.leave();
    await pass(60_000);
    expect([server.calls, server.lefts()]).toEqual([
      [],
      [
        [1, 10],
        [2, 15],
        [3, 30],
      ],
    ]);
  });

  test.each([
    [
      "both",
      [
        [1, 10],
        [2, 15],
        [3, 30],
        [4, 20],
      ],
    ],
    [
      "theirs",
      [
        [1, 10],
        [2, 15],
        [3, 30],
      ],
    ],
    [
      "mine",
      [
        [1, 1],
        [2, 20],
      ],
    ],
  ] as const)("stores the chosen fields and continues: %s", async (choice, expected) => {
    const { queue, server, state } = await conflict();
    const kept = queue.resolve(choice);
    await pass(1000);
    expect(server.lefts()).toEqual(expected);
    expect(new Set(kept?.map(({ box }) => box.leftPt))).toEqual(new Set(expected.map(([, leftPt]) => leftPt)));
    expect(state()).toMatchObject({ kind: "saved" });
    queue.want([...(kept ?? []), field("e", 5)]);
    await pass(1000);
    expect(server.lefts()).toEqual([...expected, [Math.max(3, ...expected.map(([id]) => id)) + 1, 5]]);
  });

  test("treats a field that was deleted there and moved here as a conflict", async () => {
    const { queue, server, state } = start(field("a", 1), field("b", 2));
    server.put(1, null);
    queue.want([field("a", 3), field("b", 2)]);
    await pass(1000);
    expect(state()).toEqual({ kind: "conflict", changes: { added: 0, changed: 0, removed: 1 } });
    queue.resolve("both");
    await pass(1000);
    expect(server.lefts()).toEqual([
      [2, 2],
      [3, 3],
    ]);
  });

  test("does not ask when both made the same change", async () => {
    const { queue, server, state } = start(field("a", 1), field("b", 2));
    server.put(1, null);
    queue.want([field("b", 2)]);
    await pass(1000);
    expect([state()?.kind, server.lefts()]).toEqual(["saved", [[2, 2]]]);
  });

  test("notices a change between two of our own", async () => {
    const { queue, server, state } = start(field("a", 1));
    queue.want([field("a", 2)]);
    await pass(1000);
    server.put(1, field("a", 90));
    queue.want([field("a", 3)]);
    await pass(1000);
    expect(state()).toMatchObject({ kind: "conflict", changes: { changed: 1 } });
    server.put(1, field("a", 91));
    queue.resolve("mine");
    await pass(1000);
    expect(state()).toMatchObject({ kind: "conflict", changes: { changed: 1 } });
  });

  test("merges changes of different fields without asking", async () => {
    const { queue, server, merged, state } = start(field("a", 1), field("b", 2), field("c", 3));
    server.put(1, field("a", 10));
    server.put(3, null);
    server.put(4, field("d", 40));
    queue.want([field("a", 1), field("b", 20), field("c", 3), field("e", 50)]);
    await pass(1000);
    expect(server.lefts()).toEqual([
      [1, 10],
      [2, 20],
      [4, 40],
      [5, 50],
    ]);
    expect(merged.map((fields) => fields.map(({ box }) => box.leftPt).sort())).toEqual([[10, 20, 40, 50]]);
    expect(state()).toMatchObject({ kind: "saved" });
  });

  test("saves behind a proxy that rewrites entity tags", async () => {
    const { queue, server } = start(field("a", 1));
    server.rewriteTags();
    queue.want([field("a", 2)]);
    await pass(5000);
    expect(server.lefts()).toEqual([[1, 2]]);
  });
});
