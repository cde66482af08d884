import { changeImage } from "@/lib/account-signatures/change-image";
import { getImage, listImages } from "@/lib/account-signatures/find-images";
import { imageRemoved, removeImage } from "@/lib/account-signatures/remove-image";
import { toWholeImageWire } from "@/lib/account-signatures/wire";
import {
  changeSignatureImageOperation,
  getSignatureImageOperation,
  removeSignatureImageOperation,
} from "@/lib/api/operations/account-signatures";
import { route } from "@/lib/http/route";

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
