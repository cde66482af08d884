import { and, inArray, notInArray, sql } from "drizzle-orm";
import { files, type File } from "@/db/schema/files";
import { allAuthorities } from "@/lib/authority/authorities";
import { rootCertificates } from "@/lib/authority/document-signer";
import { answerTimes, revokedSerials } from "@/lib/authority/revocation";
import type { Actor, Ctx } from "@/lib/context/context";
import { engineTurn } from "@/lib/documents/engine-turn";
import { withIntactPlaces } from "@/lib/documents/storage/damaged-blobs";
import { readSegments } from "@/lib/documents/storage/segments";
import { logRuleDefects } from "@/lib/documents/upload/uploaded-signatures";
import { withFileErrors } from "@/lib/engine/file-errors";
import { outcomeOf, type Notice, type Outcome, type VerificationReport } from "@/lib/pades/verify/report/report";
import type { VerifyOptions } from "@/lib/pades/verify/verify-pdf";
import { fileOfField } from "@/lib/pdf/fields/prepared-field";
import type { BlobBytes } from "@/lib/platform/blobs/blob-store";
import { makeRevocationList } from "@/lib/x509/revocation";

const reportsPerProcess = 500;

// Keyed by engine (one per runtime), then by the bytes' hash and the status of our own certificates: after a
// revocation, files are verified again.
const reports = new WeakMap<Ctx["engine"], Map<string, Promise<VerificationReport>>>();

/**
 * Verifies a file's current version, for a caller who has authorised the reader. Cached until the bytes or the status
 * of this instance's own certificates change. Throws `integrity_error` when the stored bytes do not match their hash.
 */
export async function verifyFile(ctx: Ctx, file: Pick<File, "id" | "uuid" | "sha256">): Promise<VerificationReport> {
  const { state, trust } = await ownTrust(ctx);
  const key = `${file.sha256} ${state}`;
  const cachedReports = reports.get(ctx.engine) ?? new Map<string, Promise<VerificationReport>>();
  reports.set(ctx.engine, cachedReports);
  const known = cachedReports.get(key);
  if (known) return known;
  const report = verify(ctx, file, trust);
  cachedReports.set(key, report);
  report.then(
    ({ signatures }) => signatures.some(wasBusy) && cachedReports.delete(key),
    () => cachedReports.delete(key),
  );
  const [oldest] = cachedReports.keys();
  if (cachedReports.size > reportsPerProcess && oldest !== undefined) cachedReports.delete(oldest);
  return report;
}

/** A report without pictures because the engine was busy is not cached. */
function wasBusy({ pictures }: VerificationReport["signatures"][number]): boolean {
  return pictures.readers.some(({ stopped }) => stopped === "busy");
}

async function verify(ctx: Ctx, file: Pick<File, "id" | "uuid">, ours: OwnTrust): Promise<VerificationReport> {
  const segments = await readSegments(ctx, file.id);
  return withFileErrors(async () => {
    const now = await ctx.now();
    const report = await withIntactPlaces(ctx, file, segments, (places) =>
      ctx.engine.verify(places, { ours, knownRoots: ctx.trustedRoots, now, pictures: true }),
    );
    logRuleDefects(ctx, report);
    return report;
  });
}

/**
 * A report with the overall outcome: whether the file may be relied on, including facts that only this instance knows.
 */
export type AnsweredReport = VerificationReport & { outcome: Outcome };

/**
 * Verifies any PDF, ours or not, and stores nothing of it (docs/spec/verification.md#checks-that-decide). Open to
 * everybody. Throws `pdf_invalid`, `too_large`, `storage_full`, `unavailable`.
 */
export async function verifyUpload(ctx: Ctx, actor: Actor, bytes: BlobBytes): Promise<AnsweredReport> {
  const { trust: ours } = await ownTrust(ctx);
  return withFileErrors(async () => {
    const upload = await ctx.blobs.stage(bytes, { maxBytes: ctx.limits.pdfStreamedBytes });
    try {
      const report = await ctx.engine.verify(
        [{ path: upload.path, size: upload.size }],
        { ours, knownRoots: ctx.trustedRoots, now: await ctx.now(), pictures: true },
        engineTurn(ctx, actor),
      );
      logRuleDefects(ctx, report);
      const known = await withOwnDocuments(ctx, report);
      return { ...known, outcome: outcomeOf(known) };
    } finally {
      await upload.discard();
    }
  });
}

