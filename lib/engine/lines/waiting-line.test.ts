import { describe, expect, test } from "vitest";
import { EngineBusyError, FairQueue, Turns } from "./waiting-line";

const turn = (caller: string, mostWaitMs?: number) => ({
  caller,
  file: "",
  ...(mostWaitMs === undefined ? {} : { mostWaitMs }),
});

describe("turns", () => {
  test.each([
    ["callers take turns", false, ["ana", "bo", "ana"]],
    ["a caller with none running goes before one whose work has just ended", true, ["bo", "ana", "ana"]],
  ])("limits concurrent work, and %s", async (_, idleFirst, expected) => {
    const turns = new Turns(1, { maxWaiting: 10, maxWaitingPerCaller: 10 }, idleFirst);
    const order: string[] = [];
    const work = (caller: string) => turns.run(turn(caller), async () => void order.push(caller));
    const end = await turns.begin(turn("ana"));
    const all = [work("ana"), work("ana"), work("bo")];
    expect(order).toEqual([]);
    end();
    await Promise.all(all);
    expect(order).toEqual(expected);
  });

  test("refuses a turn that exceeds its waiting time, without losing a later one", async () => {
    const turns = new Turns(1, { maxWaiting: 10, maxWaitingPerCaller: 10 });
    const end = await turns.begin(turn("ana"));
    await expect(turns.begin(turn("bo", 30))).rejects.toThrow(EngineBusyError);
    const patient = turns.begin(turn("bo"));
    end();
    end();
    (await patient)();
    const free = await turns.begin(turn("bo"));
    await expect(turns.begin(turn("ana", 10))).rejects.toThrow(EngineBusyError);
    free();
  });

  test("refuses immediately when a caller, or all together, have too many waiting", async () => {
    const turns = new Turns(1, { maxWaiting: 3, maxWaitingPerCaller: 2 });
    const end = await turns.begin(turn("ana"));
    const waiting = [turns.begin(turn("ana")), turns.begin(turn("ana"))];
    await expect(turns.begin(turn("ana"))).rejects.toThrow(EngineBusyError);
    waiting.push(turns.begin(turn("bo")));
    await expect(turns.begin(turn("cy"))).rejects.toThrow(EngineBusyError);
    end();
    for (const next of [waiting[0], waiting[2], waiting[1]]) (await next)?.();
  });
});

test("lets the first job of another caller wait although the line is full, and no second one", async () => {
  const turns = new Turns(1, { maxWaiting: 2, maxWaitingPerCaller: 2, maxFirst: 1 });
  const end = await turns.begin(turn("ana"));
  const waiting = [turns.begin(turn("ana")), turns.begin(turn("ana")), turns.begin(turn("bo"))];
  await expect(turns.begin(turn("bo"))).rejects.toThrow(EngineBusyError);
  await expect(turns.begin(turn("cy"))).rejects.toThrow(EngineBusyError);
  end();
  for (const next of [waiting[0], waiting[2], waiting[1]]) (await next)?.();
});

const take = (queue: FairQueue<string>): string[] =>
  Array.from({ length: queue.size }, () => queue.shift()?.item ?? "");

test("callers take turns, and so do the files of a caller", () => {
  const queue = new FairQueue<string>();
  for (const item of ["a1", "a2", "a3"]) queue.push({ caller: "ana", file: "a" }, item);
  queue.push({ caller: "ana", file: "b" }, "b1");
  queue.push({ caller: "bo", file: "c" }, "c1");
  queue.push({ caller: "bo", file: "c" }, "c2");
  expect(take(queue)).toEqual(["a1", "c1", "b1", "c2", "a2", "a3"]);
  expect(queue.shift()).toBeUndefined();
});

test("does not wait for a removed job", () => {
  const queue = new FairQueue<string>();
  const turn = { caller: "ana", file: "a" };
  for (const item of ["a1", "a2"]) queue.push(turn, item);
  queue.remove(turn, "a1");
  queue.remove(turn, "a1");
  expect([queue.size, queue.sizeOf("ana"), take(queue)]).toEqual([1, 1, ["a2"]]);
  expect([queue.size, queue.sizeOf("ana")]).toEqual([0, 0]);
});
