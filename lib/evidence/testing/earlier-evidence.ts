import type { File } from "@/db/schema/files";
import { sealSigner } from "@/lib/authority/document-signer";
import { stampedSignature } from "@/lib/authority/stamped-signature";
import { earlierEvidenceReason } from "@/lib/evidence/event-text";
import type { Ctx } from "@/lib/platform/context";
import { gatherFacts } from "../gather-facts";
import { evidenceReport } from "../write-report";

/** The evidence document as versions before the closing record made it. */
export async function earlierEvidence(ctx: Ctx, file: File): Promise<Buffer> {
  const facts = await gatherFacts(ctx, file);
  const stamped = stampedSignature(ctx, await sealSigner(ctx));
  const reason = earlierEvidenceReason(file.uuid, facts.sealed.hash);
  return ctx.engine.sealedReport(
    evidenceReport(facts),
    { fileUuid: file.uuid, signedAt: facts.madeAt, name: "Paraph", reason, placeholderBytes: stamped.placeholderBytes },
    stamped.makeCms,
  );
}
