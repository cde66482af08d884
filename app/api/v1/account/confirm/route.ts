import { confirmAddress } from "@/lib/accounts/confirm-address";
import { toAccountWire } from "@/lib/accounts/wire";
import { confirmAddressOperation } from "@/lib/api/operations/registration";
import { route } from "@/lib/http/route";

export const POST = route(confirmAddressOperation, async (ctx, actor, { body }) => toAccountWire(await confirmAddress(ctx, actor, body.token)));
