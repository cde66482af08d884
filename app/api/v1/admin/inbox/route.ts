import { readInboxOperation } from "@/lib/api/operations/administration";
import { route } from "@/lib/http/route";
import { listKeptMessages } from "@/lib/kept-messages/list";
import { toInboxWire } from "@/lib/kept-messages/wire";

export const GET = route(readInboxOperation, async (ctx, actor, { query }) =>
  toInboxWire(await listKeptMessages(ctx, actor, query)),
);
