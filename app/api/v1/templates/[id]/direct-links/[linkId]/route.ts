import { route } from "@/lib/api/http/route";
import {
  changeDirectLinkOperation,
  deleteDirectLinkOperation,
  getDirectLinkOperation,
} from "@/lib/api/operations/direct-links";
import { changeDirectLink, deleteDirectLink, directLinkDeleted } from "@/lib/requests/direct-links/change";
import { showDirectLink } from "@/lib/requests/direct-links/show";

export const GET = route(getDirectLinkOperation, (ctx, actor, { params }) => showDirectLink(ctx, actor, params));
export const PATCH = route(
  changeDirectLinkOperation,
  async (ctx, actor, { params, body }) =>
    showDirectLink(ctx, actor, await changeDirectLink(ctx, actor, { ...params, ...body })),
  { again: (ctx, actor, { params }) => showDirectLink(ctx, actor, params) },
);
export const DELETE = route(
  deleteDirectLinkOperation,
  (ctx, actor, { params }) => deleteDirectLink(ctx, actor, params),
  { again: () => directLinkDeleted },
);
