import { asc, eq, gt } from "drizzle-orm";
import { instanceKeys } from "@/db/schema/accounts";
import { evidenceDocuments } from "@/db/schema/evidence";
import { files, fileSegments, type File, type FileSegment } from "@/db/schema/files";
import type { Ctx } from "@/lib/context/context";
import { checkTemplatesAndAttachments } from "@/lib/documents/storage/check-documents";
import { readSegments, withPlaces } from "@/lib/documents/storage/segments";
import { verifyPdf } from "@/lib/pades/verify/verify-pdf";
import { openSegments } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { blobKey, type PlacedBlob } from "@/lib/platform/blobs/blob-store";
import { makeSecretBox } from "@/lib/platform/secrets/secret-box";
import { readTrail, trailBreaksAt } from "@/lib/records/audit/events";
import { BackupError } from "./archive-format";

/**
 * `uuid`: of the document, or of a template's document. `missing`: bytes referenced by a row are missing.
 * `chain_broken`: the audit trail is invalid. `signature_invalid`: no signature of the document verifies.
 */
export interface FoundProblem {
  uuid: string;
  problem: "missing" | "chain_broken" | "signature_invalid";
}

type Store = Pick<Ctx, "db" | "blobs">;

const batch = 200;
const ours = new Set<FileSegment["kind"]>(["certification", "signature", "seal"]);
/** More than for a page, because this runs in the background, so a slow document may take longer. */
const verifyMilliseconds = 20_000;

/**
 * Checks every document: its bytes are present, its audit trail is valid, and at least one of its signatures verifies.
 * Then checks the bytes of templates and attachments. Throws BackupError `wrong_secret` if the secrets do not decrypt
 * the instance's own keys.
 */
export async function checkInstance(
  store: Store,
  secrets: { present: string; previous: string | null },
): Promise<{ documents: number; signatures: number; problems: FoundProblem[] }> {
  await assertKeysOpen(store, secrets);
  const problems: FoundProblem[] = [];
  let [documents, signatures] = [0, 0];
  for (let after = 0; ;) {
    const rows = await store.db.select().from(files).where(gt(files.id, after)).orderBy(asc(files.id)).limit(batch);
    for (const file of rows) {
      documents += 1;
      const checked = await checkDocument(store, file);
      signatures += checked.signatures;
      problems.push(...checked.problems.map((problem) => ({ uuid: file.uuid, problem })));
    }
    const last = rows.at(-1);
    if (!last || rows.length < batch) break;
    after = last.id;
  }
  for await (const { uuid, attachedTo } of checkTemplatesAndAttachments(store, { readBytes: false }))
    problems.push({ uuid: attachedTo ?? uuid, problem: "missing" });
  return { documents, signatures, problems };
}

async function assertKeysOpen({ db }: Store, { present, previous }: { present: string; previous: string | null }) {
  const box = makeSecretBox(present, previous);
  try {
    for (const { sealedKey } of await db.select().from(instanceKeys)) box.open("instance-key", sealedKey);
  } catch (error) {
    throw new BackupError("wrong_secret", { cause: error });
  }
}

async function checkDocument(
  store: Store,
  file: File,
): Promise<{ signatures: number; problems: FoundProblem["problem"][] }> {
  const problems: FoundProblem["problem"][] = [];
  const trail = await readTrail(store, file.id);
  if (trail.length === 0 || trailBreaksAt(file, trail) !== null) problems.push("chain_broken");
  const stored = await namedHashes(store, file.id);
  const present = await Promise.all(stored.map((sha256) => store.blobs.has(blobKey(file.uuid, sha256))));
  if (present.includes(false)) return { signatures: 0, problems: [...problems, "missing"] };
  const segments = await readSegments(store, file.id);
  if (!segments.some(({ kind }) => ours.has(kind))) return { signatures: 0, problems };
  const isSigned = await withPlaces(store, file, segments, (places) => Promise.resolve(hasValidSignature(places)));
  return { signatures: isSigned ? 1 : 0, problems: isSigned ? problems : [...problems, "signature_invalid"] };
}

async function namedHashes({ db }: Store, fileId: number): Promise<string[]> {
  const parts = await db
    .select({ sha256: fileSegments.sha256 })
    .from(fileSegments)
    .where(eq(fileSegments.fileId, fileId));
  const evidence = await db
    .select({ sha256: evidenceDocuments.sha256 })
    .from(evidenceDocuments)
    .where(eq(evidenceDocuments.fileId, fileId));
  return [...parts, ...evidence].map(({ sha256 }) => sha256);
}

function hasValidSignature(places: readonly PlacedBlob[]): boolean {
  const source = openSegments(places);
  try {
    const { signatures } = verifyPdf(source, { milliseconds: verifyMilliseconds });
    return signatures.some(({ kind, intact, cms }) => kind === "signature" && intact && cms.status === "valid");
  } catch (error) {
    if (error instanceof PdfError) return false;
    throw error;
  } finally {
    source.close();
  }
}
