import { z } from "zod";
import {
  cleanedImageAnswer,
  createdSignatureImages,
  imageToClean,
  newSignatureImages,
  newSigningPassword,
  removedAnswer,
  signatureImageAnswer,
  signatureImageChange,
  signatureImageList,
  signingPasswordAnswer,
} from "@/lib/accounts/signatures/schema";
import { operation, type Operation } from "../operation";
import { pathId } from "../parameters";

const tag = "Account";
const byId = z.object({ id: pathId });

export const setSigningPasswordOperation = operation({
  id: "setSigningPassword",
  method: "POST",
  path: "/account/signature",
  tag,
  summary: "Make or replace my signing key",
  description:
    "The key is encrypted under the signing password; this service cannot sign without it. The first one needs a log-in within the last five minutes or Basic with the account's password, replacing it that or the present signing password; never a token. The owner gets an e-mail each time.",
  caller: "signer",
  scope: "sign",
  body: newSigningPassword,
  answer: signingPasswordAnswer,
  errors: [
    "email_unproved",
    "reauth_required",
    "sign_password_wrong",
    "sign_password_locked",
    "race_lost",
    "unavailable",
    "key_unavailable",
  ],
});

export const cleanSignatureImageOperation = operation({
  id: "cleanSignatureImage",
  method: "POST",
  path: "/account/signature/clean",
  tag,
  summary: "Take the paper out of a photographed signature",
  description:
    "The photograph as a transparent PNG, trimmed to the ink and upright, whatever the light and the shadows on it. Nothing is kept: store the answer's `file` when it looks right. A picture of nothing but paper is `image_invalid` with the violation `blank`.",
  caller: "signer",
  scope: "read",
  body: imageToClean,
  bodyKind: "json-with-file",
  answer: cleanedImageAnswer,
  errors: ["base64_invalid", "image_invalid"],
});

export const storeSignatureImagesOperation = operation({
  id: "storeSignatureImages",
  method: "POST",
  path: "/account/signature/elements",
  aliases: ["/signature/elements"],
  tag,
  summary: "Store images of my signature or initials",
  description: "PNG or JPEG, re-encoded without metadata. When one is refused, none is stored.",
  caller: "signer",
  scope: "write",
  body: newSignatureImages,
  bodyKind: "json-with-file",
  answer: createdSignatureImages,
  errors: ["base64_invalid", "image_invalid"],
});

export const listSignatureImagesOperation = operation({
  id: "listSignatureImages",
  method: "GET",
  path: "/account/signature/elements",
  aliases: ["/signature/elements"],
  tag,
  summary: "My stored images",
  caller: "signer",
  scope: "read",
  answer: signatureImageList,
  errors: [],
});

export const getSignatureImageOperation = operation({
  id: "getSignatureImage",
  method: "GET",
  path: "/account/signature/elements/{id}",
  aliases: ["/signature/elements/{id}"],
  tag,
  summary: "One of my stored images",
  caller: "signer",
  scope: "read",
  params: byId,
  answer: signatureImageAnswer,
  errors: ["not_found"],
});

export const changeSignatureImageOperation = operation({
  id: "changeSignatureImage",
  method: "PATCH",
  path: "/account/signature/elements/{id}",
  aliases: ["/signature/elements/{id}"],
  tag,
  summary: "Change one of my stored images",
  caller: "signer",
  scope: "write",
  params: byId,
  body: signatureImageChange,
  bodyKind: "json-with-file",
  answer: signatureImageAnswer,
  errors: ["not_found", "base64_invalid", "image_invalid"],
});

export const removeSignatureImageOperation = operation({
  id: "removeSignatureImage",
  method: "DELETE",
  path: "/account/signature/elements/{id}",
  aliases: ["/signature/elements/{id}"],
  tag,
  summary: "Remove one of my stored images",
  caller: "signer",
  scope: "write",
  params: byId,
  answer: removedAnswer,
  errors: ["not_found"],
});

export const accountSignatureOperations: readonly Operation[] = [
  setSigningPasswordOperation,
  cleanSignatureImageOperation,
  storeSignatureImagesOperation,
  listSignatureImagesOperation,
  getSignatureImageOperation,
  changeSignatureImageOperation,
  removeSignatureImageOperation,
];
