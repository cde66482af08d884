import { AwsV4Signer } from "aws4fetch";

export interface S3Keys {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

interface UnsignedRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  /** Lower-case hexadecimal SHA-256 of the body. The store refuses any other body. */
  bodySha256: string;
  at: Date;
}

/** Derived keys by day. Each takes four rounds of HMAC. */
const derived = new Map<string, ArrayBuffer>();

/**
 * The headers of a request with its signature (AWS Signature Version 4). All given headers are signed, so that none can
 * be changed in transit. The caller sets `content-length`.
 */
export async function signRequest(
  { region, accessKeyId, secretAccessKey }: S3Keys,
  { method, url, headers, bodySha256, at }: UnsignedRequest,
): Promise<Record<string, string>> {
  if (derived.size > 32) derived.clear();
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, "x-amz-content-sha256": bodySha256 },
    accessKeyId,
    secretAccessKey,
    region,
    service: "s3",
    datetime: at.toISOString().replace(/[:-]|\.\d{3}/g, ""),
    cache: derived,
    allHeaders: true,
  });
  const signed = await signer.sign();
  return Object.fromEntries(signed.headers);
}
