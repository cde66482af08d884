import { createHash, createHmac, type KeyObject } from "node:crypto";
import type { RemoteKeyPlace } from "@/lib/platform/key-places";
import { isRsa, type DigestSigner } from "@/lib/x509/signing-key";
import { assertSameKey, callKeyService, readPublicKey, textOf } from "./call-key-service";

const service = "AWS KMS";

/** AWS KMS (API of 2014-11-01): GetPublicKey at the start, Sign for each signature. Throws KeyServiceError. */
export async function openAwsKms(
  place: RemoteKeyPlace & { kind: "awskms" },
  expected: KeyObject,
): Promise<DigestSigner> {
  const { PublicKey } = await call(place, "GetPublicKey", { KeyId: place.keyId });
  const der = Buffer.from(textOf(service, { PublicKey }, "PublicKey"), "base64");
  assertSameKey(service, readPublicKey(service, { key: der, format: "der", type: "spki" }), expected);
  return {
    async sign(digest) {
      const answer = await call(place, "Sign", {
        KeyId: place.keyId,
        Message: digest.toString("base64"),
        MessageType: "DIGEST",
        SigningAlgorithm: isRsa(expected) ? "RSASSA_PKCS1_V1_5_SHA_256" : "ECDSA_SHA_256",
      });
      return Buffer.from(textOf(service, answer, "Signature"), "base64");
    },
  };
}

function call(
  { endpoint, ...credentials }: RemoteKeyPlace & { kind: "awskms" },
  operation: string,
  input: Record<string, string>,
): Promise<Record<string, unknown>> {
  const request = {
    method: "POST" as const,
    url: `${endpoint}/`,
    headers: { "content-type": "application/x-amz-json-1.1", "x-amz-target": `TrentService.${operation}` },
    body: JSON.stringify(input),
  };
  // A signed request stays valid for five minutes, longer than all attempts together.
  const headers = signAwsRequest(request, { ...credentials, service: "kms" }, new Date());
  return callKeyService({ service, ...request, headers, codeOf: ({ __type }) => __type });
}

interface AwsRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | null;
  region: string;
  service: string;
}

/**
 * The headers of a request with AWS Signature Version 4: `host`, `x-amz-date` and every given header are signed. The
 * path must already be in its canonical form. Queries are not supported, because KMS uses none.
 */
export function signAwsRequest(request: AwsRequest, credentials: AwsCredentials, now: Date): Record<string, string> {
  const { host, pathname } = new URL(request.url);
  const at = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const headers: Record<string, string> = { ...request.headers, "x-amz-date": at };
  if (credentials.sessionToken !== null) headers["x-amz-security-token"] = credentials.sessionToken;
  const lines = Object.entries({ ...headers, host })
    .map(([name, value]): [string, string] => [name.toLowerCase(), value.trim().replace(/ +/g, " ")])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const signedHeaders = lines.map(([name]) => name).join(";");
  const canonical = [
    request.method,
    pathname,
    "",
    ...lines.map(([name, value]) => `${name}:${value}`),
    "",
    signedHeaders,
    sha256(request.body),
  ].join("\n");
  const day = at.slice(0, 8);
  const scope = `${day}/${credentials.region}/${credentials.service}/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", at, scope, sha256(canonical)].join("\n");
  const key = [day, credentials.region, credentials.service, "aws4_request"].reduce<Buffer>(
    (parent, part) => hmac(parent, part),
    Buffer.from(`AWS4${credentials.secretAccessKey}`),
  );
  const signature = hmac(key, toSign).toString("hex");
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text, "utf8").digest();
}
