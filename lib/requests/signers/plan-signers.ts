import { isDeepStrictEqual } from "node:util";
import { eq, inArray, sql } from "drizzle-orm";
import {
  copyTimes,
  fields,
  signRequests,
  type File,
  type SignMethod,
  type SignRequest,
  type SignRequestRole,
} from "@/db/schema/files";
import { bytesPerRow } from "@/lib/accounts/stored-bytes";
import type { Actor, Ctx } from "@/lib/context/context";
import { assertNoneHeld, deleteFields } from "@/lib/documents/delete";
import { DomainError, invalid } from "@/lib/platform/errors";
import { appendAuditEvent, appendAuditEvents } from "@/lib/records/audit/append";
import { Personal, type NewAuditEvent } from "@/lib/records/audit/events";
import { notifyWithdrawn } from "@/lib/requests/notices/notify";
import { numberAttachmentRequests } from "@/lib/requests/state/attachment-requests";
import { decides } from "@/lib/requests/state/status";
import type { WantedSigner } from "./read-signers";
import { makeLink } from "./signer-language";

/** The columns of a signer's row that come from the request. */
type SignerColumns = Pick<
  SignRequest,
  | "email"
  | "displayName"
  | "description"
  | "subject"
  | "signingOrder"
  | "signMethod"
  | "identifyMethods"
  | "phone"
  | "language"
  | "timeZone"
  | "notify"
  | "role"
  | "copyAt"
  | "attachmentRequests"
>;

/** How a signer is identified before signing, and what proves it when signing. */
type Methods = Pick<SignRequest, "signMethod" | "identifyMethods">;

interface NewSigner extends SignerColumns {
  id: number;
  /** The position in the call, for violation pointers. */
  index: number;
}

interface ChangedSigner extends SignerColumns {
  id: number;
  index: number;
  /** Names of the columns that differ from the row. */
  changed: (keyof SignerColumns)[];
}

/** The changes that turn the current signers into the wanted ones. */
export interface SignerPlan {
  kept: ChangedSigner[];
  added: NewSigner[];
  removed: SignRequest[];
  /** Fields of the signer `from` move to the signer `to`. */
  replacements: { from: number; to: number }[];
}

/** The maximum number of ids `planSigners` uses. */
export function countNewSigners(current: readonly SignRequest[], wanted: readonly WantedSigner[]): number {
  const known = new Set(current.map((signer) => signer.email));
  return wanted.filter((signer) => signer.email !== null && !known.has(signer.email)).length;
}

/**
 * Matches signers by address: existing signers keep id and link, new ones take one of `newIds`, and the rest are
 * removed. A signer named by `signRequestId` with another address is replaced. Throws `sign_request_not_in_file`.
 */
export function planSigners(
  current: readonly SignRequest[],
  wanted: readonly WantedSigner[],
  newIds: readonly number[],
  defaults: Methods,
): SignerPlan {
  const plan: SignerPlan = { kept: [], added: [], removed: [], replacements: [] };
  const ids = [...newIds];
  for (const [index, signer] of wanted.entries()) {
    const named = findNamed(current, signer, index);
    const email = signer.email ?? named?.email ?? "";
    const row = current.find((candidate) => candidate.email === email);
    const id = row ? row.id : takeId(ids);
    if (row) plan.kept.push(keep(row, signer, index, defaults));
    else plan.added.push({ id, index, ...columnsOf(email, signer, named, index, defaults) });
    if (named && named.id !== id) plan.replacements.push({ from: named.id, to: id });
  }
  const stays = new Set(plan.kept.map((signer) => signer.id));
  plan.removed = current.filter((signer) => !stays.has(signer.id));
  plan.replacements = plan.replacements.filter(({ from }) => !stays.has(from));
  return plan;
}

/** True when the plan changes nothing. */
export function isUnchanged(plan: SignerPlan): boolean {
  return (
    plan.added.length === 0 && plan.removed.length === 0 && plan.kept.every((signer) => signer.changed.length === 0)
  );
}

