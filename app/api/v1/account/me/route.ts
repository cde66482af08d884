import { changeOwnAccount } from "@/lib/accounts/change-own";
import { getOwnAccount } from "@/lib/accounts/get-own";
import { toOwnAccountWire } from "@/lib/accounts/wire";
import { getOwnAccountOperation } from "@/lib/api/operations/account";
import { eraseOneselfOperation } from "@/lib/api/operations/erasure";
import { changeOwnAccountOperation } from "@/lib/api/operations/own-account";
import { eraseOneself } from "@/lib/erasure/erase-person";
import { readErased, toErasedWire } from "@/lib/erasure/wire";
import { route } from "@/lib/http/route";

export const GET = route(getOwnAccountOperation, async (ctx, actor) =>
  toOwnAccountWire(await getOwnAccount(ctx, actor)),
);

export const PATCH = route(changeOwnAccountOperation, async (ctx, actor, { body }) =>
  toOwnAccountWire(await changeOwnAccount(ctx, actor, body)),
);

export const DELETE = route(eraseOneselfOperation, async (ctx, actor) => toErasedWire(await eraseOneself(ctx, actor)), {
  again: (_ctx, _actor, _input, made) => toErasedWire(readErased(made)),
});
