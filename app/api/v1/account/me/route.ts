import { getOwnAccount } from "@/lib/accounts/get-own";
import { toOwnAccountWire } from "@/lib/accounts/wire";
import { getOwnAccountOperation } from "@/lib/api/operations/account";
import { route } from "@/lib/http/route";

export const GET = route(getOwnAccountOperation, async (ctx, actor) => toOwnAccountWire(await getOwnAccount(ctx, actor)));
