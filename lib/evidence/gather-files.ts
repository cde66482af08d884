import type { File } from "@/db/schema/files";
import { readParts } from "@/lib/documents/envelopes/parts";
import type { Ctx } from "@/lib/platform/context";
import { readTrail } from "@/lib/records/audit/events";
import type { EvidenceFile, People } from "./evidence-facts";

/** The files of a completed envelope as recorded in their chains. */
export async function gatherFiles(ctx: Ctx, envelope: File, people: People): Promise<EvidenceFile[]> {
  const files: EvidenceFile[] = [];
  for (const part of await readParts(ctx, envelope)) {
    const trail = await readTrail(ctx, part.id);
    const completed = trail.findLast(({ type }) => type === "file.completed");
    if (!completed) throw new Error(`file ${part.id} is not sealed`);
    files.push({
      uuid: part.uuid,
      name: part.name,
      pages: part.pages.length,
      originalSha256: part.originalSha256,
      sealed: { sha256: String(completed.doc.sha256), size: Number(completed.doc.size) },
      signers: trail
        .filter(({ type }) => type === "signed")
        .map(({ data }) => people.bySignRequest.get(Number(data.signRequestId)) ?? "Somebody"),
      shadowContent: trail[0]?.data.shadowContent,
    });
  }
  return files;
}
