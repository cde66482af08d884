import type { z } from "zod";
import type { DrawingHandover } from "@/db/schema/guests";
import type { SentCode } from "@/lib/signing/proof/request-code";
import type { VisitorCodeSent } from "./direct-links/request-code";
import type { startedAnswer, visitorCodeAnswer } from "./direct-links/schema";
import type { Started } from "./direct-links/start";
import type { StartedDrawing } from "./drawing/phone-drawing";
import type { deliveredDrawing, drawingAnswer, openedDrawing, startedDrawing } from "./drawing/schema";
import type { GuestCredential } from "./identification/guest";
import type { Opened, OpeningCodeSent } from "./identification/open-by-code";
import type { identifiedAnswer, openedAnswer, openingCodeSentAnswer } from "./identification/schema";
import type { identificationSentAnswer } from "./schema";

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
  return { message: "Identity confirmed.", token, expiresAt: expiresAt.toISOString() };
}

export function toOpeningCodeSentWire({ expiresAt, resendAt }: OpeningCodeSent): z.infer<typeof openingCodeSentAnswer> {
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

export function toStartedDrawingWire({ id, url, expiresAt }: StartedDrawing): z.infer<typeof startedDrawing> {
  return { id, url, expiresAt: expiresAt.toISOString() };
}

export function toDrawingWire({ id, png, openedAt, expiresAt }: DrawingHandover): z.infer<typeof drawingAnswer> {
  return {
    id,
    state: png ? "drawn" : openedAt ? "opened" : "waiting",
    expiresAt: expiresAt.toISOString(),
    file: png && { base64: png.toString("base64"), mediaType: "image/png" },
  };
}

export function toOpenedDrawingWire({
  type,
  expiresAt,
}: Pick<DrawingHandover, "type" | "expiresAt">): z.infer<typeof openedDrawing> {
  return { type, expiresAt: expiresAt.toISOString() };
}

export function toDeliveredWire(): z.infer<typeof deliveredDrawing> {
  return { message: "The picture is on the other screen." };
}
