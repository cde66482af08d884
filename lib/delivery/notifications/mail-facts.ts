import { and, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { perDatabase } from "@/db/per-database";
import { accounts, type Account } from "@/db/schema/accounts";
import { branding } from "@/db/schema/administration";
import { files, fileSegments, signRequests, type File, type SignRequest } from "@/db/schema/files";
import { mailMessages } from "@/db/schema/messages";
import { accountLanguage, accountOfSigner, accountOfSignerSql, signerName } from "@/lib/accounts/find";
import type { Ctx } from "@/lib/context/context";
import { brandingId, joinedBrand, type Brand } from "@/lib/context/settings/read";
import { fileNamesOf } from "@/lib/documents/envelopes/pdfs";
import type { Language } from "@/lib/platform/locale/languages";
import { isRunning } from "@/lib/records/events/status";
import type { OutboxPayloads } from "@/lib/records/outbox/kinds";
import { signerLanguage } from "@/lib/requests/signers/signer-language";

/** The data of an e-mail about a file, read when the e-mail is sent. */
export interface MailFacts {
  file: File;
  fileNames: string[];
  requester: Account;
  /**
   * The signer who gets the e-mail, or whom it concerns if it goes to the requester. Null for the requester's other
   * e-mails.
   */
  signer: SignRequest | null;
  to: string;
  name: string;
  /** The recipient's language. */
  language: Language;
  /** The recipient's time zone, otherwise the requester's. Null if neither is known. */
  timeZone: string | null;
  /** Whether the recipient can sign in and open the document there. */
  hasAccount: boolean;
  /** When the current preparation was created, or null before a release. */
  preparedAt: Date | null;
  /** The signer who declined, if any. */
  decliner: SignRequest | null;
  /** The signer whom `signer` replaced, if any. */
  predecessor: Pick<SignRequest, "displayName" | "email" | "delegationReason"> | null;
  /** The person who took the place of `signer`, if any. */
  successor: Pick<SignRequest, "displayName" | "email"> | null;
  /** Names or addresses of the signers whose turn it is. */
  pending: string[];
  /** Null: nothing has been chosen. */
  brand: Brand | null;
  /** Identifies the e-mail to its provider. Null if the job was queued without a record. */
  reference: string | null;
}

type Recipient = Pick<OutboxPayloads["notification"], "fileId" | "signRequestId" | "accountId">;

const signerAccounts = alias(accounts, "signer_accounts");
const predecessors = alias(signRequests, "predecessors");

/** A single statement whose text is built once, because it is read for every e-mail. */
const findFacts = perDatabase((db) =>
  db
    .select({
      file: files,
      requester: accounts,
      preparedAt:
        sql`(select created_at from file_segments where file_id = ${files.id} and kind = 'preparation' order by position desc limit 1)`
          .mapWith(fileSegments.createdAt)
          .as("prepared_at"),
      signer: signRequests,
      account: {
        displayName: signerAccounts.displayName,
        language: signerAccounts.language,
        timeZone: signerAccounts.timeZone,
        provedAt: signerAccounts.emailProvedAt,
      },
      predecessor: {
        email: predecessors.email,
        displayName: predecessors.displayName,
        delegationReason: predecessors.delegationReason,
      },
      brand: joinedBrand,
      reference: mailMessages.reference,
    })
    .from(files)
    .innerJoin(accounts, eq(files.requesterId, accounts.id))
    .leftJoin(signRequests, sql`${signRequests.id} = ${sql.placeholder("signRequestId")}::int`)
    .leftJoin(signerAccounts, sql.raw(accountOfSignerSql("signer_accounts", "sign_requests")))
    .leftJoin(predecessors, eq(predecessors.id, signRequests.replacesId))
    .leftJoin(branding, eq(branding.id, brandingId))
    .leftJoin(mailMessages, eq(mailMessages.jobId, sql.placeholder("jobId")))
    .where(eq(files.id, sql.placeholder("fileId")))
    .prepare("find_mail_facts"),
);

/** Null if a row that the e-mail needs has been deleted. `jobId`: the job that sends it. */
export async function readMailFacts(
  ctx: Ctx,
  { fileId, signRequestId, accountId }: Recipient,
  jobId: number | null = null,
): Promise<MailFacts | null> {
  const [row] = await findFacts(ctx.db).execute({ fileId, signRequestId, jobId });
  if (!row) return null;
  const { file, requester, signer, account, preparedAt, brand, reference } = row;
  const common = {
    file,
    requester,
    signer,
    brand,
    reference,
    preparedAt,
    fileNames: await fileNamesOf(ctx, file),
    decliner: isRunning(file.status) || file.completedAt !== null ? null : await findDecliner(ctx, fileId),
    predecessor: signer?.replacesId == null ? null : row.predecessor,
    successor: signer?.removedAt == null ? null : await findSuccessor(ctx, signer.id),
    pending: [],
  };
  const toRequester = {
    to: requester.email,
    name: requester.displayName,
    language: accountLanguage(requester),
    timeZone: requester.timeZone,
    hasAccount: true,
  };
  if (signRequestId === null)
    return {
      ...common,
      ...toRequester,
      pending: isRunning(file.status) ? await pendingNames(ctx, fileId) : [],
    };
  if (!signer) return null;
  if (accountId !== null) return { ...common, ...toRequester };
  return {
    ...common,
    // Everyone except the requester sees the name under which the document was sent.
    requester: { ...requester, displayName: file.senderName ?? requester.displayName },
    to: signer.email,
    name: nameOf(signer, account?.displayName ?? null),
    language: signerLanguage({ signer, accountLanguage: account?.language ?? null, requester }),
    timeZone: account?.timeZone ?? signer.timeZone ?? requester.timeZone,
    hasAccount: account?.provedAt != null,
  };
}

/** The name given by the requester, otherwise the account's name, otherwise the address. */
export function nameOf(signer: Pick<SignRequest, "displayName" | "email">, accountName: string | null): string {
  return signerName({ givenName: signer.displayName, accountName, email: signer.email });
}

async function pendingNames(ctx: Ctx, fileId: number): Promise<string[]> {
  const rows = await ctx.db
    .select({ signer: signRequests, accountName: accounts.displayName })
    .from(signRequests)
    .leftJoin(accounts, accountOfSigner())
    .where(and(eq(signRequests.fileId, fileId), eq(signRequests.status, "pending"), isNull(signRequests.removedAt)))
    .orderBy(signRequests.signingOrder, signRequests.id);
  return rows.map(({ signer, accountName }) => nameOf(signer, accountName));
}

async function findDecliner(ctx: Ctx, fileId: number): Promise<SignRequest | null> {
  const [row] = await ctx.db
    .select()
    .from(signRequests)
    .where(and(eq(signRequests.fileId, fileId), eq(signRequests.status, "declined")));
  return row ?? null;
}

async function findSuccessor(ctx: Ctx, signRequestId: number): Promise<MailFacts["successor"]> {
  const [row] = await ctx.db
    .select({ displayName: signRequests.displayName, email: signRequests.email })
    .from(signRequests)
    .where(eq(signRequests.replacesId, signRequestId));
  return row ?? null;
}
