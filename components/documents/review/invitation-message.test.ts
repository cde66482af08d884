import { expect, test } from "vitest";
import { messageChange, sharedMessage } from "./invitation-message";

const signers = [
  { signRequestId: 1, email: "ana@x.example", description: "Please sign." },
  { signRequestId: 2, email: "bo@x.example", description: null },
];

test("changes the message of one signer and leaves the others", () => {
  expect(messageChange(signers, { signRequestId: 2, text: " By Friday. ", isForAll: false })).toEqual([
    { signRequestId: 1, email: "ana@x.example" },
    { signRequestId: 2, email: "bo@x.example", description: "By Friday." },
  ]);
});

test("gives all signers the same message, or none", () => {
  expect(messageChange(signers, { signRequestId: 1, text: "By Friday.", isForAll: true })).toEqual([
    { signRequestId: 1, email: "ana@x.example", description: "By Friday." },
    { signRequestId: 2, email: "bo@x.example", description: "By Friday." },
  ]);
  expect(messageChange(signers, { signRequestId: 1, text: "  ", isForAll: true })[0]).toMatchObject({
    description: null,
  });
});

test("tells whether all signers get the same message", () => {
  expect(sharedMessage(signers)).toBeNull();
  expect(sharedMessage([{ description: null }, { description: "" }])).toBe("");
});
