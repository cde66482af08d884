import type { ReminderPlan } from "@/db/schema/files";
import { nextOfficeTime, previousOpening, type OfficeHours } from "@/lib/platform/office-hours";

const dayMs = 24 * 3600 * 1000;

/** The next mail that the service sends to a signer by itself. */
export interface NextMail {
  kind: "reminder" | "deadline";
  at: Date;
}

/** A signer whose turn it is, or the requester, who is only warned. */
export interface Addressee {
  /** The delay of the next reminder counts from here, and a warning keeps a day's distance; null: nothing was mailed. */
  from: Date | null;
  /** Reminders that were sent or skipped. */
  used: number;
  warnedOf: Date | null;
  zone: string;
}

interface Facts {
  plan: ReminderPlan;
  expiresAt: Date | null;
  hours: OfficeHours;
  now: Date;
}

/**
 * The next reminder or warning; null when none is left. A mail that is overdue goes once, at the next office time. A reminder that would
 * come less than a day before the warning gives way to it.
 */
export function nextMail(facts: Facts, signer: Addressee): NextMail | null {
  const [reminder, warning] = [nextReminder(facts, signer), nextWarning(facts, signer)];
  if (reminder === null || (warning !== null && reminder.getTime() > warning.getTime() - dayMs))
    return warning && { kind: "deadline", at: warning };
  return { kind: "reminder", at: reminder };
}

function nextReminder({ plan, expiresAt, hours, now }: Facts, { from, used, zone }: Addressee): Date | null {
  if (from === null || used >= plan.atMost) return null;
  const days = used === 0 ? plan.firstAfterDays : plan.everyDays;
  const at = nextOfficeTime(later(addDays(from, days), now), zone, hours);
  return expiresAt !== null && at >= expiresAt ? null : at;
}

/** The warning before the deadline; null when it was given, or comes less than a day after another mail. */
export function nextWarning(
  { plan, expiresAt, hours, now }: Facts,
  { from, warnedOf, zone }: Omit<Addressee, "used">,
): Date | null {
  if (plan.warnDays === 0 || expiresAt === null || warnedOf?.getTime() === expiresAt.getTime()) return null;
  const earliest = later(from === null ? now : addDays(from, 1), now);
  const due = later(addDays(expiresAt, -plan.warnDays), earliest);
  const at = nextOfficeTime(due, zone, hours);
  if (at < expiresAt) return at;
  // The office is closed until the deadline: on the last day before that.
  const before = nextOfficeTime(later(previousOpening(expiresAt, zone, hours), earliest), zone, hours);
  return before < expiresAt ? before : null;
}

function addDays(at: Date, days: number): Date {
  return new Date(at.getTime() + days * dayMs);
}

function later(left: Date, right: Date): Date {
  return left > right ? left : right;
}
