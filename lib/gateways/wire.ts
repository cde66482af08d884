import type { z } from "zod";
import type { GatewayChannel, gatewayTestAnswer, GatewayTestResult } from "./schema";

export function toGatewayTestWire(
  channel: GatewayChannel,
  result: GatewayTestResult,
): z.infer<typeof gatewayTestAnswer> {
  return {
    message: result.delivered ? "The gateway took the message" : "The gateway did not take the message",
    channel,
    ...result,
  };
}
