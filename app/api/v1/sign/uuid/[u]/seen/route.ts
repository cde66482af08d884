import { route } from "@/lib/api/http/route";
import { pagesSeenByLinkOperation } from "@/lib/api/operations/signing";
import { madeText } from "@/lib/context/idempotency/keys";
import { notePagesSeen, readSeenPages } from "@/lib/signing/note-pages-seen";

const message = "Noted.";

export const POST = route(
  pagesSeenByLinkOperation,
  async (ctx, actor, { params, body }) => ({ message, data: await notePagesSeen(ctx, actor, { ...params, ...body }) }),
  { again: (_ctx, _actor, _input, made) => ({ message, data: readSeenPages(madeText(made, "secret")) }) },
);
