import { eq, inArray, or, sql } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import { files, signRequests } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";

/** Everything by which a person is known here, and where they occur. */
export interface Person {
  email: string;
  account: Account | null;
  signRequestIds: number[];
  /** Every file in whose trail the person occurs. */
  fileIds: number[];
  /** Address, names and telephone numbers, in lower case. */
  words: string[];
}

/** A name of one or two letters is in every second word: it says nobody's name. */
const shortestWord = 3;
const noId = 0;

/** Whom the address belongs to, or belonged to: an account, signers of requests, both or neither. */
export async function findPerson(ctx: Ctx, email: string): Promise<Person> {
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.email, email)).for("update");
  const requests = await ctx.db
    .select()
    .from(signRequests)
    .where(eq(signRequests.email, email))
    .orderBy(signRequests.id)
    .for("update");
  const signRequestIds = requests.map(({ id }) => id);
  const words = [
    email,
    account?.displayName,
    account?.phone,
    ...requests.flatMap(({ displayName, phone }) => [displayName, phone]),
  ];
  const person = {
    email,
    account: account ?? null,
    signRequestIds,
    words: [...new Set(words.flatMap((word) => (word && word.length >= shortestWord ? [word.toLowerCase()] : [])))],
  };
  return { ...person, fileIds: await findFiles(ctx, person) };
}

async function findFiles(ctx: Ctx, { email, account, signRequestIds }: Omit<Person, "fileIds">): Promise<number[]> {
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
