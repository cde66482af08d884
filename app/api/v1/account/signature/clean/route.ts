import { cleanUpload } from "@/lib/account-signatures/clean-upload";
import { toCleanedWire } from "@/lib/account-signatures/wire";
import { cleanSignatureImageOperation } from "@/lib/api/operations/account-signatures";
import { route } from "@/lib/http/route";

export const POST = route(cleanSignatureImageOperation, async (ctx, actor, { body }) =>
  toCleanedWire(await cleanUpload(ctx, actor, body)),
);
