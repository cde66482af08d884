import { route } from "@/lib/api/http/route";
import { erasePersonOperation } from "@/lib/api/operations/own-data";
import { listErasedEntriesOperation } from "@/lib/api/operations/retention";
import { erasePerson } from "@/lib/evidence/erasure/erase-person";
import { listErasedEntries, readErased, toErasedWire } from "@/lib/evidence/erasure/list-erased";

export const GET = route(listErasedEntriesOperation, (ctx, actor, { query }) => listErasedEntries(ctx, actor, query));

export const POST = route(
  erasePersonOperation,
  async (ctx, actor, { body }) => toErasedWire(await erasePerson(ctx, actor, body)),
  {
    again: (_ctx, _actor, _input, made) => toErasedWire(readErased(made)),
  },
);
