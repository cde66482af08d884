import { createPrivateKey, generateKeyPairSync, verify, type KeyObject } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { RemoteKeyPlace } from "@/lib/platform/key-places";
import { useOperatorFiles } from "@/lib/x509/testing/operator-files";
import { openConfiguredSigner, type ConfiguredSigner } from "./configured-signer";
import { useProviderServers, type Provider, type ProviderServer } from "./testing/provider-server";
import {
  awsCredentials,
  awsKeyId,
  awsKms,
  azureClient,
  azureKeyVault,
  googleKeyVersion,
  googleKms,
  vaultToken,
  vaultTransit,
} from "./testing/providers";

const serve = useProviderServers();
const { file, make } = useOperatorFiles();
const account = generateKeyPairSync("rsa", { modulusLength: 2048 });
const other = generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey;

interface Case {
  provider: (key: KeyObject) => Provider;
  place: (server: ProviderServer) => RemoteKeyPlace;
  /** Requests at the start: the public key, a trial signature, and a token where the service uses one. */
  atStart: number;
}

const cases: Record<string, Case> = {
  "AWS KMS": {
    provider: awsKms,
    place: ({ origin }) => ({
      kind: "awskms",
      keyId: awsKeyId,
      region: "eu-central-1",
      endpoint: origin,
      ...awsCredentials,
      sessionToken: null,
    }),
    atStart: 2,
  },
  "Google Cloud KMS": {
    provider: (key) => googleKms(key, account.privateKey),
    place: ({ origin }) => {
      const credentials = {
        type: "service_account",
        client_email: "signer@p.iam.gserviceaccount.com",
        private_key_id: "1",
        private_key: account.privateKey.export({ type: "pkcs8", format: "pem" }),
        token_uri: `${origin}/token`,
      };
      writeFileSync(file("account.json"), JSON.stringify(credentials));
      return { kind: "gcpkms", version: googleKeyVersion, endpoint: origin, credentialsFile: file("account.json") };
    },
    atStart: 3,
  },
  "Azure Key Vault": {
    provider: azureKeyVault,
    place: ({ origin }) => ({ kind: "azurekv", keyUrl: `${origin}/keys/seal`, ...azureClient, authority: origin }),
    atStart: 3,
  },
  "Azure Managed HSM": {
    provider: (key) => azureKeyVault(key, true),
    place: ({ origin }) => ({ kind: "azurekv", keyUrl: `${origin}/keys/seal`, ...azureClient, authority: origin }),
    atStart: 3,
  },
  "Vault Transit": {
    provider: (key) => vaultTransit(key, other),
    place: ({ origin }) => ({
      kind: "vault",
      origin,
      mount: "transit",
      name: "seal",
      token: { value: vaultToken },
      namespace: "team",
    }),
    atStart: 2,
  },
};

function keyOf(kind: "p256" | "rsa2048", name = kind as string): KeyObject {
  make(name, { kind });
  return createPrivateKey(readFileSync(file(`${name}.key`)));
}

const open = (key: RemoteKeyPlace, name = "p256"): Promise<ConfiguredSigner> =>
  openConfiguredSigner(
    { kind: "pair", name: "SEAL", certificateFile: file(`${name}.pem`), key },
    new Date(Date.now() + 60_000),
  );

describe.each(Object.entries(cases))("%s", (service, { provider, place, atStart }) => {
  /** All services share the code for retries and its waits. */
  const mark = service === "AWS KMS" ? "" : " @exhaustive";

  test.each([
    ["p256", "p256"],
    ["rsa2048 @exhaustive", "rsa2048"],
  ] as const)("signs with a key of %s that never leaves it", async (_kind, kind) => {
    const server = await serve(provider(keyOf(kind)));
    const { key } = await open(place(server), kind);
    const message = Buffer.from("the attributes of a signature");
    expect(verify("sha256", message, key.publicKey, await key.sign(message))).toBe(true);
    expect(server.seen).toHaveLength(atStart + 1);
  });

  test(`stops startup when the key does not match the certificate${mark}`, async () => {
    const server = await serve(provider(keyOf("p256", "another")));
    keyOf("p256");
    await expect(open(place(server))).rejects.toMatchObject({ cause: { fault: { code: "other_key" } } });
  });

  test.each([
    ["a lost connection @exhaustive", ["reset"]],
    ["two refusals @exhaustive", [503, 429]],
    ["a lost connection and a refusal", ["reset", 503]],
  ] as const)(`signs after %s${mark}`, async (_name, faults) => {
    const server = await serve(provider(keyOf("p256")));
    const { key } = await open(place(server));
    server.faults.push(...faults);
    const message = Buffer.from("again");
    expect(verify("sha256", message, key.publicKey, await key.sign(message))).toBe(true);
  });

  test(`rejects a signature damaged in transit${mark}`, async () => {
    const server = await serve(provider(keyOf("p256")));
    const { key } = await open(place(server));
    server.faults.push("damaged");
    await expect(key.sign(Buffer.from("m"))).rejects.toMatchObject({ code: "key_unavailable" });
    await expect(key.sign(Buffer.from("m"))).resolves.toBeInstanceOf(Buffer);
  });

  test(`gives up after three tries and reports the failure without an address${mark}`, async () => {
    const server = await serve(provider(keyOf("p256")));
    const { key } = await open(place(server));
    server.faults.push(503, 503, 503);
    const error = await key.sign(Buffer.from("m")).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: "key_unavailable", cause: { fault: { code: "unavailable", status: 503 } } });
    expect(String((error as Error).cause)).not.toContain("127.0.0.1");
    expect(server.seen).toHaveLength(atStart + 3);
  });
});

test.each(["Google Cloud KMS", "Azure Key Vault"])(
  "%s: fetches a new token once when its token is refused early",
  async (name) => {
    const { provider, place, atStart } = cases[name] as Case;
    const server = await serve(provider(keyOf("p256")));
    const { key } = await open(place(server));
    server.faults.push(401);
    await key.sign(Buffer.from("m"));
    expect(server.seen).toHaveLength(atStart + 3);
  },
);

test("stops startup for a Google Cloud KMS key with a PSS algorithm @exhaustive", async () => {
  const { place } = cases["Google Cloud KMS"] as Case;
  const server = await serve(googleKms(keyOf("rsa2048"), account.privateKey, "RSA_SIGN_PSS_2048_SHA256"));
  await expect(open(place(server), "rsa2048")).rejects.toMatchObject({ cause: { fault: { code: "algorithm_unfit" } } });
});

test("reports a refusal with the service's error code and no credential", async () => {
  const { place } = cases["AWS KMS"] as Case;
  const server = await serve(awsKms(keyOf("p256")));
  const wrong = { ...place(server), secretAccessKey: "wrong-secret-of-ours" } as RemoteKeyPlace;
  await expect(open(wrong)).rejects.toMatchObject({
    message: expect.not.stringContaining("wrong-secret-of-ours"),
    cause: { fault: { code: "refused", service: "AWS KMS", status: 400, serviceCode: "InvalidSignatureException" } },
  });
});

test("rereads a Vault token file for each call", async () => {
  const key = keyOf("p256");
  writeFileSync(file("token"), `${vaultToken}\n`);
  const server = await serve(vaultTransit(key, other));
  const place = { ...(cases["Vault Transit"] as Case).place(server), token: { file: file("token") } } as RemoteKeyPlace;
  const signer = await open(place);
  writeFileSync(file("token"), "expired");
  await expect(signer.key.sign(Buffer.from("m"))).rejects.toMatchObject({
    cause: { fault: { code: "refused", status: 403 } },
  });
});
