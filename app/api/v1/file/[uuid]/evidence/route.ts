import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { downloadEvidenceOperation } from "@/lib/api/operations/evidence";
import { downloadEvidence } from "@/lib/evidence/make-evidence";

export const GET = route(downloadEvidenceOperation, async (ctx, actor, { params }) =>
  content({ ...(await downloadEvidence(ctx, actor, params)), mediaType: "application/pdf" }),
);
