import { expect, test } from "vitest";
import { replacing } from "./replace-signer";

const signers = [
  { signRequestId: 1, email: "ana@x.org" },
  { signRequestId: 2, email: "bo@x.org" },
];

test("sends the replaced signer's ID with the new address, and only the identity of the others", () => {
  expect(replacing(signers, 2, { email: "cy@x.org", name: "Cy", phone: "" })).toEqual([
    { signRequestId: 1, email: "ana@x.org" },
    { signRequestId: 2, email: "cy@x.org", displayName: "Cy" },
  ]);
  expect(replacing(signers, 1, { email: "cy@x.org", name: "", phone: "+49 170 1234567" })[0]).toEqual({
    signRequestId: 1,
    email: "cy@x.org",
    displayName: null,
    phone: "+49 170 1234567",
  });
});