/** The stored size of the rows of added people. Those of removed people stay, for the audit trail. */
export function sizeOfAdded({ added }: SignerPlan): number {
  return added.reduce(
    (sum, { description, attachmentRequests }) =>
      sum + bytesPerRow + Buffer.byteLength((description ?? "") + JSON.stringify(attachmentRequests)),
    0,
  );
}

function findNamed(current: readonly SignRequest[], signer: WantedSigner, index: number): SignRequest | undefined {
  if (signer.signRequestId === null) return undefined;
  const named = current.find((candidate) => candidate.id === signer.signRequestId);
  if (named) return named;
  const detail = `users[${index}].signRequestId is not a signer of this document`;
  throw new DomainError("sign_request_not_in_file", {
    detail,
    violations: [{ pointer: `/users/${index}/signRequestId`, code: "sign_request_not_in_file", detail }],
  });
}

function takeId(ids: number[]): number {
  const id = ids.shift();
  if (id === undefined) throw new Error("too few ids were reserved");
  return id;
}

/** A CC gets nothing but copies, so `notify` cannot be off. Throws `validation_failed`. */
export function assertCcIsNotified(role: SignRequestRole, notify: boolean | undefined, pointer: string): void {
  if (role !== "cc" || notify !== false) return;
  throw invalid(
    `${pointer}/notify`,
    "not_allowed",
    (member) => `${member} cannot be false for a CC, who gets nothing but e-mails`,
  );
}

/** A replacement inherits the role, the position in the order and the methods, but nothing personal. */
function columnsOf(
  email: string,
  signer: WantedSigner,
  replaced: SignRequest | undefined,
  index: number,
  defaults: Methods,
): SignerColumns {
  return {
    email,
    displayName: signer.displayName || null,
    description: signer.description || null,
    subject: signer.subject || null,
    signingOrder: signer.signingOrder ?? replaced?.signingOrder ?? 1,
    ...methodsOf(signer, replaced, defaults),
    phone: signer.phone || null,
    language: signer.language ?? null,
    timeZone: signer.timeZone ?? null,
    ...roleOf(signer, replaced, index),
    notify: signer.notify ?? true,
  };
}

/**
 * The role, and what depends on it. Throws `validation_failed` for a time of copies or an attachment request that the
 * role does not have.
 */
function roleOf(
  signer: WantedSigner,
  current: Pick<SignRequest, "role" | "copyAt" | "attachmentRequests"> | undefined,
  index: number,
): Pick<SignRequest, "role" | "copyAt" | "attachmentRequests"> {
  const role = signer.role ?? current?.role ?? "signer";
  return {
    role,
    copyAt: copiesOf(role, signer, current, index),
    attachmentRequests: attachmentRequestsOf(role, signer, current, index),
  };
}

/** Copies are sent twice, at sending and at completion, unless the call specifies otherwise. */
function copiesOf(
  role: SignRequestRole,
  { copyAt, notify }: WantedSigner,
  current: Pick<SignRequest, "role" | "copyAt"> | undefined,
  index: number,
): SignRequest["copyAt"] {
  if (role !== "cc" && copyAt !== undefined)
    throw invalid(`/users/${index}/copyAt`, "not_allowed", `users[${index}].copyAt is for the role cc only`);
  assertCcIsNotified(role, notify, `/users/${index}`);
  if (role !== "cc") return [];
  return copyAt ?? (current?.role === "cc" ? current.copyAt : [...copyTimes]);
}

