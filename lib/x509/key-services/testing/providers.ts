import { createHmac, createPublicKey, verify, type KeyObject } from "node:crypto";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import type { Provider, ProviderAnswer, ProviderRequest } from "./provider-server";
import { signDigest } from "./sign-digest";

const keyPath = "projects/p/locations/europe-west1/keyRings/r/cryptoKeys/k/cryptoKeyVersions/1";
export const googleKeyVersion = keyPath;
export const awsKeyId = "arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab";
export const awsCredentials = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
};
export const azureVersion = "9885aa558e8d448789683188f8c194b0";
export const azureClient = {
  tenantId: "8eaef023-2b34-4da1-9baa-8bc8c9d6a490",
  clientId: "client",
  clientSecret: "s&cret=+/",
};
export const vaultToken = "hvs.CAESIJ-example";

const refuse = (status: number, json: unknown): ProviderAnswer => ({ status, json });
const isRsa = (key: KeyObject): boolean => key.asymmetricKeyType === "rsa";
const spki = (key: KeyObject): Buffer => createPublicKey(key).export({ type: "spki", format: "der" });

/**
 * AWS KMS with one key. Checks the complete Signature Version 4, which is computed here from the request as received.
 */
export function awsKms(privateKey: KeyObject): Provider {
  return (request) => {
    const denial = awsDenial(request);
    if (denial) return refuse(400, { __type: denial, message: "…" });
    const input = JSON.parse(request.body) as Record<string, string>;
    if (input["KeyId"] !== awsKeyId) return refuse(400, { __type: "NotFoundException" });
    const algorithm = isRsa(privateKey) ? "RSASSA_PKCS1_V1_5_SHA_256" : "ECDSA_SHA_256";
    if (request.headers["x-amz-target"] === "TrentService.GetPublicKey")
      return {
        status: 200,
        json: { KeyId: awsKeyId, PublicKey: spki(privateKey).toString("base64"), SigningAlgorithms: [algorithm] },
      };
    if (request.headers["x-amz-target"] !== "TrentService.Sign")
      return refuse(400, { __type: "UnknownOperationException" });
    const digest = Buffer.from(input["Message"] ?? "", "base64");
    if (input["MessageType"] !== "DIGEST" || digest.length !== 32)
      return refuse(400, { __type: "ValidationException" });
    if (input["SigningAlgorithm"] !== algorithm) return refuse(400, { __type: "InvalidKeyUsageException" });
    const signature = signDigest(privateKey, digest, "der").toString("base64");
    return { status: 200, json: { KeyId: awsKeyId, Signature: signature, SigningAlgorithm: algorithm } };
  };
}

function awsDenial({ method, url, headers, body }: ProviderRequest): string | null {
  const [, accessKeyId, scope = "", signed = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    ) ?? [];
  const at = String(headers["x-amz-date"]);
  if (accessKeyId !== awsCredentials.accessKeyId) return "UnrecognizedClientException";
  const age = Date.now() - Date.parse(at.replace(/^(....)(..)(..T..)(..)(..Z)$/, "$1-$2-$3:$4:$5"));
  if (!(Math.abs(age) < 300_000)) return "InvalidSignatureException";
  const names = signed.split(";");
  if (!["host", "x-amz-date", "x-amz-target", "content-type"].every((name) => names.includes(name)))
    return "IncompleteSignatureException";
  const canonical = [
    method,
    url,
    "",
    ...names.map((name) => `${name}:${String(headers[name])}`),
    "",
    signed,
    sha256Hex(body),
  ].join("\n");
  if (scope !== `${at.slice(0, 8)}/eu-central-1/kms/aws4_request`) return "InvalidSignatureException";
  const toSign = `AWS4-HMAC-SHA256\n${at}\n${scope}\n${sha256Hex(canonical)}`;
  let key: Buffer | string = `AWS4${awsCredentials.secretAccessKey}`;
  for (const part of scope.split("/")) key = createHmac("sha256", key).update(part).digest();
  if (createHmac("sha256", key).update(toSign).digest("hex") !== signature) return "InvalidSignatureException";
  return headers["content-type"] === "application/x-amz-json-1.1" ? null : "SerializationException";
}

/** Google Cloud KMS and Google's token service. The assertion is verified with the service account's public key. */
export function googleKms(privateKey: KeyObject, account: KeyObject, algorithm?: string): Provider {
  let tokens = 0;
  return ({ method, url, headers, body, origin }) => {
    if (`${method} ${url}` === "POST /token") {
      const form = new URLSearchParams(body);
      const [head = "", claims = "", signature = ""] = (form.get("assertion") ?? "").split(".");
      const { iss, scope, aud, iat, exp } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<
        string,
        unknown
      >;
      const isGood =
        headers["content-type"] === "application/x-www-form-urlencoded" &&
        form.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer" &&
        verify(
          "sha256",
          Buffer.from(`${head}.${claims}`),
          createPublicKey(account),
          Buffer.from(signature, "base64url"),
        ) &&
        (JSON.parse(Buffer.from(head, "base64url").toString()) as { alg: string }).alg === "RS256" &&
        iss === "signer@p.iam.gserviceaccount.com" &&
        scope === "https://www.googleapis.com/auth/cloudkms" &&
        aud === `${origin}/token` &&
        Number(exp) - Number(iat) <= 3600 &&
        Math.abs(Number(iat) - Date.now() / 1000) < 60;
      if (!isGood) return refuse(400, { error: "invalid_grant" });
      tokens += 1;
      return { status: 200, json: { access_token: `ya29.${String(tokens)}`, expires_in: 3599, token_type: "Bearer" } };
    }
    if (headers.authorization !== `Bearer ya29.${String(tokens)}`)
      return refuse(401, { error: { status: "UNAUTHENTICATED" } });
    if (`${method} ${url}` === `GET /v1/${keyPath}/publicKey`)
      return {
        status: 200,
        json: {
          name: keyPath,
          pem: createPublicKey(privateKey).export({ type: "spki", format: "pem" }),
          algorithm: algorithm ?? (isRsa(privateKey) ? "RSA_SIGN_PKCS1_2048_SHA256" : "EC_SIGN_P256_SHA256"),
        },
      };
    if (`${method} ${url}` !== `POST /v1/${keyPath}:asymmetricSign`)
      return refuse(404, { error: { status: "NOT_FOUND" } });
    const input = JSON.parse(body) as { digest: { sha256: string }; digestCrc32c: string };
    const digest = Buffer.from(input.digest.sha256, "base64");
    if (digest.length !== 32 || input.digestCrc32c !== String(tableCrc32c(digest)))
      return refuse(400, { error: { status: "INVALID_ARGUMENT" } });
    const signature = signDigest(privateKey, digest, "der");
    return {
      status: 200,
      json: {
        name: keyPath,
        signature: signature.toString("base64"),
        signatureCrc32c: String(tableCrc32c(signature)),
        verifiedDigestCrc32c: true,
        protectionLevel: "HSM",
      },
    };
  };
}

