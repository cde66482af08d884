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
import { operation, pathId, pathUuid, type Operation } from "./operation";

const tag = "Signing";
const byLink = z.object({ u: pathUuid });
const linkErrors = ["not_found", "not_the_signer", "link_expired", "link_withdrawn"] as const;

export const startDrawingOperation = operation({
  id: "startDrawing",
  method: "POST",
  path: "/sign/uuid/{u}/drawings",
  tag,
  summary: "Start a drawing on a phone",
  description:
    "Returns the URL for a QR code. It works for one picture, until `expiresAt` and during the caller's session. It allows drawing only, neither reading the document nor signing. Replaces an earlier one of the same type.",
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
    "wrong_role",
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
  summary: "Retrieve a drawing made on a phone",
  description: "Includes the picture once it is drawn. Store it like any other image to sign with it.",
  caller: "signer",
  guests: true,
  scope: "read",
  params: z.object({ u: pathUuid, id: pathId }),
  answer: drawingAnswer,
  errors: [...linkErrors],
});

export const openDrawingOperation = operation({
  id: "openDrawing",
  method: "POST",
  path: "/drawings/open",
  tag,
  summary: "Open a drawing on the phone",
  description: "Called by the page `/draw`. A used, expired or unknown secret counts as a miss, as for sign links.",
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
  summary: "Deliver the drawing to the desktop",
  description:
    "Works once per secret. The picture alone signs nothing: the signer decides on the desktop whether to use it.",
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
