import { cleanUpload } from "@/lib/accounts/signatures/images";
import { toCleanedWire } from "@/lib/accounts/signatures/wire";
import { route } from "@/lib/api/http/route";
import { cleanSignatureImageOperation } from "@/lib/api/operations/account-signatures";

export const POST = route(cleanSignatureImageOperation, async (ctx, actor, { body }) =>
  toCleanedWire(await cleanUpload(ctx, actor, body)),
);
