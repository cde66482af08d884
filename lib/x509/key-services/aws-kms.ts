import type { KeyObject } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
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

async function call(
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
  const headers = await signAwsRequest(request, { ...credentials, service: "kms" }, new Date());
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

/** The headers of a request with AWS Signature Version 4: `host`, `x-amz-date` and every given header are signed. */
export async function signAwsRequest(
  request: AwsRequest,
  { sessionToken, ...credentials }: AwsCredentials,
  now: Date,
): Promise<Record<string, string>> {
  const signer = new AwsV4Signer({
    ...request,
    ...credentials,
    ...(sessionToken === null ? {} : { sessionToken }),
    datetime: now.toISOString().replace(/[:-]|\.\d{3}/g, ""),
    allHeaders: true,
  });
  const signed = await signer.sign();
  return Object.fromEntries(signed.headers);
}
