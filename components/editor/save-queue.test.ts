import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { EditorElement } from "./editor-element";
import type { SaveProblem } from "./save-failure";
import { SaveQueue, type SaveState, type SaveTransport } from "./save-queue";

const element = (key: string, leftPt = 0): EditorElement => ({
  key, type: "signature", signRequestId: 1, page: 1, box: { leftPt, topPt: 0, widthPt: 150, heightPt: 50 }, required: true, label: null, value: null,
});
class Refusal extends Error implements SaveProblem {
  constructor(readonly status: number, readonly code: string) {
    super(code);
  }
}
const lost = new Refusal(0, "connection_lost");
const notFound = new Refusal(404, "not_found");

/** A server in memory; `failWith` makes the next calls fail, after storing when `afterStoring`. */
function fakeServer() {
  const stored = new Map<number, number>();
  const calls: string[] = [];
  const failures: { problem: Refusal; afterStoring: boolean }[] = [];
  let nextId = 1;
  let holding: Promise<void> | null = null;
  const act = async <Answer>(call: string, store: () => Answer): Promise<Answer> => {
    calls.push(call);
    if (holding) await holding;
    const failure = failures.shift();
    if (failure && !failure.afterStoring) throw failure.problem;
    const answer = store();
    if (failure) throw failure.problem;
    return answer;
  };
  const transport: SaveTransport = {
    create: (box) => act(`create ${box.box.leftPt}`, () => { stored.set(nextId, box.box.leftPt); return nextId++; }),
    update: (id, box) => act(`update ${id} ${box.box.leftPt}`, () => { if (!stored.has(id)) throw notFound; stored.set(id, box.box.leftPt); }),
    remove: (id) => act(`remove ${id}`, () => { if (!stored.delete(id)) throw notFound; }),
    find: async (box, known) => [...stored].find(([id, leftPt]) => !known.has(id) && leftPt === box.box.leftPt)?.[0] ?? null,
  };
  const fail = (problem: Refusal, afterStoring = false) => failures.push({ problem, afterStoring });
  const hold = () => { let release = () => {}; holding = new Promise((resolve) => { release = () => { holding = null; resolve(); }; }); return () => release(); };
  return { transport, stored, calls, fail, hold };
}

function start(server = fakeServer(), stored: { id: number; element: EditorElement }[] = []) {
  const states: SaveState[] = [];
  const queue = new SaveQueue<SaveProblem>(stored, server.transport, (state) => states.push(state));
  return { queue, server, state: () => states.at(-1) };
}

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });

describe("saving boxes one by one", () => {
  test("a placed box is sent at once, a moved one 400 ms after its last move, with its last place only", async () => {
    const { queue, server, state } = start();
    queue.want([element("a", 1)]);
    await vi.advanceTimersByTimeAsync(0);
    for (const leftPt of [2, 3, 4]) { queue.want([element("a", leftPt)]); await vi.advanceTimersByTimeAsync(300); }
    expect(server.calls).toEqual(["create 1"]);
    expect(state()).toEqual({ kind: "saving" });
    await vi.advanceTimersByTimeAsync(100);
    expect(server.calls).toEqual(["create 1", "update 1 4"]);
    expect(state()).toMatchObject({ kind: "saved" });
  });

  test("what changes while a request runs is sent after it, never beside it", async () => {
    const { queue, server } = start();
    const release = server.hold();
    queue.want([element("a", 1)]);
    await vi.advanceTimersByTimeAsync(0);
    queue.want([element("a", 2)]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.calls).toEqual(["create 1"]);
    release();
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.calls).toEqual(["create 1", "update 1 2"]);
  });

  test("a box that was deleted before it was stored ends up deleted, and one that comes back gets a new id", async () => {
    const { queue, server } = start();
    const release = server.hold();
    queue.want([element("a", 1)]);
    await vi.advanceTimersByTimeAsync(0);
    queue.want([]);
    release();
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.stored.size).toBe(0);
    queue.want([element("a", 1)]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([...server.stored.keys()]).toEqual([2]);
  });

  test("what was undone before it was sent is not sent", async () => {
    const { queue, server } = start(fakeServer(), [{ id: 7, element: element("a", 1) }]);
    queue.want([element("a", 9)]);
    queue.want([element("a", 1)]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.calls).toEqual([]);
    expect(queue.isSettled()).toBe(true);
  });
});

describe("when saving fails", () => {
  test("a lost connection is tried again until it is back, and says so in between", async () => {
    const { queue, server, state } = start();
    for (let times = 0; times < 3; times += 1) server.fail(lost);
    queue.want([element("a", 1)]);
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toMatchObject({ kind: "failed", isRetrying: true });
    await vi.advanceTimersByTimeAsync(8000);
    expect([...server.stored.values()]).toEqual([1]);
    expect(state()).toMatchObject({ kind: "saved" });
  });

  test("a creation that was stored although its answer was lost is not made twice", async () => {
    const { queue, server } = start();
    server.fail(lost, true);
    queue.want([element("a", 1)]);
    await vi.advanceTimersByTimeAsync(0);
    queue.want([element("a", 5)]);
    await vi.advanceTimersByTimeAsync(5000);
    expect([...server.stored]).toEqual([[1, 5]]);
  });

  test("a box that was deleted while the answer to its creation was lost is deleted on the server too", async () => {
    const { queue, server } = start();
    server.fail(lost, true);
    queue.want([element("a", 1)]);
    await vi.advanceTimersByTimeAsync(0);
    queue.want([]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(server.stored.size).toBe(0);
    expect(queue.isSettled()).toBe(true);
  });

  test("a refused box waits for a person, the others are saved", async () => {
    const { queue, server, state } = start();
    server.fail(new Refusal(422, "element_outside_page"));
    queue.want([element("a", 1), element("b", 2)]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([...server.stored.values()]).toEqual([2]);
    expect(state()).toMatchObject({ kind: "failed", isRetrying: false, key: "a", problem: { code: "element_outside_page" } });
    expect(await queue.flush()).toBe(true);
    expect([...server.stored.values()]).toEqual([2, 1]);
  });

  test("a document that is no draft any more ends all saving", async () => {
    const { queue, server, state } = start();
    server.fail(new Refusal(409, "file_not_draft"));
    queue.want([element("a", 1)]);
    await vi.advanceTimersByTimeAsync(0);
    queue.want([element("a", 1), element("b", 2)]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.calls).toEqual(["create 1"]);
    expect(state()).toMatchObject({ kind: "closed" });
    expect(await queue.flush()).toBe(false);
  });

  test("a box that somebody else deleted is stored anew when it was moved here, and forgotten when it was deleted here", async () => {
    const { queue, server } = start(fakeServer(), [{ id: 7, element: element("a", 1) }, { id: 8, element: element("b", 2) }]);
    queue.want([element("a", 3)]);
    await vi.advanceTimersByTimeAsync(5000);
    expect([...server.stored.values()]).toEqual([3]);
    expect(queue.isSettled()).toBe(true);
  });
});

test("leaving the page sends what still waits", async () => {
  const { queue, server } = start(fakeServer(), [{ id: 7, element: element("a", 1) }]);
  server.stored.set(7, 1);
  queue.want([element("a", 3)]);
  queue.leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.stored.get(7)).toBe(3);
});

test("flushing waits for the answers", async () => {
  const { queue, server } = start();
  queue.want([element("a", 1), element("b", 2)]);
  expect(await queue.flush()).toBe(true);
  expect(server.stored.size).toBe(2);
});
