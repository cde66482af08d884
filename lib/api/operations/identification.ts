import { z } from "zod";
import {
  cleanedImageAnswer,
  createdSignatureImages,
  imageToClean,
  newSignatureImages,
  signatureImageAnswer,
  signatureImageList,
} from "@/lib/accounts/signatures/schema";
import {
  enteredCode,
  enteredIdentification,
  identifiedAnswer,
  openedAnswer,
  openingCodeSentAnswer,
} from "@/lib/signing/identification/schema";
import { identificationSentAnswer } from "@/lib/signing/schema";
import { operation, pathId, pathUuid, type Operation } from "./operation";

const tag = "Signing";
const byLink = z.object({ u: pathUuid });
const linkErrors = ["not_the_signer", "link_withdrawn", "link_expired"] as const;
const stateErrors = [
  "already_signed",
  "not_your_turn",
  "file_closed",
  "file_already_signed",
  "sign_method_mismatch",
] as const;

export const identifyOperation = operation({
  id: "identify",
  method: "POST",
  path: "/sign/uuid/{u}/identify",
  tag,
  summary: "Send a guest an identification code",
  description:
    "Available for requests with the identify method email or sms. The code goes to the signer's address or number and replaces earlier codes. Also available after signing, to read and download the document.",
  caller: "link",
  guests: true,
  params: byLink,
  answer: identificationSentAnswer,
  errors: [...linkErrors, ...stateErrors, "rate_limited", "code_locked", "gateway_unavailable", "phone_missing"],
});

export const confirmIdentificationOperation = operation({
  id: "confirmIdentification",
  method: "POST",
  path: "/sign/uuid/{u}/identify/confirm",
  tag,
  summary: "Verify a guest's identification code",
  description:
    "Starts a guest session of 12 hours for this one request, by cookie in a browser or by the returned token. Signing requires a separate code, unless it uses the same channel and follows within 15 minutes. With `signMethod: link` no code is required.",
  caller: "link",
  guests: true,
  params: byLink,
  body: enteredIdentification,
  answer: identifiedAnswer,
  errors: [
    ...linkErrors,
    ...stateErrors,
    "code_wrong",
    "code_expired",
    "code_locked",
    "gateway_unavailable",
    "phone_missing",
  ],
});

export const cleanGuestImageOperation = operation({
  id: "cleanGuestImage",
  method: "POST",
  path: "/sign/uuid/{u}/clean",
  tag,
  summary: "Remove the background of a photographed signature, as a guest",
  description: "Same as for accounts. Nothing is stored.",
  caller: "signer",
  guests: true,
  scope: "sign",
  params: byLink,
  body: imageToClean,
  bodyKind: "json-with-file",
  answer: cleanedImageAnswer,
  errors: [...linkErrors, "forbidden", "base64_invalid", "image_invalid"],
});

export const storeGuestImagesOperation = operation({
  id: "storeGuestImages",
  method: "POST",
  path: "/sign/uuid/{u}/elements",
  tag,
  summary: "Store signature images as a guest",
  description:
    "Same as for accounts, but for this one request. PNG or JPEG, re-encoded without metadata. All images are stored, or none.",
  caller: "signer",
  guests: true,
  scope: "sign",
  params: byLink,
  body: newSignatureImages,
  bodyKind: "json-with-file",
  answer: createdSignatureImages,
  errors: [...linkErrors, "forbidden", "base64_invalid", "image_invalid"],
});

export const listGuestImagesOperation = operation({
  id: "listGuestImages",
  method: "GET",
  path: "/sign/uuid/{u}/elements",
  tag,
  summary: "List a guest's stored images",
  caller: "signer",
  guests: true,
  scope: "read",
  params: byLink,
  answer: signatureImageList,
  errors: [...linkErrors, "forbidden"],
});

export const getGuestImageOperation = operation({
  id: "getGuestImage",
  method: "GET",
  path: "/sign/uuid/{u}/elements/{id}",
  tag,
  summary: "Retrieve a guest's stored image",
  caller: "signer",
  guests: true,
  scope: "read",
  params: z.object({ u: pathUuid, id: pathId }),
  answer: signatureImageAnswer,
  errors: [...linkErrors, "forbidden"],
});

const place = z.object({ uuid: pathUuid, signRequestId: pathId });

export const askToOpenOperation = operation({
  id: "askToOpen",
  method: "POST",
  path: "/sign/to/{uuid}/{signRequestId}/code",
  tag,
  summary: "E-mail a signer a code for their sign link",
  description:
    "Used by the shareable link `/to/{uuid}/{signRequestId}`. The code is only sent to the signer's own address. The response is the same for an unknown link.",
  caller: "public",
  params: place,
  answer: openingCodeSentAnswer,
  errors: ["rate_limited"],
});

export const openByCodeOperation = operation({
  id: "openByCode",
  method: "POST",
  path: "/sign/to/{uuid}/{signRequestId}",
  tag,
  summary: "Exchange an e-mailed code for the sign link",
  description:
    "Returns the sign link to the owner of the mailbox. For guests the identification code is not required again.",
  caller: "public",
  params: place,
  body: enteredCode,
  answer: openedAnswer,
  errors: ["code_wrong", "code_locked"],
});

export const identificationOperations: readonly Operation[] = [
  identifyOperation,
  confirmIdentificationOperation,
  cleanGuestImageOperation,
  storeGuestImagesOperation,
  listGuestImagesOperation,
  getGuestImageOperation,
  askToOpenOperation,
  openByCodeOperation,
];
