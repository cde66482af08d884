import { createPrivateKey, sign, type KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { RemoteKeyPlace } from "@/lib/platform/key-places";
import { KeyServiceError } from "@/lib/x509/key-service-error";
import { isRsa, type DigestSigner } from "@/lib/x509/signing-key";
import {
  assertSameKey,
  bearerCaller,
  callKeyService,
  readPublicKey,
  readToken,
  textOf,
  type BearerToken,
} from "./call-key-service";

const service = "Google Cloud KMS";
const scope = "https://www.googleapis.com/auth/cloudkms";
const tokenSeconds = 3600;

/**
 * Google Cloud KMS (REST v1): getPublicKey at the start, asymmetricSign for each signature, and a new token every
 * hour. Throws KeyServiceError.
 */
export async function openGoogleKms(
  place: RemoteKeyPlace & { kind: "gcpkms" },
  expected: KeyObject,
): Promise<DigestSigner> {
  const account = await readAccount(place.credentialsFile);
  const call = bearerCaller(service, "status", () => fetchToken(account));
  const keyUrl = `${place.endpoint}/v1/${place.version}`;
  const { pem, algorithm } = await call(`${keyUrl}/publicKey`);
  const wanted = isRsa(expected) ? /^RSA_SIGN_PKCS1_\d+_SHA256$/ : /^EC_SIGN_P256_SHA256$/;
  assertSameKey(service, readPublicKey(service, textOf(service, { pem }, "pem")), expected);
  if (typeof algorithm !== "string" || !wanted.test(algorithm))
    throw new KeyServiceError({ code: "algorithm_unfit", service });
  return {
    async sign(digest) {
      const input = { digest: { sha256: digest.toString("base64") }, digestCrc32c: String(crc32c(digest)) };
      const answer = await call(`${keyUrl}:asymmetricSign`, input);
      const signature = Buffer.from(textOf(service, answer, "signature"), "base64");
      if (answer["verifiedDigestCrc32c"] !== true || answer["signatureCrc32c"] !== String(crc32c(signature)))
        throw new KeyServiceError({ code: "damaged_in_transit", service });
      return signature;
    },
  };
}

const accountFile = z.object({
  type: z.literal("service_account"),
  client_email: z.string(),
  private_key_id: z.string().optional(),
  private_key: z.string(),
  token_uri: z.url({ protocol: /^https?$/ }).default("https://oauth2.googleapis.com/token"),
});

interface ServiceAccount {
  email: string;
  keyId: string | undefined;
  /** Authenticates the caller. It does not sign documents. */
  key: KeyObject;
  tokenUrl: string;
}

async function readAccount(file: string): Promise<ServiceAccount> {
  try {
    const account = accountFile.parse(JSON.parse(await readFile(file, "utf8")));
    return {
      email: account.client_email,
      keyId: account.private_key_id,
      key: createPrivateKey(account.private_key),
      tokenUrl: account.token_uri,
    };
  } catch {
    throw new KeyServiceError({ code: "credentials_unreadable" });
  }
}

/** Exchanges a JWT signed by the service account for a token (RFC 7523 section 2.1). */
async function fetchToken({ email, keyId, key, tokenUrl }: ServiceAccount): Promise<BearerToken> {
  const iat = Math.floor(Date.now() / 1000);
  const claims = { iss: email, scope, aud: tokenUrl, iat, exp: iat + tokenSeconds };
  const content = [{ alg: "RS256", typ: "JWT", ...(keyId ? { kid: keyId } : {}) }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const assertion = `${content}.${sign("sha256", Buffer.from(content), key).toString("base64url")}`;
  const answer = await callKeyService({
    service: "Google's token service",
    method: "POST",
    url: tokenUrl,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion }).toString(),
    codeOf: ({ error }) => error,
  });
  return readToken("Google's token service", answer);
}

/** CRC-32C (RFC 3720 appendix B.4), with which Google Cloud KMS detects damage in transit. */
export function crc32c(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}
