import type { KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { RemoteKeyPlace } from "@/lib/platform/key-places";
import { KeyServiceError } from "@/lib/x509/key-service-error";
import { isRsa, type DigestSigner } from "@/lib/x509/signing-key";
import { callKeyService, notItsKey, objectOf, readPublicKey, textOf } from "./call-key-service";

const service = "Vault";

/**
 * HashiCorp Vault's transit engine (HTTP API v1): reads the key's versions at the start and calls `sign` for each
 * signature with the version that belongs to the certificate. Throws KeyServiceError.
 */
export async function openVaultTransit(
  place: RemoteKeyPlace & { kind: "vault" },
  expected: KeyObject,
): Promise<DigestSigner> {
  const answer = await call(place, "GET", "keys");
  const versions = Object.entries(objectOf(objectOf(answer, "data"), "keys"));
  const version = versions.find(([, details]) => isKey(details, expected))?.[0];
  if (version === undefined) throw notItsKey(service);
  return {
    async sign(digest) {
      const input = {
        input: digest.toString("base64"),
        prehashed: true,
        hash_algorithm: "sha2-256",
        key_version: Number(version),
        ...(isRsa(expected) ? { signature_algorithm: "pkcs1v15" } : { marshaling_algorithm: "asn1" }),
      };
      const signed = objectOf(await call(place, "POST", "sign", JSON.stringify(input)), "data");
      const [, made, base64] = /^vault:v(\d+):([A-Za-z0-9+/=]+)$/.exec(textOf(service, signed, "signature")) ?? [];
      if (made !== version || base64 === undefined)
        throw new KeyServiceError({ code: "other_version", service, version });
      return Buffer.from(base64, "base64");
    },
  };
}

function isKey(details: unknown, expected: KeyObject): boolean {
  const pem = typeof details === "object" && details !== null ? (details as { public_key?: unknown }).public_key : null;
  return typeof pem === "string" && pem !== "" && readPublicKey(service, pem).equals(expected);
}

async function call(
  { origin, mount, name, token, namespace }: RemoteKeyPlace & { kind: "vault" },
  method: "GET" | "POST",
  operation: "keys" | "sign",
  body?: string,
): Promise<Record<string, unknown>> {
  return callKeyService({
    service,
    method,
    url: `${origin}/v1/${mount}/${operation}/${encodeURIComponent(name)}`,
    headers: {
      "x-vault-token": "value" in token ? token.value : await readTokenFile(token.file),
      "x-vault-request": "true",
      ...(namespace === null ? {} : { "x-vault-namespace": namespace }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body }),
    // Vault's errors are sentences that may quote paths, so only the status is reported.
    codeOf: () => null,
  });
}

/** Read for each call, because an agent replaces the file when it renews the token. */
async function readTokenFile(file: string): Promise<string> {
  const token = await readFile(file, "utf8").catch(() => "");
  if (token.trim() === "") throw new KeyServiceError({ code: "token_file_empty" });
  return token.trim();
}
