import { route } from "@/lib/api/http/route";
import { validatePdfOperation } from "@/lib/api/operations/signing";
import { verifyUpload } from "@/lib/verification/verify-file";

export const POST = route(validatePdfOperation, (ctx, actor, { body }) => verifyUpload(ctx, actor, body.stream));
