import { validatePdfOperation } from "@/lib/api/operations/signing";
import { route } from "@/lib/http/route";
import { verifyUpload } from "@/lib/verification/verify-upload";

export const POST = route(validatePdfOperation, (ctx, actor, { body }) => verifyUpload(ctx, actor, body.stream));
