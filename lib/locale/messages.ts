import accessibility from "./en/accessibility.json";
import account from "./en/account.json";
import administration from "./en/administration.json";
import developers from "./en/developers.json";
import docs from "./en/docs.json";
import documents from "./en/documents.json";
import editor from "./en/editor.json";
import errors from "./en/errors.json";
import inbox from "./en/inbox.json";
import landing from "./en/landing.json";
import mails from "./en/mails.json";
import shell from "./en/shell.json";
import signature from "./en/signature.json";
import signing from "./en/signing.json";
import upload from "./en/upload.json";
import verify from "./en/verify.json";

/** The English catalogue, one file an area of the product; the key of an area is the first part of a message's name. */
export const messages = {
  accessibility,
  account,
  administration,
  developers,
  docs,
  documents,
  editor,
  errors,
  inbox,
  landing,
  mails,
  shell,
  signature,
  signing,
  upload,
  verify,
};

export type Messages = typeof messages;
export type Area = keyof Messages;
