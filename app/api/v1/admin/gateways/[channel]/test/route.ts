import { testGatewayOperation } from "@/lib/api/operations/operating";
import { getGatewayTest, sendGatewayTest } from "@/lib/gateways/send-test";
import { toGatewayTestWire } from "@/lib/gateways/wire";
import { route } from "@/lib/http/route";
import { madeId } from "@/lib/idempotency/made";

export const POST = route(
  testGatewayOperation,
  async (ctx, actor, { params: { channel }, body }) =>
    toGatewayTestWire(channel, await sendGatewayTest(ctx, actor, { channel, ...body })),
  {
    again: async (ctx, actor, { params: { channel } }, made) =>
      toGatewayTestWire(channel, await getGatewayTest(ctx, actor, madeId(made, "actId"))),
  },
);