/** A role without attachments loses the attachment requests it had. */
function attachmentRequestsOf(
  role: SignRequestRole,
  { attachmentRequests: given }: WantedSigner,
  current: Pick<SignRequest, "attachmentRequests"> | undefined,
  index: number,
): SignRequest["attachmentRequests"] {
  const before = current?.attachmentRequests ?? [];
  if (decides(role)) return given ? numberAttachmentRequests(given, before) : before;
  if (given !== undefined && given.length > 0)
    throw invalid(
      `/users/${index}/attachmentRequests`,
      "not_allowed",
      `users[${index}].attachmentRequests is for signers and approvers only`,
    );
  return [];
}

/**
 * The methods named in the call, else the current ones, else the defaults. Naming one method may change the other: a
 * signing password needs an account, and a signer who no longer signs by the link alone is identified by the default
 * method.
 */
function methodsOf(signer: WantedSigner, current: Methods | undefined, defaults: Methods): Methods {
  const [currentIdentify] = current?.identifyMethods ?? [];
  const isAsBefore =
    (signer.signMethod ?? current?.signMethod) === current?.signMethod &&
    (signer.identifyMethod ?? currentIdentify) === currentIdentify;
  if (current && isAsBefore) return { signMethod: current.signMethod, identifyMethods: current.identifyMethods };
  const base = current && current.signMethod !== "link" ? current : defaults;
  const signMethod = signer.signMethod ?? base.signMethod;
  return { signMethod, identifyMethods: identifyMethodsFor(signMethod, signer, base) };
}

function identifyMethodsFor(signMethod: SignMethod, { identifyMethod }: WantedSigner, base: Methods): string[] {
  if (signMethod === "password") return ["account"];
  return identifyMethod ? [identifyMethod] : base.identifyMethods;
}

function keep(row: SignRequest, signer: WantedSigner, index: number, defaults: Methods): ChangedSigner {
  const role = roleOf(signer, row, index);
  const columns: SignerColumns = {
    email: row.email,
    displayName: signer.displayName === undefined ? row.displayName : signer.displayName || null,
    description: signer.description === undefined ? row.description : signer.description || null,
    subject: signer.subject === undefined ? row.subject : signer.subject || null,
    signingOrder: signer.signingOrder ?? row.signingOrder,
    ...methodsOf(signer, row, defaults),
    phone: signer.phone === undefined ? row.phone : signer.phone || null,
    language: signer.language === undefined ? row.language : signer.language,
    timeZone: signer.timeZone === undefined ? row.timeZone : signer.timeZone,
    ...role,
    notify: role.role === "cc" || (signer.notify ?? row.notify),
  };
  const changed = (Object.keys(columns) as (keyof SignerColumns)[]).filter((name) => !isSame(columns[name], row[name]));
  return { id: row.id, index, ...columns, changed };
}

function isSame(left: SignerColumns[keyof SignerColumns], right: SignerColumns[keyof SignerColumns]): boolean {
  return isDeepStrictEqual(left, right);
}

