import { z } from "zod";

/** The variables for the locations of the seal's and the certificate authority's keys. */
const optionalText = z.string().trim().min(1).optional();
const optionalSecret = z.string().min(1).optional();

export const keyVariables = {
  SIGNER_P12: optionalText,
  SIGNER_P12_PASSWORD: z.string().optional(),
  SIGNER_CERT: optionalText,
  SIGNER_KEY: optionalText,
  SEAL_KEY: optionalText,
  SEAL_CERT: optionalText,
  CA_KEY: optionalText,
  CA_CERT: optionalText,
  PKCS11_PIN: optionalSecret,
  AWS_ACCESS_KEY_ID: optionalSecret,
  AWS_SECRET_ACCESS_KEY: optionalSecret,
  AWS_SESSION_TOKEN: optionalSecret,
  AWS_ENDPOINT_URL_KMS: optionalText,
  GOOGLE_APPLICATION_CREDENTIALS: optionalText,
  GCPKMS_ENDPOINT: optionalText,
  AZURE_TENANT_ID: optionalText,
  AZURE_CLIENT_ID: optionalText,
  AZURE_CLIENT_SECRET: optionalSecret,
  AZURE_AUTHORITY_HOST: optionalText,
  VAULT_TOKEN: optionalSecret,
  VAULT_TOKEN_FILE: optionalText,
  VAULT_NAMESPACE: optionalText,
};

type Variables = z.infer<z.ZodObject<typeof keyVariables>>;

/** A key that is kept and used in another system. */
export type RemoteKeyPlace =
  /** The PIN stays in PKCS11_PIN, which the signing program inherits. `id`: hex. */
  | { kind: "pkcs11"; module: string; token: string; id: string }
  | {
      kind: "awskms";
      /** The ARN of a key or alias. */
      keyId: string;
      region: string;
      endpoint: string;
      accessKeyId: string;
      secretAccessKey: string;
      sessionToken: string | null;
    }
  /** `version`: projects/…/cryptoKeyVersions/1. */
  | { kind: "gcpkms"; version: string; endpoint: string; credentialsFile: string }
  | {
      kind: "azurekv";
      /** https://VAULT/keys/NAME, with or without a version. */
      keyUrl: string;
      tenantId: string;
      clientId: string;
      clientSecret: string;
      authority: string;
    }
  | {
      kind: "vault";
      origin: string;
      /** The mount path of the transit engine, such as "transit". */
      mount: string;
      name: string;
      token: { value: string } | { file: string };
      namespace: string | null;
    };

/**
 * An operator's key, as configured in the environment. Certificates are PEM files: first the key's own certificate,
 * then its chain.
 */
export type SignerPlace =
  | { kind: "p12"; file: string; password: string }
  | {
      kind: "pair";
      /** The prefix of its variables: `SEAL_CERT`, `SEAL_KEY`. */
      name: "SIGNER" | "SEAL" | "CA";
      certificateFile: string;
      key: { kind: "file"; file: string } | RemoteKeyPlace;
    };

/**
 * Empty, or at most one each for seal and authority. Throws a one-line Error for a place that is incomplete, duplicated
 * or invalid.
 */
export function signerPlacesOf(values: Variables): SignerPlace[] {
  const places = [...signerPlace(values), ...pairOf("CA", values), ...pairOf("SEAL", values)];
  if (places.length > 1 && places.some((place) => place.kind === "p12" || place.name === "SIGNER"))
    throw wrong(
      "SIGNER_P12 or SIGNER_CERT with SIGNER_KEY exclude SEAL_KEY and CA_KEY; use SEAL_KEY=file:… and CA_KEY=file:…",
    );
  return places;
}

