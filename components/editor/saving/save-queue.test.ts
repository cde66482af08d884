import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { element, lost, Refusal } from "./testing/fake-server";
import { startQueue as start } from "./testing/start-queue";

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("saving boxes one by one", () => {
  test("a placed box is sent at once, a moved one 400 ms after its last move, with its last place only", async () => {
    const { queue, server, state } = start();
    queue.want([element("a", 1)]);
    await pass(0);
    for (const leftPt of [2, 3, 4]) {
      queue.want([element("a", leftPt)]);
      await pass(300);
    }
    expect(server.calls).toEqual(["create 1"]);
    expect(state()).toEqual({ kind: "saving" });
    await pass(100);
    expect(server.calls).toEqual(["create 1", "update 1 4"]);
    expect(state()).toMatchObject({ kind: "saved" });
  });

  test("what changes while a request runs is sent after it, never beside it", async () => {
    const { queue, server } = start();
    const release = server.hold();
    queue.want([element("a", 1), element("b", 7)]);
    await pass(0);
    queue.want([element("a", 2), element("b", 7)]);
    await pass(1000);
    expect(server.calls).toEqual(["create 1"]);
    release();
    await pass(1000);
    expect(server.lefts()).toEqual([
      [1, 2],
      [2, 7],
    ]);
  });

  test("a box that was deleted before it was stored ends up deleted, and one that comes back gets a new id", async () => {
    const { queue, server } = start();
    const release = server.hold();
    queue.want([element("a", 1)]);
    await pass(0);
    queue.want([]);
    release();
    await pass(1000);
    expect(server.lefts()).toEqual([]);
    queue.want([element("a", 1)]);
    await pass(1000);
    expect(server.lefts()).toEqual([[2, 1]]);
  });

  test("what was undone before it was sent is not sent", async () => {
    const { queue, server } = start(element("a", 1));
    queue.want([element("a", 9)]);
    queue.want([element("a", 1)]);
    await pass(1000);
    expect(server.calls).toEqual([]);
    expect(queue.isSettled()).toBe(true);
  });
});

describe("when saving fails", () => {
  test("a lost connection is tried again until it is back, and says so in between", async () => {
    const { queue, server, state } = start();
    for (let times = 0; times < 3; times += 1) server.fail(lost);
    queue.want([element("a", 1)]);
    await pass(0);
    expect(state()).toMatchObject({ kind: "failed", isRetrying: true });
    queue.want([element("a", 2)]);
    await pass(8000);
    expect(server.lefts()).toEqual([[1, 2]]);
    expect(state()).toMatchObject({ kind: "saved" });
  });

  test.each([
    ["moved meanwhile", [element("a", 5)], [[1, 5]]],
    ["deleted meanwhile", [], []],
  ])(
    "a creation that was done although its answer was lost is not done twice; the box is then %s",
    async (_, wanted, expected) => {
      const { queue, server, state } = start();
      server.fail(lost, { isDone: true });
      queue.want([element("a", 1)]);
      await pass(0);
      queue.want(wanted);
      await pass(5000);
      expect(server.lefts()).toEqual(expected);
      expect(state()).toMatchObject({ kind: "saved" });
    },
  );

  test("a refused box waits for a person, the others are saved", async () => {
    const { queue, server, state } = start();
    server.fail(new Refusal(422, "element_outside_page"));
    queue.want([element("a", 1), element("b", 2)]);
    await pass(60_000);
    expect(server.lefts()).toEqual([[1, 2]]);
    expect(state()).toMatchObject({
      kind: "failed",
      isRetrying: false,
      key: "a",
      problem: { code: "element_outside_page" },
    });
    expect(await queue.flush()).toBe(true);
    expect(server.lefts()).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  test("a log-in that has ended keeps everything until a person says so, without asking again and again", async () => {
    const { queue, server, state } = start();
    server.fail(new Refusal(401, "unauthenticated"));
    queue.want([element("a", 1)]);
    await pass(60_000);
    expect([server.calls.length, state()]).toMatchObject([
      1,
      { kind: "failed", isRetrying: false, problem: { status: 401 } },
    ]);
    queue.sendNow();
    await pass(0);
    expect(server.lefts()).toEqual([[1, 1]]);
  });

  test("a change that was undone while the connection was lost does not keep the next one from being saved", async () => {
    const { queue, server } = start(element("a", 1));
    queue.want([element("a", 2)]);
    server.fail(lost);
    await pass(400);
    queue.want([element("a", 1)]);
    await pass(5000);
    queue.want([element("a", 3)]);
    await pass(5000);
    expect(server.lefts()).toEqual([[1, 3]]);
  });

  test("a document that is no draft any more ends all saving", async () => {
    const { queue, server, state } = start();
    server.fail(new Refusal(409, "file_not_draft"));
    queue.want([element("a", 1)]);
    await pass(0);
    queue.want([element("a", 1), element("b", 2)]);
    await pass(60_000);
    expect(server.calls).toEqual(["create 1"]);
    expect(state()).toMatchObject({ kind: "closed" });
    expect(await queue.flush()).toBe(false);
  });
});

describe("leaving the page", () => {
  test("sends what still waits", async () => {
    const { queue, server } = start(element("a", 1), element("b", 2));
    queue.want([element("a", 3), element("c", 4)]);
    queue.leave();
    await pass(0);
    expect(server.lefts()).toEqual([
      [1, 3],
      [3, 4],
    ]);
  });

  test("and staying after all, nothing is sent twice and nothing looks like somebody else's", async () => {
    const { queue, server, state } = start(element("a", 1));
    server.fail(lost, { isDone: true });
    queue.want([element("a", 1), element("b", 2)]);
    queue.leave();
    queue.want([element("a", 5), element("b", 2)]);
    await pass(5000);
    expect(server.lefts()).toEqual([
      [1, 5],
      [2, 2],
    ]);
    expect(state()).toMatchObject({ kind: "saved" });
  });

  test("flushing waits for the answers", async () => {
    const { queue, server } = start();
    queue.want([element("a", 1), element("b", 2)]);
    expect(await queue.flush()).toBe(true);
    expect(server.lefts()).toHaveLength(2);
  });
});
