import { findImages, listImages, storeImages } from "@/lib/accounts/signatures/images";
import { toImagesWire, toStoredWire } from "@/lib/accounts/signatures/wire";
import { route } from "@/lib/api/http/route";
import { listSignatureImagesOperation, storeSignatureImagesOperation } from "@/lib/api/operations/account-signatures";
import { madeIds } from "@/lib/context/idempotency/keys";

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