function signerPlace({ SIGNER_P12, SIGNER_P12_PASSWORD, SIGNER_CERT, SIGNER_KEY }: Variables): SignerPlace[] {
  if (SIGNER_P12 && (SIGNER_CERT || SIGNER_KEY))
    throw wrong("SIGNER_P12 and SIGNER_CERT with SIGNER_KEY exclude each other");
  if (SIGNER_P12) return [{ kind: "p12", file: SIGNER_P12, password: SIGNER_P12_PASSWORD ?? "" }];
  if (SIGNER_P12_PASSWORD !== undefined) throw wrong("SIGNER_P12_PASSWORD needs SIGNER_P12");
  if (SIGNER_CERT && SIGNER_KEY)
    return [{ kind: "pair", name: "SIGNER", certificateFile: SIGNER_CERT, key: { kind: "file", file: SIGNER_KEY } }];
  if (SIGNER_CERT || SIGNER_KEY) throw wrong("SIGNER_CERT and SIGNER_KEY need each other");
  return [];
}

function pairOf(name: "SEAL" | "CA", values: Variables): SignerPlace[] {
  const [key, certificateFile] = [values[`${name}_KEY`], values[`${name}_CERT`]];
  if (!key && !certificateFile) return [];
  if (!key || !certificateFile) throw wrong(`${name}_KEY and ${name}_CERT need each other`);
  return [{ kind: "pair", name, certificateFile, key: placeOf(`${name}_KEY`, key, values) }];
}

type Reader = (variable: string, rest: string, values: Variables) => (SignerPlace & { kind: "pair" })["key"];

function placeOf(variable: string, text: string, values: Variables): ReturnType<Reader> {
  const [, scheme = "", rest = ""] = /^([a-z0-9]+):(.+)$/s.exec(text) ?? [];
  const reader = readers[scheme];
  if (!reader) throw wrong(`${variable}: begins with none of ${Object.keys(readers).join(":, ")}:`);
  return reader(variable, rest, values);
}

const readers: Partial<Record<string, Reader>> = {
  file: (_variable, file) => ({ kind: "file", file }),
  pkcs11: readPkcs11,
  awskms: readAwsKms,
  gcpkms: readGoogleKms,
  azurekv: readAzureKeyVault,
  vault: readVault,
};

/** A PKCS #11 URI (RFC 7512): `token=…;id=%01?module-path=/usr/lib/….so`. The PIN has a separate variable. */
function readPkcs11(variable: string, rest: string, { PKCS11_PIN: pin }: Variables): RemoteKeyPlace {
  const [path = "", query = ""] = rest.split("?");
  const attributes = new Map(
    [...path.split(";"), ...query.split("&")]
      .filter((part) => part !== "")
      .map((part): [string, string] => [part.split("=")[0] ?? "", part.slice(part.indexOf("=") + 1)]),
  );
  const unknown = [...attributes.keys()].find((name) => !["token", "id", "module-path"].includes(name));
  if (unknown !== undefined)
    throw wrong(`${variable}: has an attribute that is not token, id or module-path; the PIN goes into PKCS11_PIN`);
  const text = (name: string): string | null => {
    const value = attributes.get(name);
    return value === undefined ? null : decode(variable, value).toString("utf8");
  };
  const [module, token] = [text("module-path"), text("token")];
  const id = attributes.get("id");
  if (!module?.startsWith("/"))
    throw wrong(`${variable}: needs module-path, the absolute path of the vendor's library`);
  // Not by label: pkcs11-tool 0.23 takes the first private key of the token regardless of the label.
  if (token === null || id === undefined) throw wrong(`${variable}: needs the token, and the id of the key`);
  if (pin === undefined) throw wrong(`${variable}: needs PKCS11_PIN`);
  return { kind: "pkcs11", module, token, id: decode(variable, id).toString("hex") };
}

/** Octets of a percent-encoded value. */
function decode(variable: string, value: string): Buffer {
  if (/%(?![0-9a-f]{2})/i.test(value)) throw wrong(`${variable}: has a % that no two hexadecimal digits follow`);
  return Buffer.from(
    value.replace(/%([0-9a-f]{2})|[^]/gi, (character, hex: string | undefined) =>
      hex === undefined ? Buffer.from(character, "utf8").toString("latin1") : String.fromCharCode(parseInt(hex, 16)),
    ),
    "latin1",
  );
}