/** Ids for new signers, assigned before their rows exist because the names of their PDF fields contain them. */
export async function reserveSignRequestIds(ctx: Ctx, count: number): Promise<number[]> {
  if (count === 0) return [];
  const result = await ctx.db.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence('sign_requests', 'id')) as id from generate_series(1, ${count}::int)`,
  );
  return result.rows.map((row) => Number(row.id));
}

/**
 * Applies a plan in the caller's transaction, with one audit event per signer. Removed signers who were notified get an
 * e-mail. Throws `document_on_hold` if fields of a document on hold would be deleted or given to others.
 */
export async function applySignerPlan(
  ctx: Ctx,
  actor: Actor,
  file: Pick<File, "id" | "preparation">,
  plan: SignerPlan,
): Promise<void> {
  if (plan.removed.length > 0) {
    await ctx.db
      .update(signRequests)
      .set({ removedAt: sql`now()`, closedAt: sql`now()`, status: "cancelled" })
      .where(
        inArray(
          signRequests.id,
          plan.removed.map((signer) => signer.id),
        ),
      );
  }
  await addSigners(ctx, actor, file, plan.added);
  for (const { from, to } of plan.replacements) {
    const moved = await ctx.db
      .update(fields)
      .set({ signRequestId: to, updatedAt: sql`now()` })
      .where(eq(fields.signRequestId, from))
      .returning({ fileId: fields.fileId });
    await assertNoneHeld(
      ctx,
      moved.map(({ fileId }) => fileId),
    );
  }
  const heirs = new Set(plan.replacements.map(({ to }) => to));
  const affected = plan.kept.filter(({ id, changed }) => changed.includes("role") || heirs.has(id));
  await assertNoFields(ctx, [...affected, ...plan.added]);
  for (const signer of plan.kept) await changeSigner(ctx, actor, file, signer);
  await removeSigners(ctx, actor, file, plan);
}

/** Only signers have fields. Throws `validation_failed` if somebody else has fields or would take some over. */
async function assertNoFields(
  ctx: Ctx,
  people: readonly { id: number; index: number; role: SignRequestRole }[],
): Promise<void> {
  const others = people.filter(({ role }) => role !== "signer");
  if (others.length === 0) return;
  const [owned] = await ctx.db
    .select({ signRequestId: fields.signRequestId })
    .from(fields)
    .where(
      inArray(
        fields.signRequestId,
        others.map(({ id }) => id),
      ),
    )
    .limit(1);
  const owner = others.find(({ id }) => id === owned?.signRequestId);
  if (owner)
    throw invalid(
      `/users/${owner.index}/role`,
      "has_fields",
      `users[${owner.index}] has fields, and only signers can have fields; remove them first`,
    );
}

async function addSigners(ctx: Ctx, actor: Actor, file: Pick<File, "id">, added: readonly NewSigner[]): Promise<void> {
  const fileCreatedAt = sql`(select created_at from files where id = ${file.id})`;
  const [first, ...others] = added.map((signer): NewAuditEvent => ({
    type: "signer.added",
    data: {
      signRequestId: signer.id,
      email: new Personal(signer.email),
      signMethod: signer.signMethod,
      identifyMethod: signer.identifyMethods[0],
      signingOrder: signer.signingOrder,
      ...(signer.role === "signer" ? {} : { role: signer.role }),
      ...(signer.role === "cc" ? { copyAt: signer.copyAt } : {}),
      ...(signer.attachmentRequests.length > 0 ? { attachmentRequests: signer.attachmentRequests.length } : {}),
    },
  }));
  if (!first) return;
  await ctx.db
    .insert(signRequests)
    .values(
      added.map(({ index: _index, ...signer }) => ({ ...signer, ...makeLink(ctx), fileId: file.id, fileCreatedAt })),
    );
  await appendAuditEvents(ctx, actor, file.id, [first, ...others]);
}

async function changeSigner(
  ctx: Ctx,
  actor: Actor,
  file: Pick<File, "id">,
  { id, index: _index, changed, ...columns }: ChangedSigner,
): Promise<void> {
  if (changed.length === 0) return;
  // A state of the old role may be impossible in the new one. The release that follows sets it again.
  const status = changed.includes("role") ? { status: "draft" as const } : {};
  await ctx.db
    .update(signRequests)
    .set({ ...columns, ...status })
    .where(eq(signRequests.id, id));
  await appendAuditEvent(ctx, actor, file.id, {
    type: "signer.changed",
    data: { signRequestId: id, changed, ...(changed.includes("role") ? { role: columns.role } : {}) },
  });
}

async function removeSigners(
  ctx: Ctx,
  actor: Actor,
  file: Pick<File, "id" | "preparation">,
  plan: SignerPlan,
): Promise<void> {
  for (const signer of plan.removed) {
    await deleteFields(ctx, eq(fields.signRequestId, signer.id));
    await appendAuditEvent(ctx, actor, file.id, { type: "signer.removed", data: { signRequestId: signer.id } });
  }
  await notifyWithdrawn(ctx, actor, file, "removal", plan.removed);
}
