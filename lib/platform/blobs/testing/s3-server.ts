import { spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isShared, madeOnce } from "@/lib/testing/made-once";
import { processFile } from "@/tools/test-runs/run-tests.mjs";
import type { S3Place } from "../s3-client";
import { signRequest } from "../sign-s3-request";

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
 * Starts OpenStack Swift with its S3 interface, or takes the one that another test file of this run has started, which
 * takes as long as many of its tests. Creates a bucket for the caller. Throws when the script is not beside the
 * checkout.
 */
export async function startRealS3(): Promise<RealS3> {
  if (!existsSync(script))
    throw new Error(
      "The S3 server is not at ../shared/services/s3-server; object storage was not tested on a real server",
    );
  const { port, stop } = isShared() ? await sharedSwift() : await startSwift();
  const place: S3Place = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: `documents-${randomUUID().slice(0, 8)}`,
    region: "us-east-1",
    accessKeyId: "test:tester",
    secretAccessKey: "testing",
    isPathStyle: true,
    encryption: null,
  };
  try {
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

interface Swift {
  pid: number;
  port: number;
  stop(): Promise<void>;
}

/** It ends with the run. */
async function sharedSwift(): Promise<Omit<Swift, "pid">> {
  const folder = await madeOnce("swift", async (half) => {
    const { pid, port } = await startSwift();
    await writeFile(path.join(half, processFile), String(pid));
    await writeFile(path.join(half, "port"), String(port));
  });
  return { port: Number(await readFile(path.join(folder, "port"), "utf8")), stop: async () => undefined };
}

async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "paraph-swift-"));
  const port = await freePorts();
  // The shell removes the folder, because a shared server outlives the process that started it.
  const command = 'trap : TERM; "$1" "$2" "$3" & wait; kill $! 2> /dev/null; wait; rm -rf "$2"';
  const child = spawn("bash", ["-c", command, "swift", script, folder, String(port)], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    child.ref();
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  try {
    await untilReady(child);
  } catch (error) {
    await stop();
    throw error;
  }
  child.stdout.destroy();
  child.unref();
  return { pid: child.pid ?? 0, port, stop };
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
