import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { field, lost, Refusal } from "./testing/fake-server";
import { startQueue as start } from "./testing/start-queue";

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("saving fields", () => {
  test("sends a new field at once and a moved one 400 ms after its last move", async () => {
    const { queue, server, state } = start();
    queue.want([field("a", 1)]);
    await pass(0);
    for (const leftPt of [2, 3, 4]) {
      queue.want([field("a", leftPt)]);
      await pass(300);
    }
    expect(server.calls).toEqual(["create 1"]);
    expect(state()).toEqual({ kind: "saving" });
    await pass(100);
    expect(server.calls).toEqual(["create 1", "update 1 4"]);
    expect(state()).toMatchObject({ kind: "saved" });
  });

  test("sends all changes since the last request in one request", async () => {
    const { queue, server } = start(field("a", 1), field("b", 2));
    queue.want([field("a", 5), ...Array.from({ length: 500 }, (_, index) => field(`n${index}`, index))]);
    await pass(1000);
    expect(server.calls).toHaveLength(1);
    expect(server.lefts()).toHaveLength(501);
  });

  test("sends changes made during a request after it, never beside it", async () => {
    const { queue, server } = start();
    const release = server.hold();
    queue.want([field("a", 1), field("b", 7)]);
    await pass(0);
    queue.want([field("a", 2), field("b", 7)]);
    await pass(1000);
    expect(server.calls).toEqual(["create 1, create 7"]);
    release();
    await pass(1000);
    expect(server.lefts()).toEqual([
      [1, 2],
      [2, 7],
    ]);
  });

  test("deletes a field removed before it was stored, and stores it again when it comes back", async () => {
    const { queue, server } = start();
    const release = server.hold();
    queue.want([field("a", 1)]);
    await pass(0);
    queue.want([]);
    release();
    await pass(1000);
    expect(server.lefts()).toEqual([]);
    queue.want([field("a", 1)]);
    await pass(1000);
    expect(server.lefts()).toEqual([[2, 1]]);
  });

  test("sends nothing for changes undone beforehand", async () => {
    const { queue, server } = start(field("a", 1));
    queue.want([field("a", 9)]);
    queue.want([field("a", 1)]);
    await pass(1000);
    expect(server.calls).toEqual([]);
    expect(queue.isSettled()).toBe(true);
  });
});

describe("when saving fails", () => {
  test("retries until the connection is back, and reports the failure meanwhile", async () => {
    const { queue, server, state } = start();
    for (let times = 0; times < 3; times += 1) server.fail(lost);
    queue.want([field("a", 1)]);
    await pass(0);
    expect(state()).toMatchObject({ kind: "failed", isRetrying: true });
    queue.want([field("a", 2)]);
    await pass(8000);
    expect(server.lefts()).toEqual([[1, 2]]);
    expect(state()).toMatchObject({ kind: "saved" });
  });

  test.each([
    ["moved meanwhile", [field("a", 5)], [[1, 5]]],
    ["deleted meanwhile", [], []],
  ])("creates a field once although the answer was lost; the field is then %s", async (_, wanted, expected) => {
    const { queue, server, state } = start();
    server.fail(lost, { isDone: true });
    queue.want([field("a", 1)]);
    await pass(0);
    queue.want(wanted);
    await pass(5000);
    expect(server.lefts()).toEqual(expected);
    expect(state()).toMatchObject({ kind: "saved" });
  });

  test("saves the other fields when one is refused", async () => {
    const { queue, server, state } = start();
    server.fail(new Refusal(422, "element_outside_page", [{ pointer: "/create/0/coordinates" }]));
    queue.want([field("a", 1), field("b", 2)]);
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

  test("sends nothing after the session has ended until the user retries", async () => {
    const { queue, server, state } = start();
    server.fail(new Refusal(401, "unauthenticated"));
    queue.want([field("a", 1)]);
    await pass(60_000);
    expect([server.calls.length, state()]).toMatchObject([
      1,
      { kind: "failed", isRetrying: false, problem: { status: 401 } },
    ]);
    queue.sendNow();
    await pass(0);
    expect(server.lefts()).toEqual([[1, 1]]);
  });

  test("saves a change after one that was undone while the connection was lost", async () => {
    const { queue, server } = start(field("a", 1));
    queue.want([field("a", 2)]);
    server.fail(lost);
    await pass(400);
    queue.want([field("a", 1)]);
    await pass(5000);
    queue.want([field("a", 3)]);
    await pass(5000);
    expect(server.lefts()).toEqual([[1, 3]]);
  });

  test("stops saving when the document is no longer a draft", async () => {
    const { queue, server, state } = start();
    server.fail(new Refusal(409, "file_not_draft"));
    queue.want([field("a", 1)]);
    await pass(0);
    queue.want([field("a", 1), field("b", 2)]);
    await pass(60_000);
    expect(server.calls).toEqual(["create 1"]);
    expect(state()).toMatchObject({ kind: "closed" });
    expect(await queue.flush()).toBe(false);
  });
});

describe("leaving the page", () => {
  test("sends waiting changes", async () => {
    const { queue, server } = start(field("a", 1), field("b", 2));
    queue.want([field("a", 3), field("c", 4)]);
    queue.leave();
    await pass(0);
    expect(server.lefts()).toEqual([
      [1, 3],
      [3, 4],
    ]);
  });

  test("repeats nothing and sees no conflict when the page stays open after all", async () => {
    const { queue, server, state } = start(field("a", 1));
    server.fail(lost, { isDone: true });
    queue.want([field("a", 1), field("b", 2)]);
    queue.leave();
    queue.want([field("a", 5), field("b", 2)]);
    await pass(5000);
    expect(server.lefts()).toEqual([
      [1, 5],
      [2, 2],
    ]);
    expect(state()).toMatchObject({ kind: "saved" });
  });

  test("waits for the responses when flushing", async () => {
    const { queue, server } = start();
    queue.want([field("a", 1), field("b", 2)]);
    expect(await queue.flush()).toBe(true);
    expect(server.lefts()).toHaveLength(2);
  });
});
