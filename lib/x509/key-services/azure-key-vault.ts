import type { JsonWebKey, KeyObject } from "node:crypto";
import type { RemoteKeyPlace } from "@/lib/platform/key-places";
import { KeyServiceError } from "@/lib/x509/key-service-error";
import { isRsa, type DigestSigner } from "@/lib/x509/signing-key";
import {
  assertSameKey,
  bearerCaller,
  callKeyService,
  derOfRaw,
  objectOf,
  readPublicKey,
  readToken,
  textOf,
  type BearerToken,
} from "./call-key-service";

const service = "Azure Key Vault";
const apiVersion = "7.4";

/**
 * Azure Key Vault and Managed HSM (keys, API 7.4): fetches the key at the start, calls `sign` for each signature with
 * the version found then, and fetches a token every hour. Throws KeyServiceError.
 */
export async function openAzureKeyVault(
  place: RemoteKeyPlace & { kind: "azurekv" },
  expected: KeyObject,
): Promise<DigestSigner> {
  const call = bearerCaller(service, "code", () => fetchToken(place));
  const query = `?api-version=${apiVersion}`;
  const jwk = objectOf(await call(`${place.keyUrl}${query}`), "key");
  assertSameKey(service, readPublicKey(service, { key: publicPart(jwk), format: "jwk" }), expected);
  const version = versionOf(place.keyUrl, textOf(service, jwk, "kid"));
  return {
    async sign(digest) {
      const input = { alg: isRsa(expected) ? "RS256" : "ES256", value: digest.toString("base64url") };
      const value = textOf(service, await call(`${version}/sign${query}`, input), "value");
      const signature = Buffer.from(value, "base64url");
      return isRsa(expected) ? signature : derOfRaw(signature);
    },
  };
}

/** Keys in an HSM have the types EC-HSM and RSA-HSM, which other JWK readers do not know. */
function publicPart({ kty, crv, x, y, n, e }: Record<string, unknown>): JsonWebKey {
  const type = typeof kty === "string" ? kty.replace(/-HSM$/, "") : "";
  return (type === "RSA" ? { kty: type, n, e } : { kty: type, crv, x, y }) as JsonWebKey;
}

/** The path of `kid` at the vault that the operator named. An answer cannot choose where digests are sent. */
function versionOf(keyUrl: string, kid: string): string {
  const configured = new URL(keyUrl);
  const path = URL.canParse(kid) ? new URL(kid).pathname : "";
  const isVersion = /^\/keys\/[0-9a-zA-Z-]+\/[0-9a-f]{32}$/.test(path);
  if (!isVersion || !(path === configured.pathname || path.startsWith(`${configured.pathname}/`)))
    throw new KeyServiceError({ code: "other_key_id", service });
  return `${configured.origin}${path}`;
}

/** Fetches a token with the client's secret (OAuth 2.0 client credentials of Microsoft Entra ID, v2.0). */
async function fetchToken({
  authority,
  tenantId,
  clientId,
  clientSecret,
  keyUrl,
}: RemoteKeyPlace & { kind: "azurekv" }): Promise<BearerToken> {
  const name = "Microsoft Entra ID";
  const answer = await callKeyService({
    service: name,
    method: "POST",
    url: `${authority}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
      scope: scopeOf(keyUrl),
    }).toString(),
    codeOf: ({ error }) => error,
  });
  return readToken(name, answer);
}

/**
 * The vault's domain without the vault's name, so that other clouds (vault.azure.cn) and Managed HSM work.
 * vault.azure.net for anything else.
 */
function scopeOf(keyUrl: string): string {
  const [, domain = "vault.azure.net"] =
    /^[^.]+\.((?:vault|managedhsm)\.[a-z.]+)$/.exec(new URL(keyUrl).hostname) ?? [];
  return `https://${domain}/.default`;
}
