import path from "node:path";
import { describe, expect, test } from "vitest";
import { describeStorage, readStorageConfig } from "./storage-config";

const keys = { S3_ACCESS_KEY_ID: "AKID", S3_SECRET_ACCESS_KEY: "not-to-be-shown" };
const s3 = (env: Record<string, string> = {}) =>
  readStorageConfig({ STORAGE_URL: "s3://papers/team/a", ...keys, ...env });

describe("storage of documents", () => {
  test("is a folder in DATA_DIR without STORAGE_URL", () => {
    expect(readStorageConfig({ DATA_DIR: "/srv/paraph" })).toEqual({ kind: "folder", root: "/srv/paraph/blobs" });
  });

  test("needs no endpoint for an AWS bucket, whose name is in the host", () => {
    expect(s3({ S3_REGION: "eu-central-1" })).toMatchObject({
      bucket: "papers",
      prefix: "team/a/",
      endpoint: "https://s3.eu-central-1.amazonaws.com",
      isPathStyle: false,
      encryption: null,
      cacheDir: path.resolve(".data/cache"),
      cacheBytes: 2 * 1024 ** 3,
    });
  });

  test("has the bucket in the path of another endpoint, unless configured otherwise", () => {
    const minio = { S3_ENDPOINT: "http://minio:9000" };
    expect(s3(minio)).toMatchObject({ isPathStyle: true });
    expect(s3({ ...minio, S3_PATH_STYLE: "0" })).toMatchObject({ isPathStyle: false });
  });

  test("has no prefix for a bare bucket, and encryption with or without a key", () => {
    expect(s3({ STORAGE_URL: "s3://papers" })).toMatchObject({ prefix: "" });
    expect(s3({ S3_ENCRYPTION: "AES256" })).toMatchObject({ encryption: { kind: "AES256" } });
    expect(s3({ S3_ENCRYPTION: "aws:kms", S3_KMS_KEY_ID: "k" })).toMatchObject({
      encryption: { kind: "aws:kms", keyId: "k" },
    });
  });

  test("has no key in its description", () => {
    expect(describeStorage(s3())).toBe("s3://papers/team/a/ at https://s3.us-east-1.amazonaws.com");
  });

  test.each([
    [{ STORAGE_URL: "https://papers/not-to-be-shown" }, "STORAGE_URL"],
    [{ STORAGE_URL: "s3://Papers" }, "STORAGE_URL"],
    [{ STORAGE_URL: "s3://papers/../x" }, "STORAGE_URL"],
    [{ STORAGE_URL: "s3://papers//x" }, "STORAGE_URL"],
    [{ S3_ACCESS_KEY_ID: "" }, "STORAGE_URL needs S3_ACCESS_KEY_ID"],
    [{ S3_ENDPOINT: "https://me:not-to-be-shown@minio" }, "S3_ENDPOINT: must not contain a user"],
    [{ S3_KMS_KEY_ID: "k" }, "S3_KMS_KEY_ID needs S3_ENCRYPTION=aws:kms"],
    [{ S3_REGION: "not to be shown" }, "S3_REGION"],
    [{ CACHE_BYTES: "1000" }, "CACHE_BYTES: is at least 268435456"],
  ])("refuses %j in one line without secrets", (env, text) => {
    const attempt = () => s3(env);
    expect(attempt).toThrow(text);
    expect(attempt).not.toThrow(/not-to-be-shown|\n/);
  });
});
