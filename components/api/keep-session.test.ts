import { expect, test, vi } from "vitest";
import { logInAgain, offerLogIn } from "./call";

test("without anybody who asks, nobody is logged in again", async () => {
  expect(await logInAgain()).toBe(false);
});

test("calls that wait at the same time ask the person once, and a later one asks anew", async () => {
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
