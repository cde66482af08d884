import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { S3Place } from "../s3/s3-client";
import { signRequest } from "../s3/sign-request";

const script = path.resolve("../shared/services/s3-server");
/** The proxy's port and those of the four servers behind it. */
const portsNeeded = 5;

export interface RealS3 {
  place: S3Place;
  /** The environment of a server that stores its documents under `prefix` there. */
  environment(prefix: string): Record<string, string>;
  stop(): Promise<void>;
}

/**
 * Starts OpenStack Swift with its S3 interface and creates a bucket. Throws when the script is not beside the checkout.
 */
export async function startRealS3(): Promise<RealS3> {
  if (!existsSync(script))
    throw new Error(
      "The S3 server is not at ../shared/services/s3-server; object storage was not tested on a real server",
    );
  const folder = await mkdtemp(path.join(os.tmpdir(), "paraph-swift-"));
  const port = await freePorts();
  const child = spawn(script, [folder, String(port)], { stdio: ["ignore", "pipe", "inherit"] });
  const place: S3Place = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: "documents",
    region: "us-east-1",
    accessKeyId: "test:tester",
    secretAccessKey: "testing",
    isPathStyle: true,
    encryption: null,
  };
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await untilReady(child);
    await makeBucket(place);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    place,
    environment: (prefix) => ({
      STORAGE_URL: `s3://${place.bucket}/${prefix}`,
      S3_ENDPOINT: place.endpoint,
      S3_REGION: place.region,
      S3_ACCESS_KEY_ID: place.accessKeyId,
      S3_SECRET_ACCESS_KEY: place.secretAccessKey,
    }),
    stop,
  };
}

async function untilReady(child: ReturnType<typeof spawn>): Promise<void> {
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes("ready ")) resolve();
    });
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`the S3 server did not start: ${printed}`)));
  });
}

/** On a busy machine the proxy answers 503 until the servers behind it are ready. */
const bucketPatienceMs = 60_000;

async function makeBucket(place: S3Place): Promise<void> {
  const url = new URL(`/${place.bucket}`, place.endpoint);
  const bodySha256 = createHash("sha256").digest("hex");
  const endsAt = performance.now() + bucketPatienceMs;
  for (;;) {
    const headers = await signRequest(place, { method: "PUT", url, headers: {}, bodySha256, at: new Date() });
    const answer = await fetch(url, { method: "PUT", headers });
    if (answer.ok) return;
    if (answer.status !== 503 || performance.now() > endsAt)
      throw new Error(`the bucket could not be made: ${String(answer.status)} ${await answer.text()}`);
    await sleep(250);
  }
}

/** The first of several consecutive unused ports. */
async function freePorts(): Promise<number> {
  for (let first = 21_000 + Math.floor(Math.random() * 5000); first < 32_000; first += portsNeeded) {
    const ports = Array.from({ length: portsNeeded }, (_, index) => first + index);
    const areFree = await Promise.all(ports.map(isFree));
    if (!areFree.includes(false)) return first;
  }
  throw new Error("no free ports");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
