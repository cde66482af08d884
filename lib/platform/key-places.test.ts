import { describe, expect, test } from "vitest";
import { readConfig } from "./config";

const base = { DATABASE_URL: "postgres://localhost/x", APP_SECRET: "q8Zr2LxT7vNc4HkW9sBd1FgY6mJp3RtA" };
const read = (changes: Record<string, string>) =>
  readConfig({ ...base, SEAL_CERT: "seal.pem", ...changes }).signers.map((place) =>
    "key" in place ? place.key : place,
  );

describe("location of a key", () => {
  test("may differ for the seal and the certificate authority", () => {
    const vault = { VAULT_TOKEN: "hvs.x", CA_CERT: "ca.pem" };
    const keys = { SEAL_KEY: "file:/etc/seal.key", CA_KEY: "vault:https://vault.example:8200/pki/transit/keys/ca" };
    expect(readConfig({ ...base, SEAL_CERT: "seal.pem", ...vault, ...keys }).signers).toEqual([
      {
        kind: "pair",
        name: "CA",
        certificateFile: "ca.pem",
        key: {
          kind: "vault",
          origin: "https://vault.example:8200",
          mount: "pki/transit",
          name: "ca",
          token: { value: "hvs.x" },
          namespace: null,
        },
      },
      { kind: "pair", name: "SEAL", certificateFile: "seal.pem", key: { kind: "file", file: "/etc/seal.key" } },
    ]);
  });

  test("is read from a PKCS #11 URI as library, token and key", () => {
    const uri = "pkcs11:token=My%20token;id=%01%ab?module-path=/usr/lib/softhsm/libsofthsm2.so";
    expect(read({ SEAL_KEY: uri, PKCS11_PIN: "1234" })).toEqual([
      {
        kind: "pkcs11",
        module: "/usr/lib/softhsm/libsofthsm2.so",
        token: "My token",
        id: "01ab",
      },
    ]);
  });

  test("uses the ARN's region for the endpoint of AWS KMS", () => {
    const SEAL_KEY = "awskms:arn:aws:kms:eu-central-1:111122223333:alias/seal";
    expect(read({ SEAL_KEY, AWS_ACCESS_KEY_ID: "AK", AWS_SECRET_ACCESS_KEY: "secret" })).toMatchObject([
      { region: "eu-central-1", endpoint: "https://kms.eu-central-1.amazonaws.com", sessionToken: null },
    ]);
  });

  test.each([
    ["a key without its certificate", { SEAL_CERT: "", SEAL_KEY: "file:/k" }],
    ["a certificate without its key", {}],
    ["SIGNER_* beside it", { SEAL_KEY: "file:/k", SIGNER_CERT: "a", SIGNER_KEY: "b" }],
    ["an unknown place", { SEAL_KEY: "ftp://swordfish" }],
    ["a PIN in the address", { SEAL_KEY: "pkcs11:token=t;id=%01?module-path=/m&pin-value=swordfish", PKCS11_PIN: "1" }],
    ["a token without a PIN", { SEAL_KEY: "pkcs11:token=t;id=%01?module-path=/m" }],
    ["a key by its label", { SEAL_KEY: "pkcs11:token=t;object=o?module-path=/m", PKCS11_PIN: "1" }],
    ["a relative library", { SEAL_KEY: "pkcs11:token=t;id=%01?module-path=m", PKCS11_PIN: "1" }],
    [
      "an AWS key that is not an ARN",
      { SEAL_KEY: "awskms:alias/seal", AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b" },
    ],
    ["AWS without credentials", { SEAL_KEY: "awskms:arn:aws:kms:eu-central-1:111122223333:alias/seal" }],
    ["a Google key without a version", { SEAL_KEY: "gcpkms:projects/p/locations/l/keyRings/r/cryptoKeys/k" }],
    ["Azure without HTTPS", { SEAL_KEY: "azurekv:http://v.vault.azure.net/keys/k" }],
    ["a user in an address", { SEAL_KEY: "vault:https://user:swordfish@vault/transit/keys/k", VAULT_TOKEN: "t" }],
    ["two tokens of Vault", { SEAL_KEY: "vault:https://v/transit/keys/k", VAULT_TOKEN: "t", VAULT_TOKEN_FILE: "f" }],
  ])("is refused for %s in one line without the value", (_name, changes: Record<string, string>) => {
    expect(() => read(changes)).toThrow(/^Configuration: (?!.*(?:swordfish|APP_SECRET))[^\n]+$/);
  });
});
