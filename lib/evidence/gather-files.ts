import type { File } from "@/db/schema/files";
import type { Ctx } from "@/lib/context/context";
import { readPdfs } from "@/lib/documents/envelopes/pdfs";
import { readTrail } from "@/lib/records/audit/events";
import type { EvidenceFile, People } from "./evidence-facts";

/** The files of a completed envelope as recorded in their chains. */
export async function gatherFiles(ctx: Ctx, envelope: File, people: People): Promise<EvidenceFile[]> {
  const files: EvidenceFile[] = [];
  for (const pdf of await readPdfs(ctx, envelope)) {
    const trail = await readTrail(ctx, pdf.id);
    const completed = trail.findLast(({ type }) => type === "file.completed");
    if (!completed) throw new Error(`file ${pdf.id} is not sealed`);
    files.push({
      uuid: pdf.uuid,
      name: pdf.name,
      pages: pdf.pages.length,
      originalSha256: pdf.originalSha256,
      sealed: { sha256: String(completed.doc.sha256), size: Number(completed.doc.size) },
      signers: trail
        .filter(({ type }) => type === "signed")
        .map(({ data }) => people.bySignRequest.get(Number(data.signRequestId)) ?? "Somebody"),
      shadowContent: trail[0]?.data.shadowContent,
    });
  }
  return files;
}
