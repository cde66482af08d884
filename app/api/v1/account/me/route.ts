import { changeOwnAccount, getOwnAccount } from "@/lib/accounts/own-account";
import { toOwnAccountWire } from "@/lib/accounts/wire";
import { route } from "@/lib/api/http/route";
import { changeOwnAccountOperation, getOwnAccountOperation } from "@/lib/api/operations/account";
import { eraseOneselfOperation } from "@/lib/api/operations/own-data";
import { eraseOneself } from "@/lib/evidence/erasure/erase-person";
import { readErased, toErasedWire } from "@/lib/evidence/erasure/list-erased";

export const GET = route(getOwnAccountOperation, async (ctx, actor) =>
  toOwnAccountWire(await getOwnAccount(ctx, actor)),
);

export const PATCH = route(changeOwnAccountOperation, async (ctx, actor, { body }) =>
  toOwnAccountWire(await changeOwnAccount(ctx, actor, body)),
);

export const DELETE = route(eraseOneselfOperation, async (ctx, actor) => toErasedWire(await eraseOneself(ctx, actor)), {
  again: (_ctx, _actor, _input, made) => toErasedWire(readErased(made)),
});
