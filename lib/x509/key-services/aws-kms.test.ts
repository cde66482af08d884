import { expect, test } from "vitest";
import { signAwsRequest } from "./aws-kms";

const credentials = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  sessionToken: null,
  region: "us-east-1",
  service: "service",
};
const at = new Date("2015-08-30T12:36:00Z");

/** Cases, by name, of the test suite that AWS publishes for Signature Version 4. */
test.each([
  ["get-vanilla", "GET", {}, "", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"],
  ["post-vanilla", "POST", {}, "", "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"],
  [
    "post-x-www-form-urlencoded",
    "POST",
    { "content-type": "application/x-www-form-urlencoded" },
    "Param1=value1",
    "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a",
  ],
])("%s", async (_name, method, headers: Record<string, string>, body, signature) => {
  const request = { method, url: "https://example.amazonaws.com/", headers, body };
  expect((await signAwsRequest(request, credentials, at))["authorization"]).toMatch(
    new RegExp(`Signature=${signature}$`),
  );
});

test("includes the session token in the signed headers", async () => {
  const request = { method: "POST", url: "https://example.amazonaws.com/", headers: {}, body: "" };
  const headers = await signAwsRequest(request, { ...credentials, sessionToken: "session" }, at);
  expect(headers["x-amz-security-token"]).toBe("session");
  expect(headers["authorization"]).toContain("SignedHeaders=host;x-amz-date;x-amz-security-token,");
});
