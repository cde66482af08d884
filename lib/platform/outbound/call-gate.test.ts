import { expect, test } from "vitest";
import { callsAtOnce, callsPerAccount, guardedOutbound } from "./guarded-outbound";
import { read } from "./testing/listen";

/** Names whose look-up never completes, until the call times out. */
function silentNames() {
  const waiting: (() => void)[] = [];
  const resolve = () => new Promise<never>((_resolve, reject) => waiting.push(() => reject(new Error("silent"))));
  return { outbound: guardedOutbound({ allow: [], resolve }), waiting };
}

const url = "https://silent.test/hook";

test("limits an account's concurrent look-ups without delaying other accounts", async () => {
  const { outbound, waiting } = silentNames();
  const own = Array.from({ length: callsPerAccount }, () => outbound.assertAllowed(url, { account: 1 }));
  await expect(outbound.assertAllowed(url, { account: 1 })).rejects.toMatchObject({
    code: "rate_limited",
    retryAfterSeconds: 5,
  });
  const other = outbound.assertAllowed(url, { account: 2 });
  expect(waiting).toHaveLength(callsPerAccount + 1);
  waiting.forEach((end) => end());
  await Promise.all([...own, other]);
  const again = outbound.assertAllowed(url, { account: 1 });
  waiting.at(-1)?.();
  await expect(again).resolves.toBeUndefined();
});

test("counts a download like a look-up and frees its place at the end", async () => {
  const { outbound, waiting } = silentNames();
  const fetchOne = () => read(outbound.download(url, { maxBytes: 10, account: 1 }));
  const running = Array.from({ length: callsPerAccount }, () => fetchOne());
  const ended = Promise.allSettled(running);
  await expect(fetchOne()).rejects.toMatchObject({ code: "rate_limited" });
  waiting.forEach((end) => end());
  await ended;
  const again = fetchOne();
  waiting.at(-1)?.();
  await expect(again).rejects.toMatchObject({ code: "url_unreachable" });
});

test("limits the concurrent look-ups of all accounts together", async () => {
  const { outbound, waiting } = silentNames();
  const all = Array.from({ length: callsAtOnce }, (_, index) => outbound.assertAllowed(url, { account: index }));
  await expect(outbound.assertAllowed(url, { account: callsAtOnce })).rejects.toMatchObject({ code: "unavailable" });
  waiting.forEach((end) => end());
  await Promise.all(all);
});
