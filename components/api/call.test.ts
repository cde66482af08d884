import { expect, test, vi } from "vitest";
import { logInAgain, offerLogIn } from "./call";

test("does not log in again without a prompt", async () => {
  expect(await logInAgain()).toBe(false);
});

test("asks once for all waiting calls, and again for a later call", async () => {
  let answer: (isLoggedIn: boolean) => void = () => undefined;
  const ask = vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve)));
  const stop = offerLogIn(ask);
  const waiting = [logInAgain(), logInAgain()];
  answer(true);
  expect(await Promise.all(waiting)).toEqual([true, true]);
  expect(ask).toHaveBeenCalledTimes(1);
  const later = logInAgain();
  answer(false);
  expect(await later).toBe(false);
  expect(ask).toHaveBeenCalledTimes(2);
  stop();
  expect(await logInAgain()).toBe(false);
});
