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
  identificationSentAnswer,
  identifiedAnswer,
  openedAnswer,
  openingAskedAnswer,
} from "@/lib/signing/identification/schema";
import { operation, type Operation } from "../operation";
import { pathId, pathUuid } from "../parameters";

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
  summary: "Send me a code by which I may sign without an account",
  description:
    "Where the request's identify method is email or sms. The code goes to the signer's address or number; an earlier one is void from then on. After signing too, to read and keep what was signed.",
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
  summary: "Show by the code that I am the signer",
  description:
    "For 12 hours the caller counts as the signer of this one request: a browser by the cookie that comes with the answer, others by the token. Signing asks for a code of its own, unless it would go over the same channel and follows within 15 minutes. Where the link is enough (`signMethod: link`) no code is given.",
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
  summary: "Take the paper out of a photographed signature, as a guest",
  description: "As for an account. Nothing is kept.",
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
  summary: "Store images of my signature or initials, as a guest",
  description:
    "As for an account, but for this one request. PNG or JPEG, re-encoded without metadata. When one is refused, none is stored.",
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
  summary: "The images that I stored as a guest",
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
  summary: "One of the images that I stored as a guest",
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
  summary: "Mail the signer a code to get on to their own link",
  description:
    "What the page `/to/{uuid}/{signRequestId}` calls, which a requester may pass on. The code goes to the signer's own address and nowhere else; a place that leads nowhere answers the same.",
  caller: "public",
  params: place,
  answer: openingAskedAnswer,
  errors: ["rate_limited"],
});

export const openByCodeOperation = operation({
  id: "openByCode",
  method: "POST",
  path: "/sign/to/{uuid}/{signRequestId}",
  tag,
  summary: "Get on to my sign link by the mailed code",
  description:
    "Whoever has the signer's mailbox learns the link. Where the request lets its signer sign without an account, the code of identification is not asked for again.",
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
