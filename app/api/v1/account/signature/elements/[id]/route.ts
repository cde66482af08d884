import { changeImage, getImage, imageRemoved, listImages, removeImage } from "@/lib/accounts/signatures/images";
import { toWholeImageWire } from "@/lib/accounts/signatures/wire";
import { route } from "@/lib/api/http/route";
import {
  changeSignatureImageOperation,
  getSignatureImageOperation,
  removeSignatureImageOperation,
} from "@/lib/api/operations/account-signatures";

export const GET = route(getSignatureImageOperation, async (ctx, actor, { params }) =>
  toWholeImageWire(await getImage(ctx, actor, params.id), await listImages(ctx, actor)),
);

export const PATCH = route(
  changeSignatureImageOperation,
  async (ctx, actor, { params, body }) =>
    toWholeImageWire(await changeImage(ctx, actor, params.id, body), await listImages(ctx, actor)),
  {
    again: async (ctx, actor, { params }) =>
      toWholeImageWire(await getImage(ctx, actor, params.id), await listImages(ctx, actor)),
  },
);

export const DELETE = route(
  removeSignatureImageOperation,
  (ctx, actor, { params }) => removeImage(ctx, actor, params.id),
  { again: () => imageRemoved },
);
