import { route } from "@/lib/api/http/route";
import { rotateKeyOperation } from "@/lib/api/operations/authority";
import { listAuthorities, rotateKey } from "@/lib/authority/authorities";
import { toRotatedWire } from "@/lib/authority/wire";

export const POST = route(
  rotateKeyOperation,
  async (ctx, actor, { body }) => {
    await rotateKey(ctx, actor, body);
    return toRotatedWire(await listAuthorities(ctx, actor));
  },
  { again: async (ctx, actor) => toRotatedWire(await listAuthorities(ctx, actor)) },
);
