import { z } from "zod";
import {
  deliveredDrawing,
  drawingAnswer,
  drawingToDeliver,
  drawingToOpen,
  drawingToStart,
  openedDrawing,
  startedDrawing,
} from "@/lib/signing/drawing/schema";
import { operation, type Operation } from "../operation";
import { pathId, pathUuid } from "../parameters";

const tag = "Signing";
const byLink = z.object({ u: pathUuid });
const linkErrors = ["not_found", "not_the_signer", "link_expired", "link_withdrawn"] as const;

export const startDrawingOperation = operation({
  id: "startDrawing",
  method: "POST",
  path: "/sign/uuid/{u}/drawings",
  tag,
  summary: "Draw my signature or initials on a phone",
  description:
    "Answers the address for a QR code: good for one picture, for five minutes and while the caller's session lives. Whoever has it can draw, and can neither see the document nor sign. It replaces an earlier one of the same type.",
  caller: "signer",
  guests: true,
  scope: "sign",
  params: byLink,
  body: drawingToStart,
  answer: startedDrawing,
  errors: [
    ...linkErrors,
    "email_unproved",
    "already_signed",
    "not_your_turn",
    "file_closed",
    "sign_method_mismatch",
    "rate_limited",
  ],
});

export const readDrawingOperation = operation({
  id: "readDrawing",
  method: "GET",
  path: "/sign/uuid/{u}/drawings/{id}",
  tag,
  summary: "How far a drawing on a phone has come",
  description: "With the picture once it was drawn. To sign with it, store it like any other.",
  caller: "signer",
  guests: true,
  scope: "sign",
  params: z.object({ u: pathUuid, id: pathId }),
  answer: drawingAnswer,
  errors: [...linkErrors],
});

export const openDrawingOperation = operation({
  id: "openDrawing",
  method: "POST",
  path: "/drawings/open",
  tag,
  summary: "What to draw, by the secret of a QR code",
  description: "What the page `/draw` calls. A secret that is used, over or made up is a miss, as for sign links.",
  caller: "public",
  body: drawingToOpen,
  answer: openedDrawing,
  errors: ["not_found", "rate_limited"],
});

export const deliverDrawingOperation = operation({
  id: "deliverDrawing",
  method: "POST",
  path: "/drawings",
  tag,
  summary: "Hand the picture over to the desktop",
  description: "Once for each secret. The picture signs nothing: the signer sees it on the desktop and uses it or not.",
  caller: "public",
  body: drawingToDeliver,
  bodyKind: "json-with-file",
  answer: deliveredDrawing,
  errors: ["not_found", "rate_limited", "base64_invalid", "image_invalid"],
});

export const drawingOperations: readonly Operation[] = [
  startDrawingOperation,
  readDrawingOperation,
  openDrawingOperation,
  deliverDrawingOperation,
];
