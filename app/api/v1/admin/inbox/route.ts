import { route } from "@/lib/api/http/route";
import { readInboxOperation } from "@/lib/api/operations/administration";
import { listInboxMessages, toInboxWire } from "@/lib/delivery/inbox/inbox";

export const GET = route(readInboxOperation, async (ctx, actor, { query }) =>
  toInboxWire(await listInboxMessages(ctx, actor, query)),
);
