import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeAdmission, watchLateness, type Admission, type AdmissionOptions } from "./admission";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ana = "203.0.113.7";
const bo = "198.51.100.7";
const limits: AdmissionOptions = {
  atOnce: 1,
  maxWaiting: 3,
  maxWaitingPerNetwork: 2,
  mostWaitMs: 5_000,
  turnMs: 2_000,
  isLate: () => false,
};

function ask(
  admission: Admission,
  address: string,
  { complete, headersSent } = { complete: true, headersSent: false },
): { answered: () => void; isAdmitted: Promise<boolean> } {
  const response = Object.assign(new EventEmitter(), { headersSent }) as unknown as ServerResponse;
  return {
    isAdmitted: admission.admits({ complete } as IncomingMessage, response, address),
    answered: () => void response.emit("close"),
  };
}

test("lets networks take turns and refuses a request beyond the capacity at once", async () => {
  const admission = makeAdmission(limits);
  const first = ask(admission, ana);
  expect(await first.isAdmitted).toBe(true);
  const [second, third] = [ask(admission, ana), ask(admission, ana)];
  expect(await ask(admission, ana).isAdmitted).toBe(false);
  const other = ask(admission, bo);
  expect(await ask(admission, bo).isAdmitted).toBe(false);
  for (const { isAdmitted, answered } of [first, second, other, third]) {
    expect(await isAdmitted).toBe(true);
    answered();
  }
});

test("runs only a few requests of one network at once, and others at the same time", async () => {
  const admission = makeAdmission({ ...limits, atOnce: 3, atOncePerNetwork: 2, maxWaitingPerNetwork: 3 });
  const running = [ask(admission, ana), ask(admission, ana)];
  const waiting = [ask(admission, ana), ask(admission, ana)];
  const other = ask(admission, bo);
  expect(await other.isAdmitted).toBe(true);
  other.answered();
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

test("keeps a request waiting for at most five seconds, and skips an abandoned one", async () => {
  const admission = makeAdmission({ ...limits, turnMs: 60_000 });
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
  const admission = makeAdmission({ ...limits, atOnce: 2, mostOverduePerNetwork: 2 });
  const slow = [ask(admission, ana), ask(admission, ana)];
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await ask(admission, ana).isAdmitted).toBe(false);
  expect(await ask(admission, bo).isAdmitted).toBe(true);
  slow[0]?.answered();
  expect(await ask(admission, ana).isAdmitted).toBe(true);
});

test("does not count requests as overdue that wait for their own client", async () => {
  const admission = makeAdmission({ ...limits, atOnce: 2, mostOverduePerNetwork: 1 });
  const uploading = ask(admission, ana, { complete: false, headersSent: false });
  const downloading = ask(admission, ana, { complete: true, headersSent: true });
  expect([await uploading.isAdmitted, await downloading.isAdmitted]).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await ask(admission, ana).isAdmitted).toBe(true);
});

test("refuses requests while the event loop is late", async () => {
  const state = { isLate: true };
  const admission = makeAdmission({ ...limits, isLate: () => state.isLate });
  expect(await ask(admission, ana).isAdmitted).toBe(false);
  state.isLate = false;
  expect(await ask(admission, ana).isAdmitted).toBe(true);
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
