import type { File } from "@/db/schema/files";
import { rootCertificates } from "@/lib/authority/document-signer";
import type { Ctx } from "@/lib/context";
import { withFileErrors } from "@/lib/files/engine-errors";
import { readSegments, toBlobs, toPlaces } from "@/lib/files/segments";
import type { VerificationReport } from "@/lib/pades/verify/report";

const reportsPerProcess = 500;

// By engine: one runtime has one. Bytes are named by their hash, so a report stays right for as long as the process lives.
const reports = new WeakMap<Ctx["engine"], Map<string, Promise<VerificationReport>>>();

/**
 * The verification of a file's current version, for a caller who has authorised the reader. Kept by the file's hash for a while, because
 * nothing but other bytes can change it. Throws `integrity_error` when the stored bytes are not those that the hash names.
 */
export function verifyFile(ctx: Ctx, file: Pick<File, "id" | "uuid" | "sha256">): Promise<VerificationReport> {
  const kept = reports.get(ctx.engine) ?? new Map<string, Promise<VerificationReport>>();
  reports.set(ctx.engine, kept);
  const known = kept.get(file.sha256);
  if (known) return known;
  const report = verify(ctx, file);
  kept.set(file.sha256, report);
  report.catch(() => kept.delete(file.sha256));
  const [oldest] = kept.keys();
  if (kept.size > reportsPerProcess && oldest !== undefined) kept.delete(oldest);
  return report;
}

async function verify(ctx: Ctx, file: Pick<File, "id" | "uuid">): Promise<VerificationReport> {
  const roots = await rootCertificates(ctx);
  const segments = await readSegments(ctx, file.id);
  return withFileErrors(async () => {
    await ctx.blobs.verifySegments(toBlobs(file, segments));
    return ctx.engine.verify(toPlaces(ctx, file, segments), { ours: { rootCertificates: roots } });
  });
}
