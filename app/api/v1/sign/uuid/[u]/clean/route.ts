import { toCleanedWire } from "@/lib/accounts/signatures/wire";
import { route } from "@/lib/api/http/route";
import { cleanGuestImageOperation } from "@/lib/api/operations/identification";
import { cleanGuestImage } from "@/lib/signing/identification/guest-images";

export const POST = route(cleanGuestImageOperation, async (ctx, actor, { params, body }) =>
  toCleanedWire(await cleanGuestImage(ctx, actor, { ...params, ...body })),
);