/** A draft and a deleted document do not exist for strangers. */
const hiddenStatuses = ["draft", "deleted"] as const;

/** The maximum number of document names to look up, more than the signatures checked in one file. */
const mostNames = 300;

/**
 * Adds what only this instance knows about a file whose fields name one of its documents: that none of our keys signed
 * in them, or that the document has been completed since. Reveals no more than the document's public page.
 */
async function withOwnDocuments(ctx: Ctx, report: VerificationReport): Promise<VerificationReport> {
  const named = new Set(
    [...report.signatures.map(({ field }) => fileOfField(field)), report.completeness?.file].filter(
      (uuid) => typeof uuid === "string",
    ),
  );
  if (named.size === 0) return report;
  const known = await ctx.db
    .select({ uuid: files.uuid, completedAt: files.completedAt })
    .from(files)
    .where(and(inArray(files.uuid, [...named].slice(0, mostNames)), notInArray(files.status, [...hiddenStatuses])));
  return { ...report, notices: [...report.notices, ...known.flatMap((file) => noticesOf(report, file))] };
}

function noticesOf(
  { signatures, completeness }: VerificationReport,
  { uuid, completedAt }: { uuid: string; completedAt: Date | null },
): Notice[] {
  const inFields = signatures.filter(({ field, kind }) => kind === "signature" && fileOfField(field) === uuid);
  if (inFields.length > 0 && inFields.every(({ chain }) => chain !== "ours"))
    return [{ code: "not_signed_here", file: uuid }];
  const isEarlier = completedAt !== null && completeness?.code === "incomplete" && completeness.file === uuid;
  return isEarlier ? [{ code: "completed_since", file: uuid }] : [];
}

type OwnTrust = NonNullable<VerifyOptions["ours"]>;

/** Lists are rebuilt after this, so that they never seem out of date. */
const lifetime = "1 hour";

interface OwnTrustEntry {
  state: string;
  trust: Promise<OwnTrust>;
}

// Keyed by engine, of which each runtime has one.
const cachedTrust = new WeakMap<Ctx["engine"], OwnTrustEntry>();

/**
 * The current status of this instance's own certificates: its roots, including replaced ones and those of operators,
 * and a revocation list of each authority. `state` changes whenever any of it changes, in any process.
 */
async function ownTrust(ctx: Ctx): Promise<{ state: string; trust: OwnTrust }> {
  const state = await trustState(ctx);
  const known = cachedTrust.get(ctx.engine);
  if (known?.state === state) return { state, trust: await known.trust };
  const made: OwnTrustEntry = { state, trust: makeTrust(ctx) };
  cachedTrust.set(ctx.engine, made);
  made.trust.catch(() => void (cachedTrust.get(ctx.engine) === made && cachedTrust.delete(ctx.engine)));
  return { state, trust: await made.trust };
}

async function trustState(ctx: Ctx): Promise<string> {
  const result = await ctx.db.execute<{ state: string }>(sql`select concat_ws(' ',
    (select concat(count(*), '/', max(revoked_at)) from account_signing_keys where revoked_at is not null),
    (select concat(md5(string_agg(certificate::text, ' ' order by id)), '/', count(revoked_at), '/', max(revoked_at)) from instance_keys),
    (select concat(count(*), '/', max(first_used_at)) from configured_signers),
    (select date_bin(${lifetime}::interval, now(), 'epoch'))) as state`);
  return result.rows[0]?.state ?? "";
}

async function makeTrust(ctx: Ctx): Promise<OwnTrust> {
  const roots = await rootCertificates(ctx);
  // Reads the clock before the rows: a list must not claim to be newer than its contents.
  const now = await ctx.now();
  const lists: Buffer[] = [];
  for (const authority of await allAuthorities(ctx)) {
    const revoked = await revokedSerials(ctx, authority);
    lists.push(
      await makeRevocationList(
        authority,
        revoked,
        BigInt(now.getTime()),
        answerTimes(
          now,
          revoked.map(({ revokedAt }) => revokedAt),
        ),
      ),
    );
  }
  return { rootCertificates: roots, revocationLists: lists };
}
