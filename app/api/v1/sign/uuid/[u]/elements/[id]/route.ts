import { toWholeImageWire } from "@/lib/accounts/signatures/wire";
import { route } from "@/lib/api/http/route";
import { getGuestImageOperation } from "@/lib/api/operations/identification";
import { getGuestImage, listGuestImages } from "@/lib/signing/identification/guest-images";

export const GET = route(getGuestImageOperation, async (ctx, actor, { params }) =>
  toWholeImageWire(await getGuestImage(ctx, actor, params), await listGuestImages(ctx, actor, params)),
);
