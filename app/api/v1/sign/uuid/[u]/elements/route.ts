import { toImagesWire, toStoredWire } from "@/lib/accounts/signatures/wire";
import { route } from "@/lib/api/http/route";
import { listGuestImagesOperation, storeGuestImagesOperation } from "@/lib/api/operations/identification";
import { madeIds } from "@/lib/context/idempotency/keys";
import { findGuestImages, listGuestImages, storeGuestImages } from "@/lib/signing/identification/guest-images";

export const GET = route(listGuestImagesOperation, async (ctx, actor, { params }) => ({
  data: toImagesWire(await listGuestImages(ctx, actor, params)),
}));

export const POST = route(
  storeGuestImagesOperation,
  async (ctx, actor, { params, body }) => {
    const stored = await storeGuestImages(ctx, actor, { ...params, ...body });
    return toStoredWire(stored, await listGuestImages(ctx, actor, params));
  },
  {
    again: async (ctx, actor, { params }, made) =>
      toStoredWire(
        await findGuestImages(ctx, actor, params, madeIds(made, "imageIds")),
        await listGuestImages(ctx, actor, params),
      ),
  },
);
