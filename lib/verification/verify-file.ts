import { and, inArray, notInArray, sql } from "drizzle-orm";
import { files, type File } from "@/db/schema/files";
import { answerTimes, revokedSerials } from "@/lib/authority/certificate-states";
import { rootCertificates } from "@/lib/authority/document-signer";
import { allAuthorities } from "@/lib/authority/issuer-of";
import { engineTurn } from "@/lib/documents/pages";
import { readSegments, toBlobs, toPlaces } from "@/lib/documents/segments";
import { logRuleDefects } from "@/lib/documents/uploaded-signatures";
import { withFileErrors } from "@/lib/engine/file-errors";
import { fileOfField } from "@/lib/pades/verify/instance-fields";
import type { Notice, VerificationReport } from "@/lib/pades/verify/report";
import type { VerifyOptions } from "@/lib/pades/verify/verify-pdf";
import type { BlobBytes } from "@/lib/platform/blobs/blob-store";
import type { Actor, Ctx } from "@/lib/platform/context";
import { makeRevocationList } from "@/lib/x509/revocation-list";

const reportsPerProcess = 500;

// By engine: one runtime has one. By the bytes' hash and what is known of our own certificates: a revocation makes another report.
const reports = new WeakMap<Ctx["engine"], Map<string, Promise<VerificationReport>>>();

/**
 * The verification of a file's current version, for a caller who has authorised the reader. Kept until
 * the bytes are others, or what this instance says of its own certificates is. Throws `integrity_error` when the stored bytes are not those
 * that the hash names.
 */
export async function verifyFile(ctx: Ctx, file: Pick<File, "id" | "uuid" | "sha256">): Promise<VerificationReport> {
  const { state, trust } = await ownTrust(ctx);
  const key = `${file.sha256} ${state}`;
  const cachedTrust = reports.get(ctx.engine) ?? new Map<string, Promise<VerificationReport>>();
  reports.set(ctx.engine, cachedTrust);
  const known = cachedTrust.get(key);
  if (known) return known;
  const report = verify(ctx, file, trust);
  cachedTrust.set(key, report);
  report.then(
    ({ signatures }) => signatures.some(wasBusy) && cachedTrust.delete(key),
    () => cachedTrust.delete(key),
  );
  const [oldest] = cachedTrust.keys();
  if (cachedTrust.size > reportsPerProcess && oldest !== undefined) cachedTrust.delete(oldest);
  return report;
}

/** Another time there may be room to draw. */
function wasBusy({ pictures }: VerificationReport["signatures"][number]): boolean {
  return pictures.readers.some(({ stopped }) => stopped === "busy");
}

async function verify(ctx: Ctx, file: Pick<File, "id" | "uuid">, ours: OwnTrust): Promise<VerificationReport> {
  const segments = await readSegments(ctx, file.id);
  return withFileErrors(async () => {
    await ctx.blobs.verifySegments(toBlobs(file, segments));
    const report = await ctx.engine.verify(toPlaces(ctx, file, segments), {
      ours,
      knownRoots: ctx.trustedRoots,
      now: await ctx.now(),
      pictures: true,
    });
    logRuleDefects(ctx, report);
    return report;
  });
}

/**
 * Verifies anybody's PDF, ours or not, and keeps nothing of it (docs/spec/verification.md#checks-that-decide). Anybody may call. Throws `pdf_invalid`, `too_large`,
 * `storage_full`, `unavailable`.
 */
export async function verifyUpload(ctx: Ctx, actor: Actor, bytes: BlobBytes): Promise<VerificationReport> {
  const { trust: ours } = await ownTrust(ctx);
  return withFileErrors(async () => {
    const upload = await ctx.blobs.stage(bytes, { maxBytes: ctx.limits.pdfStreamedBytes });
    try {
      const report = await ctx.engine.verify(
        [{ path: upload.path, size: upload.size }],
        { ours, knownRoots: ctx.trustedRoots, now: await ctx.now(), pictures: true },
        engineTurn(ctx, actor, { uuid: "" }),
      );
      logRuleDefects(ctx, report);
      return await withOwnDocuments(ctx, report);
    } finally {
      await upload.discard();
    }
  });
}

/** A draft and a deleted document do not exist for strangers. */
const hiddenStatuses = ["draft", "deleted"] as const;

/** Names of documents that are asked for, more than signatures are checked in one file. */
const mostNames = 300;

/**
 * Adds what only this instance can say of a file whose fields name a document of its own: that no key of ours signed in them, or that the
 * document has been completed since. Says no more than the page of a document tells everybody.
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

/** Lists are made again after this, so that they never seem out of date. */
const lifetime = "1 hour";

interface OwnTrustEntry {
  state: string;
  trust: Promise<OwnTrust>;
}

// By engine: one runtime has one.
const cachedTrust = new WeakMap<Ctx["engine"], OwnTrustEntry>();

/**
 * What this instance says of its own certificates as of now: its roots, replaced ones and those of operators too, and a revocation list
 * of each authority. `state` is another word whenever any of it is another, in whatever process that was decided.
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
  // The clock is read before the rows: a list must not claim to be newer than what it tells.
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
