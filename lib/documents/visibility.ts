import { sql, type SQL } from "drizzle-orm";
import type { FileStatus, SignRequest, SignRequestStatus } from "@/db/schema/files";

// Which documents a person may see. The rule has three forms: `roleIn` for a row, `visibleDocuments` for a query, and the SQL function `is_notified`
// for the counts of lists, which is the signer's half of `roleIn`, not `isNotified` alone. `lib/views/visibility.test.ts` checks that they agree, and
// sign links with them.

/** A person's relation to a document. A stranger sees the document's verification, and nothing else. */
export type Role = "requester" | "signer" | "stranger";

interface Seen {
  status: FileStatus;
  /** Null until the document is complete. */
  completedAt: unknown;
}

interface Person {
  isRequester: boolean;
  /** `isNotified` of the person's own entry among the signers; null for a person without one. A removed entry is none. */
  isNotified: boolean | null;
}

/** The person's role; null when the document does not exist for them. */
export function roleIn(file: Seen, { isRequester, isNotified }: Person): Role | null {
  if (isRequester && file.status !== "deleted") return "requester";
  if (isNotified !== null) return isNotified && isOpenToSigners(file) ? "signer" : null;
  return isRequester || file.status === "draft" || file.status === "deleted" ? null : "stranger";
}

/** Drafts are their requester's alone. A deleted document stays with its signers when it was signed by all. */
export function isOpenToSigners(file: Seen): boolean {
  if (file.status === "deleted") return file.completedAt !== null;
  return file.status !== "draft";
}

/**
 * A signer whose turn it is, was, or came to an end; a waiting signer has not been notified of the document. Decided by the stored state, as the
 * tallies are: a waiting signer of a document whose time is over counts as notified once the clock's job has written that.
 */
export function isNotified({ status, notifiedAt }: Pick<SignRequest, "status" | "notifiedAt">): boolean {
  return notifiedAt !== null && !unnotifiedStatuses.includes(status);
}

/** `isNotified` as SQL of a row of `sign_requests`. */
export function isNotifiedSql(signer: string): string {
  return `${signer}.notified_at is not null and ${signer}.status not in (${unnotifiedStatuses.map((status) => `'${status}'`).join(", ")})`;
}

const unnotifiedStatuses: readonly SignRequestStatus[] = ["draft", "waiting"];

/** A person in a query. `email` is null until it is proved: an unproved address identifies no one. */
export interface PersonSql {
  accountId: SQL;
  email: SQL;
}

/**
 * `roleIn` as the sources of a query, after `from`: the documents that the person requested, and those they received as a signer and did not
 * request. Each document is in at most one. `f` is the document; `s` in `received` the person's own entry. More conditions follow with `and`.
 */
export function visibleDocuments({ accountId, email }: PersonSql): { requested: SQL; received: SQL } {
  return {
    requested: sql`files f where ${isRequestedBy(accountId)}`,
    received: sql`sign_requests s join files f on f.id = s.file_id
  where s.email = ${email}::text and s.removed_at is null and ${sql.raw(isNotifiedSql("s"))}
    and f.status <> 'draft' and (f.status <> 'deleted' or f.completed_at is not null)
    and (f.requester_id <> ${accountId}::int or f.status = 'deleted')`,
  };
}

/** The same with `s` in `requested` as well: the requester's own entry, if they sign too. */
export function visibleWithOwnEntry(person: PersonSql): { requested: SQL; received: SQL } {
  const requested = sql`files f
  left join sign_requests s on s.file_id = f.id and s.email = ${person.email}::text and s.removed_at is null
  where ${isRequestedBy(person.accountId)}`;
  return { ...visibleDocuments(person), requested };
}

function isRequestedBy(accountId: SQL): SQL {
  return sql`f.requester_id = ${accountId}::int and f.status <> 'deleted' and f.envelope_id is null`;
}

/** `b…@x.org`: enough to recognise one's own address, not enough to learn another's. */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 1) return "…";
  const [first = ""] = email;
  return `${first}…${email.slice(at)}`;
}

/** A person's name for strangers: an address that stands for a name, or inside one, is masked. */
export function maskName(name: string): string {
  return name.replace(/[^\s<>()[\],;:"@]+@[^\s<>()[\],;:"@]+/gu, maskAddress);
}
