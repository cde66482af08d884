import { describe, expect, test } from "vitest";
import { nextMail, nextWarning, type Addressee } from "./schedule";

const plan = { firstAfterDays: 3, everyDays: 2, atMost: 2, warnDays: 2 };
const hours = { from: 9, to: 17, days: [1, 2, 3, 4, 5] };
const at = (time: string): Date => new Date(`2027-${time}Z`);
/** A Monday. */
const invited = at("03-01T12:00:00");
const signer: Addressee = { from: invited, used: 0, warnedOf: null, zone: "UTC" };
const facts = { plan, hours, expiresAt: null as Date | null, now: invited };

describe("the next automatic mail", () => {
  test("is the first reminder, then one at each interval, up to the maximum", () => {
    expect(nextMail(facts, signer)).toEqual({ kind: "reminder", at: at("03-04T12:00:00") });
    expect(nextMail(facts, { ...signer, used: 1 })).toEqual({ kind: "reminder", at: at("03-03T12:00:00") });
    expect(nextMail(facts, { ...signer, used: 2 })).toBeNull();
  });

  test("waits for the office hours of the signer's own time zone", () => {
    expect(nextMail(facts, { ...signer, zone: "America/Los_Angeles" })?.at).toEqual(at("03-04T17:00:00"));
    expect(nextMail(facts, { ...signer, zone: "Asia/Tokyo" })?.at).toEqual(at("03-05T00:00:00"));
  });

  test("is sent once, at the next office hour, even if several were due", () => {
    expect(nextMail({ ...facts, now: at("03-13T03:00:00") }, signer)).toEqual({
      kind: "reminder",
      at: at("03-15T09:00:00"),
    });
  });

  test("is the warning if a reminder would come less than a day before it", () => {
    const expiresAt = at("03-06T18:00:00");
    expect(nextMail({ ...facts, expiresAt }, signer)).toEqual({ kind: "deadline", at: at("03-05T09:00:00") });
    expect(nextMail({ ...facts, expiresAt: at("03-12T12:00:00") }, signer)?.kind).toBe("reminder");
  });

  test("is null when the deadline comes first", () => {
    const expiresAt = at("03-03T12:00:00");
    expect(nextMail({ ...facts, plan: { ...plan, warnDays: 0 }, expiresAt }, signer)).toBeNull();
  });

  test("is null for a plan with neither reminders nor a warning", () => {
    expect(
      nextMail({ ...facts, plan: { ...plan, atMost: 0, warnDays: 0 }, expiresAt: at("04-01T00:00:00") }, signer),
    ).toBeNull();
  });
});

describe("the warning before the deadline", () => {
  const expiresAt = at("03-12T12:00:00");

  test("comes that many days before, once for each deadline", () => {
    expect(nextWarning({ ...facts, expiresAt }, signer)).toEqual(at("03-10T12:00:00"));
    expect(nextWarning({ ...facts, expiresAt }, { ...signer, warnedOf: expiresAt })).toBeNull();
    const later = at("03-19T12:00:00");
    expect(nextWarning({ ...facts, expiresAt: later }, { ...signer, warnedOf: expiresAt })).toEqual(
      at("03-17T12:00:00"),
    );
  });

  test("comes at least a day after the invitation, and is omitted when the deadline is sooner", () => {
    expect(nextWarning({ ...facts, expiresAt: at("03-03T10:00:00") }, signer)).toEqual(at("03-02T12:00:00"));
    expect(nextWarning({ ...facts, expiresAt: at("03-02T10:00:00") }, signer)).toBeNull();
  });

  test("comes on the last working day when the deadline is before office hours start again", () => {
    expect(nextWarning({ ...facts, expiresAt: at("03-08T06:00:00") }, signer)).toEqual(at("03-05T09:00:00"));
  });
});
