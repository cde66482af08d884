import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeAdmission, watchLateness, type Admission, type AdmissionOptions } from "./admission";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ana = "203.0.113.7";
const bo = "198.51.100.7";
const cy = "192.0.2.7";
const line = { atOnce: 1, maxWaiting: 3, maxWaitingPerNetwork: 2, mostWaitMs: 5_000 };
const limits: AdmissionOptions = { others: line, isLate: () => false, idleMs: () => performance.now() };
/** A thread that never waits for events. */
const busy: AdmissionOptions = { pages: { ...line, mostWaitMs: 60_000 }, isLate: () => false, idleMs: () => 0 };

function ask(
  admission: Admission,
  address: string,
  {
    complete = true,
    isPage = false,
    ...sent
  }: Partial<{
    complete: boolean;
    isPage: boolean;
    headersSent: boolean;
    writableLength: number;
  }> = {},
): { answered: () => void; isAdmitted: Promise<boolean> } {
  const response = Object.assign(new EventEmitter(), {
    headersSent: false,
    writableLength: 0,
    ...sent,
  }) as unknown as ServerResponse;
  return {
    isAdmitted: admission.admits({ complete } as IncomingMessage, response, { address, isPage }),
    answered: () => void response.emit("close"),
  };
}

test("lets networks take turns and refuses a request beyond the capacity at once", async () => {
  const admission = makeAdmission(limits);
  const first = ask(admission, ana);
  expect(await first.isAdmitted).toBe(true);
  const [second, third] = [ask(admission, ana), ask(admission, ana)];
  expect(await ask(admission, ana).isAdmitted).toBe(false);
  const ofBo = ask(admission, bo);
  expect(await ask(admission, bo).isAdmitted).toBe(false);
  for (const { isAdmitted, answered } of [first, second, ofBo, third]) {
    expect(await isAdmitted).toBe(true);
    answered();
  }
});

test("runs only a few requests of one network at once, and others at the same time", async () => {
  const admission = makeAdmission({
    ...limits,
    others: { ...line, atOnce: 3, atOncePerNetwork: 2, maxWaitingPerNetwork: 3 },
  });
  const running = [ask(admission, ana), ask(admission, ana)];
  const waiting = [ask(admission, ana), ask(admission, ana)];
  const ofBo = ask(admission, bo);
  expect(await ofBo.isAdmitted).toBe(true);
  ofBo.answered();
  const admitted = vi.fn();
  for (const { isAdmitted } of waiting) void isAdmitted.then(admitted);
  await vi.advanceTimersByTimeAsync(0);
  expect(admitted).not.toHaveBeenCalled();
  running[0]?.answered();
  await vi.advanceTimersByTimeAsync(0);
  expect(admitted.mock.calls).toEqual([[true]]);
  running[1]?.answered();
  expect(await waiting[1]?.isAdmitted).toBe(true);
});

test("counts the networks of one IPv6 site together, and lets them take turns", async () => {
  const admission = makeAdmission({
    ...limits,
    others: { ...line, atOnce: 4, atOncePerNetwork: 1, maxWaitingPerNetwork: 9 },
  });
  const first = ask(admission, "2001:db8:1:1::1");
  expect(await first.isAdmitted).toBe(true);
  const order: string[] = [];
  const waiting = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:3::1"].map((address) => {
    const asked = ask(admission, address);
    void asked.isAdmitted.then((isAdmitted) => isAdmitted && order.push(address));
    return asked;
  });
  const otherSite = ask(admission, "2001:db8:2:1::1");
  expect(await otherSite.isAdmitted).toBe(true);
  expect(order).toEqual([]);
  for (const asked of [first, waiting[0], waiting[2]]) {
    asked?.answered();
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(order).toEqual(["2001:db8:1:2::1", "2001:db8:1:3::1", "2001:db8:1:2::2"]);
});

test("keeps a request waiting for at most five seconds, and skips an abandoned one", async () => {
  const admission = makeAdmission({ ...limits, others: { ...line, mostTurnMs: 60_000 }, idleMs: () => 0 });
  const first = ask(admission, ana);
  const [late, gone, next] = [ask(admission, ana), ask(admission, bo), ask(admission, bo)];
  expect(await first.isAdmitted).toBe(true);
  gone.answered();
  expect(await gone.isAdmitted).toBe(false);
  await vi.advanceTimersByTimeAsync(4_000);
  first.answered();
  expect(await late.isAdmitted).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await next.isAdmitted).toBe(false);
});

