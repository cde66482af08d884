import type { KeyObject } from "node:crypto";
import type { RemoteKeyPlace } from "@/lib/platform/key-places";
import { isRsa, type DigestSigner } from "@/lib/x509/signing-key";
import { callKeyService, textOf } from "./call-key-service";
import { assertSameKey, readPublicKey } from "./public-keys";
import { signAwsRequest } from "./sign-aws-request";

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
  // A signed request holds for five minutes, longer than all its tries.
  const headers = signAwsRequest(request, { ...credentials, service: "kms" }, new Date());
  return callKeyService({ service, ...request, headers, codeOf: ({ __type }) => __type });
}
