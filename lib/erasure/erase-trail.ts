import { sql, type SQL } from "drizzle-orm";
import { appendAuditEvent } from "@/lib/audit/append";
import type { Actor, Ctx } from "@/lib/context";
import { intArray, textArray } from "./as-array";
import type { Person } from "./person";

/**
 * Removes the person's values from the side table of every trail; the events keep their salted hashes, so that each chain still
 * verifies, and the salts go with the values, so that nobody can try values out. What ottheirs' acts say of themselves stays.
 */
export async function eraseTrailValues(tx: Ctx, person: Person): Promise<void> {
  const { signRequestIds, words, fileIds } = person;
  await tx.db.execute(sql`
    with theirs as materialized (select e.file_id, e.seq, e.net ->> 'request' as request from audit_trail e where e.file_id = any(${intArray(fileIds)}) and ${isActOf(person)})
    delete from audit_personal_values v using audit_trail e
    where e.file_id = v.file_id and (e.seq = v.seq or e.caller = v.caller) and v.file_id = any(${intArray(fileIds)}) and (
      lower(v.value) = any(${textArray(words)})
      or (v.path like 'actor.%' and exists (select from theirs where theirs.file_id = e.file_id and theirs.seq = e.seq))
      or (v.path like 'net.%' and e.net ->> 'request' in (select request from theirs))
      or (v.path like 'data.%' and (e.data ->> 'signRequestId')::int = any(${intArray(signRequestIds)})))`);
}

/** Whoever opens a link without saying who they are is taken for its signer. What the service does within a request came from its caller. */
function isActOf({ account, signRequestIds }: Person): SQL {
  const requests = intArray(signRequestIds);
  return sql`((e.actor ->> 'accountId')::int = ${account?.id ?? 0}
    or (e.actor ->> 'kind' = 'guest' and (e.actor ->> 'signRequestId')::int = any(${requests}))
    or (e.actor ->> 'kind' = 'public' and (e.data ->> 'signRequestId')::int = any(${requests})))`;
}

/** Each chain says that somebody was erased, and not who. */
export async function noteErasure(tx: Ctx, actor: Actor, fileIds: readonly number[]): Promise<void> {
  for (const fileId of fileIds) await appendAuditEvent(tx, actor, fileId, { type: "person.erased" });
}
