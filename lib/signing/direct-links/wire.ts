import type { z } from "zod";
import type { VisitorCodeSent } from "./request-code";
import type { startedAnswer, visitorCodeAnswer } from "./schema";
import type { Started } from "./start";

export function toVisitorCodeWire({
  challenge,
  expiresAt,
  resendAt,
}: VisitorCodeSent): z.infer<typeof visitorCodeAnswer> {
  return {
    message: "A code is on its way.",
    challenge,
    expiresAt: expiresAt.toISOString(),
    resendAt: resendAt.toISOString(),
  };
}

export function toStartedWire({ url, guest }: Started): z.infer<typeof startedAnswer> {
  return { message: "Your document is ready.", url, token: guest.token, expiresAt: guest.expiresAt.toISOString() };
}
