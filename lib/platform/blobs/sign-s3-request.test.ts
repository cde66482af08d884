import { describe, expect, test } from "vitest";
import { sha256Hex } from "./sha256";
import { signRequest } from "./sign-s3-request";

/** From "Signature Calculations for the Authorization Header" of the Amazon S3 API reference. */
const keys = {
  region: "us-east-1",
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
const at = new Date("2013-05-24T00:00:00Z");
const host = "https://examplebucket.s3.amazonaws.com";

describe("Amazon's published requests have their published signatures", () => {
  test.each([
    {
      name: "GET Object with a range",
      method: "GET",
      url: "/test.txt",
      headers: { range: "bytes=0-9" },
      body: "",
      signedHeaders: "host;range;x-amz-content-sha256;x-amz-date",
      signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    },
    {
      name: "PUT Object with a sign that is encoded in the path",
      method: "PUT",
      url: "/test$file.text",
      headers: { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
      body: "Welcome to Amazon S3.",
      signedHeaders: "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
      signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
    },
    {
      name: "GET Bucket Lifecycle, a parameter without a value",
      method: "GET",
      url: "/?lifecycle=",
      headers: {},
      body: "",
      signedHeaders: "host;x-amz-content-sha256;x-amz-date",
      signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
    },
    {
      name: "GET Bucket, a list of objects",
      method: "GET",
      url: "/?max-keys=2&prefix=J",
      headers: {},
      body: "",
      signedHeaders: "host;x-amz-content-sha256;x-amz-date",
      signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
    },
  ])("$name", async ({ method, url, headers, body, signedHeaders, signature }) => {
    const signed = await signRequest(keys, {
      method,
      url: new URL(url, host),
      headers,
      bodySha256: sha256Hex(body),
      at,
    });
    expect(signed.authorization).toBe(
      `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=${signedHeaders}, Signature=${signature}`,
    );
  });
});

test("leaves the secret out of the headers and the address", async () => {
  const signed = await signRequest(keys, {
    method: "GET",
    url: new URL(host),
    headers: {},
    bodySha256: sha256Hex(""),
    at,
  });
  expect(JSON.stringify(signed)).not.toContain(keys.secretAccessKey);
});
