import { describe, expect, test } from "vitest";
import { codeBinding, makeCode, readCode, recipientBinding } from "./code";
import { codeTriesLeft, lockedUntil, nextNetworkSendAt, sendPause } from "./code-history";

const seconds = (count: number) => count * 1000;
const minutes = (count: number) => seconds(count * 60);
const hours = (count: number) => minutes(count * 60);
const now = Date.UTC(2026, 10, 20, 12);
const alone = (sentAt: readonly number[]) => ({ samePurpose: sentAt, together: sentAt });
const sends = { codeSendIntervalSeconds: 60, codeSendsPerHour: 5, codeSendsPerDay: 10 };
const tries = { codeWrongTriesPerDay: 15, codeWrongTriesEver: 50 };

test("a code is always six digits with leading zeros, and codes differ", () => {
  const codes = Array.from({ length: 2000 }, makeCode);
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
  expect(codes.some((code) => code.startsWith("0"))).toBe(true);
  expect(new Set(codes).size).toBeGreaterThan(1900);
});

test("ignores spaces and hyphens between digits", () => {
  expect(readCode(" 123 456\n")).toBe("123456");
  expect(readCode("123-456")).toBe("123456");
});

test("the same digits have another HMAC for another signer or another preparation", () => {
  const bound = codeBinding("123456", { purpose: "sign", signRequestId: 5, preparation: 1 });
  expect(codeBinding("123456", { purpose: "sign", signRequestId: 5, preparation: 2 })).not.toBe(bound);
  expect(codeBinding("123456", { purpose: "identify", signRequestId: 5, preparation: 1 })).not.toBe(bound);
  expect(codeBinding("123456", { purpose: "sign", signRequestId: 51, preparation: 1 })).not.toBe(bound);
});

test("the same number has another HMAC for another request or another channel", () => {
  const bound = recipientBinding("+491511234567", { channel: "sms", signRequestId: 5 });
  expect(recipientBinding("+491511234567", { channel: "signal", signRequestId: 5 })).not.toBe(bound);
  expect(recipientBinding("+491511234567", { channel: "sms", signRequestId: 6 })).not.toBe(bound);
});

describe("the earliest time of the next code", () => {
  test("is now when none was sent", () => {
    expect(sendPause(now, alone([]), sends)).toBeNull();
  });
  test("is 60 seconds after the last", () => {
    expect(sendPause(now, alone([now - seconds(10)]), sends)).toEqual({ limit: "interval", until: now + seconds(50) });
    expect(sendPause(now, alone([now - seconds(60)]), sends)).toBeNull();
  });
  test("is an hour after the first of five in an hour", () => {
    const five = [50, 40, 30, 20, 10].map((ago) => now - minutes(ago));
    expect(sendPause(now, alone(five), sends)).toEqual({ limit: "hour", until: now + minutes(10) });
    expect(sendPause(now, alone(five.slice(1)), sends)).toBeNull();
  });
  test("is a day after the first of ten in a day", () => {
    const ten = [23, 21, 19, 17, 15, 13, 11, 9, 7, 5].map((ago) => now - hours(ago));
    expect(sendPause(now, alone(ten), sends)).toEqual({ limit: "day", until: now + hours(1) });
  });
  test("is now for another purpose, unless five in an hour were sent for both together", () => {
    const sent = [50, 40, 30, 20].map((ago) => now - minutes(ago));
    expect(sendPause(now, { samePurpose: [], together: [...sent] }, sends)).toBeNull();
    expect(sendPause(now, { samePurpose: [], together: [...sent, now - seconds(1)] }, sends)).toEqual({
      limit: "hour",
      until: now + minutes(10),
    });
  });
  test("is set by the later of two limits", () => {
    const sentAt = (oldest: number) => [oldest, 40, 30, 20, 0].map((ago) => now - minutes(ago));
    expect(sendPause(now, alone(sentAt(58)), sends)).toEqual({ limit: "hour", until: now + minutes(2) });
    expect(sendPause(now, alone(sentAt(59.5)), sends)).toEqual({ limit: "interval", until: now + minutes(1) });
  });
  test("is an hour after the oldest of twenty in an hour for one network", () => {
    const twenty = Array.from({ length: 20 }, (_, index) => now - minutes(40) + seconds(index));
    expect(nextNetworkSendAt(now, twenty, 20)).toBe(now + minutes(20));
    expect(nextNetworkSendAt(now, twenty.slice(1), 20)).toBe(now);
  });
});

describe("locks after wrong tries", () => {
  test("do not start at fourteen in a day", () => {
    expect(
      lockedUntil(
        now,
        Array.from({ length: 14 }, () => now - hours(1)),
        tries,
      ),
    ).toBeNull();
  });
  test("start at fifteen in a rolling day, until the oldest is a day old", () => {
    const fifteen = Array.from({ length: 15 }, (_, index) => now - hours(20) + minutes(index));
    expect(lockedUntil(now, fifteen, tries)).toBe(now + hours(4));
    expect(lockedUntil(now + hours(4), fifteen, tries)).toBeNull();
  });
  test("count the tries left down to the first lock: of the code, of the day, or for good", () => {
    const limits = { ...tries, codeWrongTries: 5 };
    const ago = (count: number, age: number) => Array.from({ length: count }, () => now - age);
    expect(codeTriesLeft(now, 1, ago(1, 0), limits)).toBe(4);
    expect(codeTriesLeft(now, 1, ago(13, hours(1)), limits)).toBe(2);
    expect(codeTriesLeft(now, 1, ago(13, hours(24)), limits)).toBe(4);
    expect(codeTriesLeft(now, 1, ago(49, hours(48)), limits)).toBe(1);
    expect(codeTriesLeft(now, 1, ago(15, hours(1)), limits)).toBe(0);
  });
  test("are permanent after fifty in total, however old", () => {
    expect(
      lockedUntil(
        now,
        Array.from({ length: 50 }, () => now - hours(24 * 30)),
        tries,
      ),
    ).toBe("for_good");
  });
});
