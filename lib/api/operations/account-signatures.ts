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
import { operation, pathId, type Operation } from "./operation";

const tag = "Account";
const byId = z.object({ id: pathId });

export const setSigningPasswordOperation = operation({
  id: "setSigningPassword",
  method: "POST",
  path: "/account/signature",
  tag,
  summary: "Create or replace your signing key",
  description:
    "The key is encrypted with the signing password, so the service cannot sign without it. Creating a key requires a recent log-in (`freshProofSeconds`, five minutes by default) or Basic with the account's password. Replacing it accepts the current signing password as well. Tokens are refused. The account's owner is notified by e-mail each time.",
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
  summary: "Remove the background of a photographed signature",
  description:
    "Returns the photograph as a transparent, upright PNG trimmed to the ink. Nothing is stored: send the returned `file` to store it. A picture of blank paper is `image_invalid` with the violation `blank`.",
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
  summary: "Store images of your signature or initials",
  description: "PNG or JPEG, re-encoded without metadata. All images are stored, or none.",
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
  summary: "List your stored images",
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
  summary: "Retrieve a stored image",
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
  summary: "Update a stored image",
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
  summary: "Delete a stored image",
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
