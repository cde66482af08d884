import { downloadEvidenceOperation } from "@/lib/api/operations/evidence";
import { downloadEvidence } from "@/lib/evidence/download-evidence";
import { content } from "@/lib/http/content";
import { route } from "@/lib/http/route";

export const GET = route(downloadEvidenceOperation, async (ctx, actor, { params }) =>
  content({ ...(await downloadEvidence(ctx, actor, params)), mediaType: "application/pdf" }),
);
