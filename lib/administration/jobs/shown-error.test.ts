import { expect, test } from "vitest";
import { shownError } from "./wire";

test.each([
  [
    "the mail server refused the mail: EENVELOPE 550 no mailbox <bo@x.example> here",
    "the mail server refused the mail: EENVELOPE 550 no mailbox <…> here",
  ],
  [
    "Failed query: insert into account_links values ($1)\nparams: 5,8f14e45fceea167a5a36dedd4bea2543",
    "Failed query: insert into account_links values ($1)",
  ],
  ["Failed query: select 1 params: b@x.example", "Failed query: select 1"],
  [
    "could not send http://localhost:3000/sign/5a1d8a52-7c1f-4b9b-9b1c-3f1f4de3a6f1 to +49 1511 2345678",
    "could not send … to …",
  ],
  ["sign request 5a1d8a52-7c1f-4b9b-9b1c-3f1f4de3a6f1 is gone", "sign request … is gone"],
  ["token pk_4JXlkz0r3l0xNQ2VtPq9aaBBccDDeeFFgg was refused", "token … was refused"],
  ["no gateway for sms", "no gateway for sms"],
])("%j is shown as %j", (error, shown) => {
  expect(shownError(error)).toBe(shown);
});
