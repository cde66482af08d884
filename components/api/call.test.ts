import { expect, test, vi } from "vitest";
import { logInAgain, offerLogIn, readProblem } from "./call";

test("does not log in again without a prompt", async () => {
  expect(await logInAgain()).toBe(false);
});

test("shows one log-in prompt for all waiting calls, and again for a later call", async () => {
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

const header = (headers: Record<string, string>) => (name: string) => headers[name] ?? null;

test("keeps a problem document's code, violations, tries, waiting time and request ID", () => {
  const violations = [{ pointer: "/code", code: "wrong", detail: "The code is wrong." }];
  const body = JSON.stringify({
    code: "code_wrong",
    detail: "The code is wrong.",
    violations,
    attemptsLeft: 2,
    requestId: "r-1",
  });
  expect(readProblem({ status: 422, header: header({ "retry-after": "7" }), body })).toMatchObject({
    status: 422,
    code: "code_wrong",
    detail: "The code is wrong.",
    violations,
    attemptsLeft: 2,
    retryAfterSeconds: 7,
    requestId: "r-1",
  });
});

test.each([
  [413, "too_large"],
  [429, "rate_limited"],
  [502, "unavailable"],
  [500, "internal"],
])("reads an answer %i without a problem document as %s", (status, code) => {
  expect(readProblem({ status, header: header({ "x-request-id": "r-2" }), body: "<html>" })).toMatchObject({
    code,
    requestId: "r-2",
    violations: [],
  });
});
