import { and, eq, inArray, isNull, ne, or } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { files, signRequests } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import { DomainError, invalid } from "@/lib/errors";
import type { Person } from "./person";

const open = ["able_to_sign", "partially_signed", "signing_in_progress"] as const;
const noId = 0;

/** Throws `person_in_open_requests`, which counts the documents, and `validation_failed` for the last administrator. */
export async function assertMayErase(tx: Ctx, { account, signRequestIds }: Person): Promise<void> {
  if (account?.role === "admin") await keepOneAdministrator(tx, account.id);
  const isTheirs = or(
    eq(files.requesterId, account?.id ?? noId),
    and(inArray(signRequests.id, signRequestIds.length > 0 ? signRequestIds : [noId]), isNull(signRequests.removedAt)),
  );
  const rows = await tx.db
    .selectDistinct({ id: files.id })
    .from(files)
    .leftJoin(signRequests, eq(signRequests.fileId, files.id))
    .where(and(inArray(files.status, [...open]), isTheirs));
  if (rows.length === 0) return;
  const documents = rows.length === 1 ? "1 document that is" : `${rows.length} documents that are`;
  throw new DomainError("person_in_open_requests", {
    detail: `The person is part of ${documents} still open, as sender or as signer. Withdraw them, or wait until they end.`,
  });
}

async function keepOneAdministrator(tx: Ctx, id: number): Promise<void> {
  const others = await tx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.role, "admin"), ne(accounts.id, id)))
    .for("update");
  if (others.length === 0)
    throw invalid("/email", "last_administrator", "The last administrator must stay; make another one first");
}
