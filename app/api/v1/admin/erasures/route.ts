import { erasePersonOperation } from "@/lib/api/operations/erasure";
import { erasePerson } from "@/lib/erasure/erase-person";
import { readErased, toErasedWire } from "@/lib/erasure/wire";
import { route } from "@/lib/http/route";

export const POST = route(
  erasePersonOperation,
  async (ctx, actor, { body }) => toErasedWire(await erasePerson(ctx, actor, body)),
  {
    again: (_ctx, _actor, _input, made) => toErasedWire(readErased(made)),
  },
);