test("admits the next request when one takes longer than its turn", async () => {
  const admission = makeAdmission(limits);
  expect(await ask(admission, ana).isAdmitted).toBe(true);
  const next = ask(admission, bo);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await next.isAdmitted).toBe(true);
});

test("refuses only a network with too many overdue requests, until one of them is answered", async () => {
  const admission = makeAdmission({ ...limits, others: { ...line, atOnce: 2 }, mostOverduePerNetwork: 2 });
  const slow = [ask(admission, ana), ask(admission, ana)];
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await ask(admission, ana).isAdmitted).toBe(false);
  expect(await ask(admission, bo).isAdmitted).toBe(true);
  slow[0]?.answered();
  expect(await ask(admission, ana).isAdmitted).toBe(true);
});

test("does not count requests as overdue that wait for their own client", async () => {
  const admission = makeAdmission({ ...limits, others: { ...line, atOnce: 2 }, mostOverduePerNetwork: 1 });
  const uploading = ask(admission, ana, { complete: false, headersSent: false });
  const downloading = ask(admission, ana, { complete: true, headersSent: true });
  expect([await uploading.isAdmitted, await downloading.isAdmitted]).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await ask(admission, ana).isAdmitted).toBe(true);
});

test("lets a page keep its turn while the thread is busy, for ten seconds at most", async () => {
  const admission = makeAdmission(busy);
  expect(await ask(admission, ana, { isPage: true }).isAdmitted).toBe(true);
  const admitted = vi.fn();
  void ask(admission, ana, { isPage: true }).isAdmitted.then(admitted);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(admitted).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(admitted.mock.calls).toEqual([[true]]);
});

test.each([
  ["of an answer with bytes that its client has not read", 250, { headersSent: true, writableLength: 1 }, busy],
  ["of an unfinished answer", 2_000, { headersSent: true }, busy],
  ["of a page that waits for something else", 2_000, {}, { ...busy, idleMs: () => performance.now() }],
])("ends the turn %s after %i ms", async (_, afterMs, state, options) => {
  const admission = makeAdmission(options);
  expect(await ask(admission, ana, { isPage: true, ...state }).isAdmitted).toBe(true);
  const admitted = vi.fn();
  void ask(admission, ana, { isPage: true }).isAdmitted.then(admitted);
  await vi.advanceTimersByTimeAsync(afterMs - 1);
  expect(admitted).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(admitted.mock.calls).toEqual([[true]]);
});

test("does not let other requests of a network wait for its pages", async () => {
  const admission = makeAdmission(busy);
  const pages = [ask(admission, ana, { isPage: true }), ask(admission, ana, { isPage: true })];
  expect(await pages[0]?.isAdmitted).toBe(true);
  expect(await ask(admission, ana).isAdmitted).toBe(true);
});

test("while the event loop is late, refuses only networks that have a request in progress", async () => {
  const state = { isLate: false };
  const admission = makeAdmission({ ...limits, others: { atOnce: 3 }, isLate: () => state.isLate });
  const [running, slow] = [ask(admission, ana), ask(admission, cy)];
  expect([await running.isAdmitted, await slow.isAdmitted]).toEqual([true, true]);
  state.isLate = true;
  expect(await ask(admission, ana).isAdmitted).toBe(false);
  expect(await ask(admission, bo).isAdmitted).toBe(true);
  expect(await ask(admission, bo).isAdmitted).toBe(false);
  running.answered();
  expect(await ask(admission, ana).isAdmitted).toBe(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await ask(admission, cy).isAdmitted).toBe(false);
});

test("calls the event loop late after three late rounds in a row", () => {
  let now = 0;
  const watch = watchLateness(() => now);
  const comeRound = (afterMs: number): boolean => {
    now += afterMs;
    vi.advanceTimersByTime(100);
    return watch.isLate();
  };
  expect([120, 3_500, 3_500, 120, 3_000, 3_000].map(comeRound)).not.toContain(true);
  expect([comeRound(3_000), comeRound(3_000), comeRound(110)]).toEqual([true, true, false]);
  watch.stop();
});
