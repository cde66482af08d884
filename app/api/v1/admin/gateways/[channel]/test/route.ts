import { getGatewayTest, sendGatewayTest, toGatewayTestWire } from "@/lib/administration/gateways";
import { route } from "@/lib/api/http/route";
import { testGatewayOperation } from "@/lib/api/operations/operating";
import { madeId } from "@/lib/context/idempotency/keys";

export const POST = route(
  testGatewayOperation,
  async (ctx, actor, { params: { channel }, body }) =>
    toGatewayTestWire(channel, await sendGatewayTest(ctx, actor, { channel, ...body })),
  {
    again: async (ctx, actor, { params: { channel } }, made) =>
      toGatewayTestWire(channel, await getGatewayTest(ctx, actor, madeId(made, "activityId"))),
  },
);