/** Uses a table, unlike the implementation under test. */
function tableCrc32c(bytes: Buffer): number {
  const table = Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0x82f63b78 ^ (value >>> 1) : value >>> 1;
    return value;
  });
  return ~bytes.reduce((crc, byte) => (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8), -1) >>> 0;
}

/** Azure Key Vault and Microsoft Entra ID. ECDSA signatures are r and s side by side, as the vault returns them. */
export function azureKeyVault(privateKey: KeyObject, hardware = false): Provider {
  let tokens = 0;
  return ({ method, url, headers, body, origin }) => {
    if (`${method} ${url}` === `POST /${azureClient.tenantId}/oauth2/v2.0/token`) {
      const { grant_type, client_id, client_secret, scope } = Object.fromEntries(new URLSearchParams(body));
      const isGood =
        grant_type === "client_credentials" &&
        client_id === azureClient.clientId &&
        client_secret === azureClient.clientSecret &&
        scope === "https://vault.azure.net/.default";
      if (!isGood) return refuse(401, { error: "invalid_client", error_description: "AADSTS7000215" });
      tokens += 1;
      return { status: 200, json: { token_type: "Bearer", expires_in: 3599, access_token: `eyJ0.${String(tokens)}` } };
    }
    if (headers.authorization !== `Bearer eyJ0.${String(tokens)}`)
      return refuse(401, { error: { code: "Unauthorized" } });
    const { kty = "", ...jwk } = createPublicKey(privateKey).export({ format: "jwk" });
    const kid = `${origin}/keys/seal/${azureVersion}`;
    if (method === "GET" && [`/keys/seal`, `/keys/seal/${azureVersion}`].includes(url.replace("?api-version=7.4", "")))
      return { status: 200, json: { key: { kid, kty: hardware ? `${kty}-HSM` : kty, ...jwk, key_ops: ["sign"] } } };
    if (`${method} ${url}` !== `POST /keys/seal/${azureVersion}/sign?api-version=7.4`)
      return refuse(404, { error: { code: "KeyNotFound" } });
    const { alg, value = "" } = JSON.parse(body) as Record<string, string>;
    const digest = Buffer.from(value, "base64url");
    if (alg !== (isRsa(privateKey) ? "RS256" : "ES256") || digest.length !== 32)
      return refuse(400, { error: { code: "BadParameter" } });
    return { status: 200, json: { kid, value: signDigest(privateKey, digest, "raw").toString("base64url") } };
  };
}

/** Vault's transit engine with a rotated key: the latest version is another key. */
export function vaultTransit(privateKey: KeyObject, latest: KeyObject, token = vaultToken): Provider {
  const versions = [privateKey, latest];
  return ({ method, url, headers, body }) => {
    if (headers["x-vault-token"] !== token) return refuse(403, { errors: ["permission denied"] });
    if (headers["x-vault-request"] !== "true" || headers["x-vault-namespace"] !== "team")
      return refuse(400, { errors: ["…"] });
    if (`${method} ${url}` === "GET /v1/transit/keys/seal") {
      const keys = versions.map((key, index) => [
        String(index + 1),
        { public_key: createPublicKey(key).export({ type: "spki", format: "pem" }), creation_time: "…" },
      ]);
      return {
        status: 200,
        json: { data: { name: "seal", keys: Object.fromEntries(keys) as object, latest_version: 2 } },
      };
    }
    if (`${method} ${url}` !== "POST /v1/transit/sign/seal") return refuse(404, { errors: [] });
    const input = JSON.parse(body) as Record<string, unknown>;
    const digest = Buffer.from(String(input["input"]), "base64");
    const key = versions[Number(input["key_version"] ?? versions.length) - 1];
    const form = isRsa(privateKey)
      ? input["signature_algorithm"] === "pkcs1v15"
      : input["marshaling_algorithm"] === "asn1";
    if (!key || !form || input["prehashed"] !== true || input["hash_algorithm"] !== "sha2-256" || digest.length !== 32)
      return refuse(400, { errors: ["…"] });
    const signature = signDigest(key, digest, "der").toString("base64");
    return {
      status: 200,
      json: { data: { signature: `vault:v${String(input["key_version"])}:${signature}`, key_version: 1 } },
    };
  };
}
