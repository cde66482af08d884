import { eq, inArray, or, sql, type SQL } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import { bulkRows } from "@/db/schema/bulk";
import { files, signRequests } from "@/db/schema/files";
import type { Ctx } from "@/lib/platform/context";

/** Everything by which a person is known here, and where they occur. */
export interface Person {
  email: string;
  account: Account | null;
  signRequestIds: number[];
  /** Every file in whose trail the person occurs. */
  fileIds: number[];
  fileUuids: string[];
  /** Rows of batches name the address. */
  isInBulkRows: boolean;
  /** Names and telephone numbers, in lower case. People choose them freely: alone they say of nobody who is meant. */
  names: string[];
}

/** A name of one or two letters occurs in every second word, so a match proves nothing. */
const shortestName = 3;
const noId = 0;

/** The owner of the address, now or before: an account, signers of requests, both or neither. */
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
 * Whether texts are about the person: they hold the address, or a name or number together with a document that the person is part of. By a
 * name alone somebody called "sign" would take the messages of everybody with them.
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

/** What, right before or after a word, makes it a part of a longer one. */
interface Edges {
  before: RegExp;
  after: RegExp;
}

const nameEdges: Edges = { before: /[\p{L}\p{N}]$/u, after: /^[\p{L}\p{N}]/u };
/** `bo@example.org` is neither in `jo.bo@example.org` nor in `bo@example.org.uk`. */
const addressEdges: Edges = { before: /[\p{L}\p{N}._+-]$/u, after: /^[.-]?[\p{L}\p{N}]/u };

function holdsWord(text: string, word: string, { before, after }: Edges): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    // A letter beyond the basic plane is two units long.
    if (!before.test(text.slice(Math.max(0, at - 2), at)) && !after.test(text.slice(end, end + 3))) return true;
  }
  return false;
}

/** Rows of batches in which the address is somebody's. */
export function namesAddress(email: string): SQL {
  return sql`${bulkRows.people} @> ${JSON.stringify([{ email: email.toLowerCase() }])}::jsonb`;
}

async function readUuids(ctx: Ctx, fileIds: readonly number[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const rows = await ctx.db
    .select({ uuid: files.uuid })
    .from(files)
    .where(inArray(files.id, [...fileIds]));
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
    .leftJoin(signRequests, eq(signRequests.fileId, files.id))
    .where(
      or(
        eq(files.requesterId, accountId),
        inArray(signRequests.id, signRequestIds.length > 0 ? signRequestIds : [noId]),
      ),
    );
  return [...new Set([...named.rows, ...own].map(({ id }) => Number(id)))].sort((one, other) => one - other);
}
