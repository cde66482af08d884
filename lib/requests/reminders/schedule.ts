import { and, asc, eq, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { accounts, type Account } from "@/db/schema/accounts";
import { files, signRequests, type File, type ReminderPlan, type SignRequest } from "@/db/schema/files";
import { accountOfSigner } from "@/lib/accounts/find";
import type { Actor, Ctx } from "@/lib/context/context";
import { readSettings, settingsColumn, settingsOf, type Settings } from "@/lib/context/settings/read";
import { getOwnFile } from "@/lib/documents/access";
import { isOpen } from "@/lib/documents/status";
import { DomainError } from "@/lib/platform/errors";
import { toUuid } from "@/lib/platform/ids";
import { dayMs } from "@/lib/platform/locale/format";
import { nextOfficeTime, previousOpening, type OfficeHours } from "@/lib/platform/office-hours";
import type { ReminderSchedule } from "@/lib/requests/state/schema";

export interface SignerSchedule {
  signer: SignRequest;
  /** Null: no automatic e-mail is left. */
  next: NextMail | null;
}

/** The automatic e-mails that are scheduled for a file. */
export interface Schedule {
  file: File;
  requester: Account;
  /** Null: none. For a draft without its own plan, the instance's. */
  plan: ReminderPlan | null;
  /** In signing order, without removed ones. */
  signers: SignerSchedule[];
  /** The warning of the deadline to the requester. */
  requesterAt: Date | null;
  now: Date;
}

/** Reads the current schedule of a file. The caller has authorised the reader. */
export async function readSchedule(ctx: Ctx, fileId: number): Promise<Schedule> {
  const [found] = await ctx.db
    .select({ file: files, requester: accounts })
    .from(files)
    .innerJoin(accounts, eq(accounts.id, files.requesterId))
    .where(eq(files.id, fileId));
  if (!found) throw new DomainError("not_found");
  const settings = await readSettings(ctx);
  const { file, requester } = found;
  const rows = await ctx.db
    .select({ signer: signRequests, accountZone: accounts.timeZone })
    .from(signRequests)
    .leftJoin(accounts, accountOfSigner())
    .where(and(eq(signRequests.fileId, fileId), isNull(signRequests.removedAt)))
    .orderBy(asc(signRequests.signingOrder), asc(signRequests.id));
  return { ...scheduleOf({ file, requester, rows }, settings, await ctx.now()), file, requester };
}

const requesters = alias(accounts, "requesters");

/** When the next automatic e-mail about the file is due; null for never. Reads all that it depends on in one query. */
export async function readNext(ctx: Ctx, fileId: number): Promise<Date | null> {
  const { status, reminders, expiresAt, releasedAt, warnedOf } = files;
  const found = await ctx.db
    .select({
      file: { id: files.id, status, reminders, expiresAt, releasedAt, warnedOf },
      requester: { timeZone: requesters.timeZone },
      signer: {
        id: signRequests.id,
        status: signRequests.status,
        notify: signRequests.notify,
        remindersFrom: signRequests.remindersFrom,
        notifiedAt: signRequests.notifiedAt,
        remindersUsed: signRequests.remindersUsed,
        warnedOf: signRequests.warnedOf,
        timeZone: signRequests.timeZone,
      },
      accountZone: accounts.timeZone,
      settings: settingsColumn,
    })
    .from(files)
    .innerJoin(requesters, eq(requesters.id, files.requesterId))
    .leftJoin(signRequests, and(eq(signRequests.fileId, files.id), isNull(signRequests.removedAt)))
    .leftJoin(accounts, accountOfSigner())
    .where(eq(files.id, fileId));
  const [first] = found;
  if (!first) throw new DomainError("not_found");
  const rows = found.flatMap(({ signer, accountZone }) => (signer ? [{ signer, accountZone }] : []));
  const facts = { file: first.file, requester: first.requester, rows };
  return nextOf(scheduleOf(facts, settingsOf(first.settings), await ctx.now()));
}

type TimedSigner = Pick<
  SignRequest,
  "id" | "status" | "notify" | "remindersFrom" | "notifiedAt" | "remindersUsed" | "warnedOf" | "timeZone"
>;

interface Gathered<Signer> {
  file: Pick<File, "status" | "reminders" | "expiresAt" | "releasedAt" | "warnedOf">;
  requester: Pick<Account, "timeZone">;
  rows: readonly { signer: Signer; accountZone: string | null }[];
}

function scheduleOf<Signer extends TimedSigner>(
  { file, requester, rows }: Gathered<Signer>,
  settings: Settings,
  now: Date,
) {
  const plan = planOf(file, settings);
  const isRunning = isOpen(file, now);
  const facts = plan && isRunning ? { plan, expiresAt: file.expiresAt, hours: settings.officeHours, now } : null;
  return {
    plan,
    now,
    signers: rows.map(({ signer, accountZone }) => ({
      signer,
      next:
        facts && signer.status === "pending" && signer.notify
          ? nextMail(facts, {
              from: signer.remindersFrom ?? signer.notifiedAt,
              used: signer.remindersUsed,
              warnedOf: signer.warnedOf,
              zone: signer.timeZone ?? accountZone ?? settings.timeZone,
            })
          : null,
    })),
    requesterAt:
      facts &&
      nextWarning(facts, {
        from: file.releasedAt,
        warnedOf: file.warnedOf,
        zone: requester.timeZone ?? settings.timeZone,
      }),
  };
}

/** A draft without its own plan gets the instance's when it is sent. */
export function planOf(
  { status, reminders }: Pick<File, "status" | "reminders">,
  { reminders: standard }: Pick<Settings, "reminders">,
): ReminderPlan | null {
  return reminders ?? (status === "draft" ? standard : null);
}

function nextOf({
  signers,
  requesterAt,
}: {
  signers: readonly Pick<SignerSchedule, "next">[];
  requesterAt: Date | null;
}): Date | null {
  const times = [...signers.map(({ next }) => next?.at ?? null), requesterAt].filter((at) => at !== null);
  return times.length === 0 ? null : new Date(Math.min(...times.map((at) => at.getTime())));
}

/**
 * `GET /file/{uuid}/reminders`: the plan, and the next e-mail to each person. Throws `not_found`, `forbidden` to a
 * signer.
 */
export async function showReminders(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<ReminderSchedule> {
  const { id } = await getOwnFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const { file, plan, signers, requesterAt } = await readSchedule(ctx, id);
  return {
    reminders: plan,
    isDefault: file.status === "draft" && file.reminders === null,
    signers: signers.map(({ signer, next }) => ({
      signRequestId: signer.id,
      used: signer.remindersUsed,
      next: next && { kind: next.kind, at: next.at.toISOString() },
    })),
    requesterWarningAt: requesterAt?.toISOString() ?? null,
  };
}

/** The next automatic e-mail to a signer. */
interface NextMail {
  kind: "reminder" | "deadline";
  at: Date;
}

/** A signer whose turn it is, or the requester, who is only warned. */
export interface Addressee {
  /** The delay of the next reminder counts from here, and a warning keeps a day's distance; null: nothing was sent. */
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
 * The next reminder or warning; null when none is left. An overdue e-mail is sent once, at the next office time. A
 * reminder that would come less than a day before the warning is dropped.
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

/**
 * The warning before the deadline; null when it was already sent, or cannot come at least a day after another e-mail.
 */
export function nextWarning(
  { plan, expiresAt, hours, now }: Facts,
  { from, warnedOf, zone }: Omit<Addressee, "used">,
): Date | null {
  if (plan.warnDays === 0 || expiresAt === null || warnedOf?.getTime() === expiresAt.getTime()) return null;
  const earliest = later(from === null ? now : addDays(from, 1), now);
  const due = later(addDays(expiresAt, -plan.warnDays), earliest);
  const at = nextOfficeTime(due, zone, hours);
  if (at < expiresAt) return at;
  // The office is closed until the deadline, so the warning goes out on the last open day before.
  const before = nextOfficeTime(later(previousOpening(expiresAt, zone, hours), earliest), zone, hours);
  return before < expiresAt ? before : null;
}

function addDays(at: Date, days: number): Date {
  return new Date(at.getTime() + days * dayMs);
}

function later(left: Date, right: Date): Date {
  return left > right ? left : right;
}
