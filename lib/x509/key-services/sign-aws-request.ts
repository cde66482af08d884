import { createHash, createHmac } from "node:crypto";

export interface AwsRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | null;
  region: string;
  service: string;
}

/**
 * The headers of a request with AWS Signature Version 4: `host`, `x-amz-date` and every given header are signed. The path must be in its
 * canonical form already, and there may be no query, because KMS has neither.
 */
export function signAwsRequest(request: AwsRequest, credentials: AwsCredentials, now: Date): Record<string, string> {
  const { host, pathname } = new URL(request.url);
  const at = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const headers: Record<string, string> = { ...request.headers, "x-amz-date": at };
  if (credentials.sessionToken !== null) headers["x-amz-security-token"] = credentials.sessionToken;
  const lines = Object.entries({ ...headers, host })
    .map(([name, value]): [string, string] => [name.toLowerCase(), value.trim().replace(/ +/g, " ")])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const signedHeaders = lines.map(([name]) => name).join(";");
  const canonical = [
    request.method,
    pathname,
    "",
    ...lines.map(([name, value]) => `${name}:${value}`),
    "",
    signedHeaders,
    sha256(request.body),
  ].join("\n");
  const day = at.slice(0, 8);
  const scope = `${day}/${credentials.region}/${credentials.service}/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", at, scope, sha256(canonical)].join("\n");
  const key = [day, credentials.region, credentials.service, "aws4_request"].reduce<Buffer>(
    (parent, part) => hmac(parent, part),
    Buffer.from(`AWS4${credentials.secretAccessKey}`),
  );
  const signature = hmac(key, toSign).toString("hex");
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text, "utf8").digest();
}
