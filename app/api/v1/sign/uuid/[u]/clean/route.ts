import { toCleanedWire } from "@/lib/account-signatures/wire";
import { cleanGuestImageOperation } from "@/lib/api/operations/identification";
import { route } from "@/lib/http/route";
import { cleanGuestImage } from "@/lib/identification/guest-images";

export const POST = route(cleanGuestImageOperation, async (ctx, actor, { params, body }) =>
  toCleanedWire(await cleanGuestImage(ctx, actor, { ...params, ...body })),
);
