import accessibility from "./pt/accessibility.json";
import account from "./pt/account.json";
import administration from "./pt/administration.json";
import attachments from "./pt/attachments.json";
import bulk from "./pt/bulk.json";
import developers from "./pt/developers.json";
import documents from "./pt/documents.json";
import editor from "./pt/editor.json";
import errors from "./pt/errors.json";
import inbox from "./pt/inbox.json";
import landing from "./pt/landing.json";
import links from "./pt/links.json";
import mails from "./pt/mails.json";
import reminders from "./pt/reminders.json";
import shell from "./pt/shell.json";
import signature from "./pt/signature.json";
import signing from "./pt/signing.json";
import templates from "./pt/templates.json";
import upload from "./pt/upload.json";
import verify from "./pt/verify.json";

/** The Portuguese catalogue, without `docs`: the documentation for developers is in English only (decision 33). */
export const portuguese = {
  accessibility,
  account,
  administration,
  attachments,
  bulk,
  developers,
  documents,
  editor,
  errors,
  inbox,
  landing,
  links,
  mails,
  reminders,
  shell,
  signature,
  signing,
  templates,
  upload,
  verify,
};
