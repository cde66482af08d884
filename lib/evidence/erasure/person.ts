import { eq, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { accounts, type Account } from "@/db/schema/accounts";
import { bulkRows } from "@/db/schema/bulk";
import { files, signRequests } from "@/db/schema/files";
import type { Ctx } from "@/lib/context/context";
import { normaliseEmail } from "@/lib/platform/plain-text";

/** Everything that identifies a person in this database, and where it occurs. */
export interface Person {
  email: string;
  account: Account | null;
  signRequestIds: number[];
  /** Every file whose trail mentions the person. */
  fileIds: number[];
  fileUuids: string[];
  /** Whether rows of bulk sends contain the address. */
  isInBulkRows: boolean;
  /** Names and phone numbers, in lower case. People choose them freely, so on their own they do not identify anyone. */
  names: string[];
}

/** A name of one or two letters occurs in too many words for a match to prove anything. */
const shortestName = 3;
const noId = 0;

/** The present or past owner of the address: an account, signers of requests, both or neither. */
export async function findPerson(ctx: Ctx, email: string): Promise<Person> {
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.email, email)).for("update");
  const requests = await ctx.db
    .select()
    .from(signRequests)
    .where(eq(signRequests.email, email))
    .orderBy(signRequests.id)
    .for("update");
  const signRequestIds = requests.map(({ id }) => id);
  const sent = await ctx.db
    .selectDistinct({ name: files.senderName })
    .from(files)
    .where(eq(files.requesterId, account?.id ?? noId));
  const names = [
    account?.displayName,
    account?.phone,
    ...sent.map(({ name }) => name),
    ...requests.flatMap(({ displayName, phone }) => [displayName, phone]),
  ];
  const person = {
    email,
    account: account ?? null,
    signRequestIds,
    names: [...new Set(names.flatMap((name) => (name && name.length >= shortestName ? [name.toLowerCase()] : [])))],
  };
  const fileIds = await findFiles(ctx, person);
  const isInBulkRows = (await ctx.db.$count(bulkRows, namesAddress(email))) > 0;
  return { ...person, fileIds, fileUuids: await readUuids(ctx, fileIds), isInBulkRows };
}

/**
 * Whether texts are about the person: they contain the address, or a name or number together with a document in which
 * the person takes part. If a name were enough, erasing a person called "sign" would delete everyone's messages.
 */
export function isAbout({ email, names, fileUuids }: Person, texts: readonly string[]): boolean {
  const lower = texts.map((text) => text.toLowerCase());
  const holds = (words: readonly string[], edges: Edges): boolean =>
    lower.some((text) => words.some((word) => holdsWord(text, word, edges)));
  return (
    holds([email], addressEdges) ||
    (holds(names, nameEdges) && lower.some((text) => fileUuids.some((uuid) => text.includes(uuid))))
  );
}

/** Characters directly before or after a word that make it part of a longer one. */
interface Edges {
  before: RegExp;
  after: RegExp;
}

const nameEdges: Edges = { before: /[\p{L}\p{N}]$/u, after: /^[\p{L}\p{N}]/u };
/** `bo@example.org` matches neither `jo.bo@example.org` nor `bo@example.org.uk`. */
const addressEdges: Edges = { before: /[\p{L}\p{N}._+-]$/u, after: /^[.-]?[\p{L}\p{N}]/u };

function holdsWord(text: string, word: string, { before, after }: Edges): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    // A letter outside the Basic Multilingual Plane has two units.
    if (!before.test(text.slice(Math.max(0, at - 2), at)) && !after.test(text.slice(end, end + 3))) return true;
  }
  return false;
}

/** Rows of bulk sends that contain the address. */
export function namesAddress(email: string): SQL {
  return sql`${bulkRows.people} @> ${JSON.stringify([{ email: normaliseEmail(email) }])}::jsonb`;
}

/**
 * One parameter, a Postgres array: `= any(…)`. Unlike a list, it may be empty, and longer than the 65,535 parameters of
 * a statement.
 */
export function intArray(values: readonly number[]): SQL {
  return sql`${sql.param([...values])}::int[]`;
}

export function isOneOf(id: AnyPgColumn, values: readonly number[]): SQL {
  return sql`${id} = any(${intArray(values)})`;
}

async function readUuids(ctx: Ctx, fileIds: readonly number[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const rows = await ctx.db.select({ uuid: files.uuid }).from(files).where(isOneOf(files.id, fileIds));
  return rows.map(({ uuid }) => uuid);
}

async function findFiles(
  ctx: Ctx,
  { email, account, signRequestIds }: Pick<Person, "email" | "account" | "signRequestIds">,
): Promise<number[]> {
  const accountId = account?.id ?? noId;
  const named = await ctx.db.execute<{ id: number }>(sql`
    select file_id as id from audit_personal_values where lower(value) = ${email}
    union select file_id from audit_events where (actor ->> 'accountId')::int = ${accountId}
    union select file_id from audit_callers where (actor ->> 'accountId')::int = ${accountId}`);
  const own = await ctx.db
    .select({ id: files.id })
    .from(files)
    .where(eq(files.requesterId, accountId))
    .union(
      ctx.db.select({ id: signRequests.fileId }).from(signRequests).where(isOneOf(signRequests.id, signRequestIds)),
    );
  return [...new Set([...named.rows, ...own].map(({ id }) => Number(id)))].sort((one, other) => one - other);
}
