import { toWholeImageWire } from "@/lib/account-signatures/wire";
import { getGuestImageOperation } from "@/lib/api/operations/identification";
import { route } from "@/lib/http/route";
import { getGuestImage, listGuestImages } from "@/lib/identification/guest-images";

export const GET = route(getGuestImageOperation, async (ctx, actor, { params }) =>
  toWholeImageWire(await getGuestImage(ctx, actor, params), await listGuestImages(ctx, actor, params)),
);
