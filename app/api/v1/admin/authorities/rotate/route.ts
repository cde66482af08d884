import { rotateKeyOperation } from "@/lib/api/operations/certificates";
import { listAuthorities } from "@/lib/authority/list-authorities";
import { rotateKey } from "@/lib/authority/rotate-key";
import { toRotatedWire } from "@/lib/authority/wire";
import { route } from "@/lib/http/route";

export const POST = route(
  rotateKeyOperation,
  async (ctx, actor, { body }) => {
    await rotateKey(ctx, actor, body);
    return toRotatedWire(await listAuthorities(ctx, actor));
  },
  { again: async (ctx, actor) => toRotatedWire(await listAuthorities(ctx, actor)) },
);
