import path from "node:path";
import { z } from "zod";

/**
 * Variables for the document storage. Separate from `config.ts`, which reads them, because some commands read only
 * these.
 */
const optionalText = z.string().trim().min(1).optional();

export const leastCacheBytes = 256 * 1024 * 1024;
const standardCacheBytes = 2 * 1024 ** 3;

export const storageVariables = {
  STORAGE_URL: optionalText,
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .refine(
      (url) => !hasCredential(url),
      "must not contain a user or password; use S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY",
    )
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/, "is not the name of a region")
    .default("us-east-1"),
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  S3_PATH_STYLE: z
    .enum(["0", "1"])
    .transform((value) => value === "1")
    .optional(),
  S3_ENCRYPTION: z.enum(["AES256", "aws:kms"]).optional(),
  S3_KMS_KEY_ID: optionalText,
  CACHE_DIR: optionalText,
  CACHE_BYTES: z.coerce
    .number()
    .int()
    .min(leastCacheBytes, `is at least ${leastCacheBytes}: documents of 100 MB are read from it`)
    .default(standardCacheBytes),
};

const variables = z.object({ DATA_DIR: z.string().default(".data"), ...storageVariables });
type Variables = z.infer<typeof variables>;

export type StorageConfig =
  | { kind: "folder"; root: string }
  | {
      kind: "s3";
      bucket: string;
      /** Empty, or ends with `/`. */
      prefix: string;
      endpoint: string;
      region: string;
      accessKeyId: string;
      secretAccessKey: string;
      isPathStyle: boolean;
      encryption: { kind: "AES256" } | { kind: "aws:kms"; keyId: string | null } | null;
      cacheDir: string;
      cacheBytes: number;
    };

/** Throws a one-line Error, without values, if the address is not `s3://bucket/prefix` or a variable is missing. */
export function storageOf(values: Variables): StorageConfig {
  const { STORAGE_URL: url, DATA_DIR: dataDir } = values;
  if (url === undefined) return { kind: "folder", root: path.resolve(dataDir, "blobs") };
  const { bucket, prefix } = readStorageUrl(url);
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_ENDPOINT: endpoint } = values;
  if (!accessKeyId || !secretAccessKey)
    throw new Error("Configuration: STORAGE_URL needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY");
  return {
    kind: "s3",
    bucket,
    prefix,
    endpoint: endpoint ?? `https://s3.${values.S3_REGION}.amazonaws.com`,
    region: values.S3_REGION,
    accessKeyId,
    secretAccessKey,
    isPathStyle: values.S3_PATH_STYLE ?? endpoint !== undefined,
    encryption: encryptionOf(values),
    cacheDir: values.CACHE_DIR === undefined ? path.resolve(dataDir, "cache") : path.resolve(values.CACHE_DIR),
    cacheBytes: values.CACHE_BYTES,
  };
}

/** Reads the storage from an environment, for commands that need no other configuration. Throws a one-line Error. */
export function readStorageConfig(env: Record<string, string | undefined>): StorageConfig {
  const parsed = variables.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== "")));
  if (!parsed.success)
    throw new Error(
      `Configuration: ${parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ")}`,
    );
  return storageOf(parsed.data);
}

/** For display. Never includes keys. */
export function describeStorage(storage: StorageConfig): string {
  return storage.kind === "folder"
    ? storage.root
    : `s3://${storage.bucket}/${storage.prefix} at ${new URL(storage.endpoint).origin}`;
}

function readStorageUrl(url: string): { bucket: string; prefix: string } {
  const [, bucket, rest = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(url) ?? [];
  const names = rest.replace(/\/$/, "").split("/");
  const isPlain = names.every((name) => /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(name));
  if (bucket === undefined || !(isPlain || rest === ""))
    throw new Error("Configuration: STORAGE_URL: is not s3://bucket or s3://bucket/prefix");
  return { bucket, prefix: rest === "" ? "" : `${names.join("/")}/` };
}

function encryptionOf({ S3_ENCRYPTION: kind, S3_KMS_KEY_ID: keyId }: Variables) {
  if (keyId !== undefined && kind !== "aws:kms")
    throw new Error("Configuration: S3_KMS_KEY_ID needs S3_ENCRYPTION=aws:kms");
  if (kind === undefined) return null;
  return kind === "AES256" ? { kind } : { kind, keyId: keyId ?? null };
}

/** Whether the address contains a user or a password, which a log would show. */
export function hasCredential(url: string): boolean {
  const { username, password } = new URL(url);
  return username !== "" || password !== "";
}
