import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { element } from "./testing/fake-server";
import { startQueue as start } from "./testing/start-queue";

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("when somebody else changed the boxes", () => {
  /** Both have a and b; somebody else moved a and put c; here b is moved. */
  async function conflict() {
    const parts = start(element("a", 1), element("b", 2));
    parts.server.put(1, element("a", 10));
    parts.server.put(3, element("c", 30));
    parts.queue.want([element("a", 1), element("b", 20)]);
    await pass(1000);
    return parts;
  }

  test("nothing is sent before somebody has chosen, and it is said what happened", async () => {
    const { queue, server, state } = await conflict();
    expect(state()).toEqual({ kind: "conflict", changes: { added: 1, changed: 1, removed: 0 } });
    queue.want([element("a", 1), element("b", 21), element("d", 4)]);
    expect(await queue.flush()).toBe(false);
    queue.leave();
    await pass(60_000);
    expect([server.calls, server.lefts()]).toEqual([
      [],
      [
        [1, 10],
        [2, 2],
        [3, 30],
      ],
    ]);
  });

  test.each([
    [
      "both",
      [
        [1, 10],
        [2, 20],
        [3, 30],
      ],
    ],
    [
      "theirs",
      [
        [1, 10],
        [2, 2],
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
  ] as const)("%s: the server then holds what stays, and saving goes on", async (choice, expected) => {
    const { queue, server, state } = await conflict();
    const kept = queue.resolve(choice);
    await pass(1000);
    expect(server.lefts()).toEqual(expected);
    expect(kept?.map(({ box }) => box.leftPt)).toEqual(expected.map(([, leftPt]) => leftPt));
    expect(state()).toMatchObject({ kind: "saved" });
    queue.want([...(kept ?? []), element("e", 5)]);
    await pass(1000);
    expect(server.lefts()).toEqual([...expected, [4, 5]]);
  });

  test("a box that they deleted and that was moved here is a conflict too, not a lost box", async () => {
    const { queue, server, state } = start(element("a", 1), element("b", 2));
    server.put(1, null);
    queue.want([element("a", 3), element("b", 2)]);
    await pass(1000);
    expect(state()).toEqual({ kind: "conflict", changes: { added: 0, changed: 0, removed: 1 } });
    queue.resolve("both");
    await pass(1000);
    expect(server.lefts()).toEqual([
      [2, 2],
      [3, 3],
    ]);
  });

  test("who did the same as they did is not asked", async () => {
    const { queue, server, state } = start(element("a", 1), element("b", 2));
    server.put(1, null);
    queue.want([element("b", 2)]);
    await pass(1000);
    expect([state()?.kind, server.lefts()]).toEqual(["saved", [[2, 2]]]);
  });

  test("a change that comes between two of ours is seen as well", async () => {
    const { queue, server, state } = start(element("a", 1));
    queue.want([element("a", 2)]);
    await pass(1000);
    server.put(9, element("x", 90));
    queue.want([element("a", 3)]);
    await pass(1000);
    expect(state()).toMatchObject({ kind: "conflict", changes: { added: 1 } });
    server.put(9, element("x", 91));
    queue.resolve("both");
    await pass(1000);
    expect(state()).toMatchObject({ kind: "conflict", changes: { changed: 1 } });
  });

  test("tags that never match, as behind a proxy that rewrites them, keep nobody from saving", async () => {
    const { queue, server } = start(element("a", 1));
    server.rewriteTags();
    queue.want([element("a", 2)]);
    await pass(5000);
    expect(server.lefts()).toEqual([[1, 2]]);
  });
});