function readAwsKms(variable: string, keyId: string, values: Variables): RemoteKeyPlace {
  const region = /^arn:aws[\w-]*:kms:([a-z0-9-]+):\d{12}:(?:key|alias)\/[\w/-]+$/.exec(keyId)?.[1];
  if (region === undefined) throw wrong(`${variable}: awskms: must be the ARN of a key or an alias`);
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (!accessKeyId || !secretAccessKey) throw wrong(`${variable}: needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`);
  const suffix = keyId.startsWith("arn:aws-cn:") ? "amazonaws.com.cn" : "amazonaws.com";
  return {
    kind: "awskms",
    keyId,
    region,
    endpoint: originOf("AWS_ENDPOINT_URL_KMS", values.AWS_ENDPOINT_URL_KMS ?? `https://kms.${region}.${suffix}`),
    accessKeyId,
    secretAccessKey,
    sessionToken: values.AWS_SESSION_TOKEN ?? null,
  };
}

function readGoogleKms(variable: string, version: string, values: Variables): RemoteKeyPlace {
  if (!/^projects\/[^/]+\/locations\/[^/]+\/keyRings\/[^/]+\/cryptoKeys\/[^/]+\/cryptoKeyVersions\/\d+$/.test(version))
    throw wrong(`${variable}: gcpkms: must be projects/…/locations/…/keyRings/…/cryptoKeys/…/cryptoKeyVersions/1`);
  const { GOOGLE_APPLICATION_CREDENTIALS: credentialsFile } = values;
  if (!credentialsFile) throw wrong(`${variable}: needs GOOGLE_APPLICATION_CREDENTIALS, the file of a service account`);
  const endpoint = originOf("GCPKMS_ENDPOINT", values.GCPKMS_ENDPOINT ?? "https://cloudkms.googleapis.com");
  return { kind: "gcpkms", version, endpoint, credentialsFile };
}

function readAzureKeyVault(variable: string, keyUrl: string, values: Variables): RemoteKeyPlace {
  const { pathname } = webAddress(variable, keyUrl);
  if (!/^\/keys\/[0-9a-zA-Z-]+(?:\/[0-9a-f]{32})?$/.test(pathname))
    throw wrong(`${variable}: azurekv: must be https://VAULT/keys/NAME, with or without /VERSION`);
  const { AZURE_TENANT_ID: tenantId, AZURE_CLIENT_ID: clientId, AZURE_CLIENT_SECRET: clientSecret } = values;
  if (!tenantId || !clientId || !clientSecret)
    throw wrong(`${variable}: needs AZURE_TENANT_ID, AZURE_CLIENT_ID and AZURE_CLIENT_SECRET`);
  const authority = originOf(
    "AZURE_AUTHORITY_HOST",
    values.AZURE_AUTHORITY_HOST ?? "https://login.microsoftonline.com",
  );
  return { kind: "azurekv", keyUrl, tenantId, clientId, clientSecret, authority };
}

function readVault(variable: string, address: string, values: Variables): RemoteKeyPlace {
  const { origin, pathname } = webAddress(variable, address);
  const [, mount, name] = /^\/([\w./-]+)\/keys\/([\w.-]+)$/.exec(pathname) ?? [];
  if (!mount || !name) throw wrong(`${variable}: vault: must be https://HOST:8200/transit/keys/NAME`);
  const { VAULT_TOKEN: value, VAULT_TOKEN_FILE: file } = values;
  if ((value === undefined) === (file === undefined)) throw wrong(`${variable}: needs VAULT_TOKEN or VAULT_TOKEN_FILE`);
  const token = value === undefined ? { file: file ?? "" } : { value };
  return { kind: "vault", origin, mount, name, token, namespace: values.VAULT_NAMESPACE ?? null };
}

function originOf(variable: string, address: string): string {
  const url = webAddress(variable, address);
  if (url.pathname !== "/") throw wrong(`${variable}: may have no path`);
  return url.origin;
}

/** Digests and credentials are sent there, so it must be HTTPS or this machine. */
function webAddress(variable: string, address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isHere = url?.protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
  if (!url || (url.protocol !== "https:" && !isHere)) throw wrong(`${variable}: must be an https address`);
  if (url.username || url.password || url.search || url.hash)
    throw wrong(`${variable}: must not contain a user, password, query or fragment`);
  return url;
}

/** Never contains the value, which may include a credential by mistake. */
function wrong(what: string): Error {
  return new Error(`Configuration: ${what}`);
}
