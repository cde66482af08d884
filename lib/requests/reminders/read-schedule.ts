import { and, asc, eq, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { accounts, type Account } from "@/db/schema/accounts";
import { files, signRequests, type File, type ReminderPlan, type SignRequest } from "@/db/schema/files";
import { accountOfSigner } from "@/lib/accounts/find";
import { getOwnFile } from "@/lib/documents/access";
import { isOpen } from "@/lib/documents/status";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { toUuid } from "@/lib/platform/ids";
import { readSettings, settingsColumn, settingsOf, type Settings } from "@/lib/platform/settings/read";
import type { ReminderSchedule } from "@/lib/requests/schema";
import { nextMail, nextWarning, type NextMail } from "./schedule";

export interface SignerSchedule {
  signer: SignRequest;
  /** Null: no automatic mail is left. */
  next: NextMail | null;
}

/** The automatic e-mails that are scheduled for a file. */
export interface Schedule {
  file: File;
  requester: Account;
  /** Null: none. Of a draft without one of its own, the instance's. */
  plan: ReminderPlan | null;
  /** In signing order, without removed ones. */
  signers: SignerSchedule[];
  /** The warning of the deadline to the requester. */
  requesterAt: Date | null;
  now: Date;
}

/** Reads the schedule of a file as it holds now. The caller has authorised the reader. */
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

/** When the next automatic mail about the file is due; null for never. One read of what that depends on. */
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

interface Facts<Signer> {
  file: Pick<File, "status" | "reminders" | "expiresAt" | "releasedAt" | "warnedOf">;
  requester: Pick<Account, "timeZone">;
  rows: readonly { signer: Signer; accountZone: string | null }[];
}

function scheduleOf<Signer extends TimedSigner>(
  { file, requester, rows }: Facts<Signer>,
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

/** A draft without a plan of its own gets the instance's when it is sent. */
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

/** `GET /file/{uuid}/reminders`: the plan, and what goes out next to whom. Throws `not_found`, `forbidden` to a signer. */
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
