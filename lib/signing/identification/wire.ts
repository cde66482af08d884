import type { z } from "zod";
import type { SentCode } from "@/lib/signing/proof/request-code";
import type { GuestCredential } from "./guest";
import type { Opened, OpeningAsked } from "./open-by-code";
import type { identificationSentAnswer, identifiedAnswer, openedAnswer, openingAskedAnswer } from "./schema";

export function toIdentificationSentWire({
  channel,
  sentTo,
  expiresAt,
  resendAt,
}: SentCode): z.infer<typeof identificationSentAnswer> {
  return {
    message: `A code was sent to ${sentTo}.`,
    channel: channel === "sms" ? "sms" : "email",
    sentTo,
    expiresAt: expiresAt.toISOString(),
    resendAt: resendAt.toISOString(),
  };
}

export function toIdentifiedWire({ token, expiresAt }: GuestCredential): z.infer<typeof identifiedAnswer> {
  return { message: "You have shown that you are the signer.", token, expiresAt: expiresAt.toISOString() };
}

export function toOpeningAskedWire({ expiresAt, resendAt }: OpeningAsked): z.infer<typeof openingAskedAnswer> {
  return {
    message: "If this leads to a signer, a code is on its way to them.",
    expiresAt: expiresAt.toISOString(),
    resendAt: resendAt.toISOString(),
  };
}

export function toOpenedWire({ url, guest }: Opened): z.infer<typeof openedAnswer> {
  return {
    message: "This is your link.",
    url,
    token: guest?.token ?? null,
    expiresAt: guest?.expiresAt.toISOString() ?? null,
  };
}
