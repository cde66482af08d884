import { expect, test, vi } from "vitest";
import { startUpload, type OnProgress } from "./upload";

/** A transport that sends bytes and answers only when the test calls it. */
function heldTransport() {
  const held: { progress: OnProgress; signal: AbortSignal | null } = { progress: () => undefined, signal: null };
  const answer: { resolve: (made: { uuid: string }) => void; reject: (error: Error) => void } = {
    resolve: () => undefined,
    reject: () => undefined,
  };
  const remove = vi.fn((_uuid: string) => Promise.resolve());
  function takeIn(progress: OnProgress, signal: AbortSignal) {
    Object.assign(held, { progress, signal });
    signal.addEventListener("abort", () => answer.reject(new DOMException("", "AbortError")));
    return new Promise<{ uuid: string }>((resolve, reject) => Object.assign(answer, { resolve, reject }));
  }
  return { transport: { takeIn, remove }, remove, held, answer };
}

test("creates the document and deletes nothing when the upload is not cancelled", async () => {
  const { transport, remove, held, answer } = heldTransport();
  const onProgress = vi.fn();
  const upload = startUpload(transport, onProgress);
  held.progress(3, 10);
  held.progress(10, 10);
  answer.resolve({ uuid: "lease" });
  expect(await upload.outcome).toEqual({ kind: "made", uuid: "lease" });
  expect(onProgress.mock.calls).toEqual([
    [3, 10],
    [10, 10],
  ]);
  expect(remove).not.toHaveBeenCalled();
});

test("aborts the upload when cancelled while sending, so that no document is created", async () => {
  const { transport, remove, held } = heldTransport();
  const upload = startUpload(transport, () => undefined);
  held.progress(3, 10);
  upload.cancel();
  expect(held.signal?.aborted).toBe(true);
  expect(await upload.outcome).toEqual({ kind: "cancelled" });
  expect(remove).not.toHaveBeenCalled();
});

test("deletes the created document when cancelled after all bytes were sent", async () => {
  const { transport, remove, held, answer } = heldTransport();
  const onProgress = vi.fn();
  const upload = startUpload(transport, onProgress);
  held.progress(10, 10);
  upload.cancel();
  expect(held.signal?.aborted).toBe(false);
  answer.resolve({ uuid: "lease" });
  expect(await upload.outcome).toEqual({ kind: "cancelled" });
  expect(remove.mock.calls).toEqual([["lease"]]);
  held.progress(10, 10);
  expect(onProgress).toHaveBeenCalledTimes(1);
});

test("returns a refusal unless the upload was cancelled", async () => {
  const refusal = new Error("refused");
  const [wanted, unwanted] = [heldTransport(), heldTransport()];
  const [first, second] = [wanted, unwanted].map(({ transport }) => startUpload(transport, () => undefined));
  unwanted.held.progress(10, 10);
  second?.cancel();
  wanted.answer.reject(refusal);
  unwanted.answer.reject(refusal);
  expect([await first?.outcome, await second?.outcome]).toEqual([
    { kind: "failed", error: refusal },
    { kind: "cancelled" },
  ]);
});
