import { findImages, listImages } from "@/lib/account-signatures/find-images";
import { storeImages } from "@/lib/account-signatures/store-images";
import { toImagesWire, toStoredWire } from "@/lib/account-signatures/wire";
import { listSignatureImagesOperation, storeSignatureImagesOperation } from "@/lib/api/operations/account-signatures";
import { route } from "@/lib/http/route";
import { madeIds } from "@/lib/idempotency/made";

export const GET = route(listSignatureImagesOperation, async (ctx, actor) => ({
  data: toImagesWire(await listImages(ctx, actor)),
}));

export const POST = route(
  storeSignatureImagesOperation,
  async (ctx, actor, { body }) => {
    const stored = await storeImages(ctx, actor, body);
    return toStoredWire(stored, await listImages(ctx, actor));
  },
  {
    again: async (ctx, actor, _input, made) =>
      toStoredWire(await findImages(ctx, actor, madeIds(made, "imageIds")), await listImages(ctx, actor)),
  },
);
