import type { File } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import { withFileErrors } from "@/lib/files/engine-errors";
import { logRuleDefects } from "@/lib/files/rule-defects";
import { readSegments, toBlobs, toPlaces } from "@/lib/files/segments";
import type { VerificationReport } from "@/lib/pades/verify/report";
import { ownTrust, type OwnTrust } from "./own-trust";

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
  const kept = reports.get(ctx.engine) ?? new Map<string, Promise<VerificationReport>>();
  reports.set(ctx.engine, kept);
  const known = kept.get(key);
  if (known) return known;
  const report = verify(ctx, file, trust);
  kept.set(key, report);
  report.then(
    ({ signatures }) => signatures.some(wasBusy) && kept.delete(key),
    () => kept.delete(key),
  );
  const [oldest] = kept.keys();
  if (kept.size > reportsPerProcess && oldest !== undefined) kept.delete(oldest);
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
      pictures: true,
    });
    logRuleDefects(ctx, report);
    return report;
  });
}
