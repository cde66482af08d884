import { expect, test } from "vitest";
import { isSharedMessage, messageChange, withMessage } from "./use-invitation-message";

const signers = [
  { signRequestId: 1, email: "ana@x.example", description: "Please sign.", subject: "Your lease" },
  { signRequestId: 2, email: "bo@x.example", description: null, subject: null },
];

test("changes subject and message of one signer and leaves the others", () => {
  const edited = { signRequestId: 2, subject: " The lease ", text: " By Friday. ", isForAll: false };
  expect(messageChange(signers, edited)).toEqual([
    { signRequestId: 1, email: "ana@x.example" },
    { signRequestId: 2, email: "bo@x.example", description: "By Friday.", subject: "The lease" },
  ]);
});

test("gives all signers the same subject and message, or none", () => {
  const edited = { signRequestId: 1, subject: "The lease", text: "By Friday.", isForAll: true };
  const written = { description: "By Friday.", subject: "The lease" };
  expect(messageChange(signers, edited)).toEqual([
    { signRequestId: 1, email: "ana@x.example", ...written },
    { signRequestId: 2, email: "bo@x.example", ...written },
  ]);
  expect(messageChange(signers, { ...edited, subject: "", text: "  " })[0]).toMatchObject({
    description: null,
    subject: null,
  });
});

test("tells whether all signers get the same subject and message", () => {
  expect(isSharedMessage(signers)).toBe(false);
  expect(
    isSharedMessage([
      { description: null, subject: "" },
      { description: "", subject: null },
    ]),
  ).toBe(true);
  expect(
    isSharedMessage([
      { description: "", subject: "A" },
      { description: "", subject: "B" },
    ]),
  ).toBe(false);
});

test("returns the signers as they are once a message is stored", () => {
  const message = { signRequestId: 1, subject: " Lease ", text: "", isForAll: false };
  const [first, second] = signers;
  expect(withMessage(signers, message)).toEqual([{ ...first, subject: "Lease", description: null }, second]);
  expect(withMessage(signers, { ...message, isForAll: true }).map(({ subject }) => subject)).toEqual([
    "Lease",
    "Lease",
  ]);
});
