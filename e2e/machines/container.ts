import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chmod, chown, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "@/scripts/embedded-postgres/free-port";
import type { Person } from "../api-client";

/** Makes a stand-in for the official Node image, because a registry may be out of reach. */
const baseImageScript = path.resolve("../shared/services/base-image");
const baseImage = "localhost/node:24-bookworm-slim";
/** Works without a daemon, overlay file systems and separate networks. */
const buildahEnvironment = { ...process.env, BUILDAH_ISOLATION: "chroot", STORAGE_DRIVER: "vfs" };
const run = promisify(execFile);

export interface Image {
  /** Total size of its files in megabytes. */
  megabytes: number;
  /** The folder of its root file system. */
  root: string;
  /** The command, its user and its working directory. */
  config: ImageConfig;
  remove(): Promise<void>;
}

interface ImageConfig {
  user: string;
  workingDir: string;
  env: readonly string[];
  command: readonly string[];
}

interface ImageOptions {
  /** The image with LibreOffice is `app-office`. Default `app`. */
  target?: "app" | "app-office";
  /**
   * A folder with an `app` built by scripts/standalone.mjs. It replaces the Dockerfile's first stage, which would
   * install and build everything again.
   */
  built?: string;
}

/** Builds our Dockerfile with buildah. */
export async function buildImage({ target = "app", built }: ImageOptions = {}): Promise<Image> {
  if (!existsSync(baseImageScript))
    throw new Error(`No image was built: ${baseImageScript} is not there, and it makes the base image`);
  await buildah("inspect", "--type", "image", baseImage).catch(() => run(baseImageScript, [baseImage, "24"]));
  const name = `localhost/paraph-${target}:test-${String(process.pid)}`;
  await buildah(
    ...["bud", "--quiet", "--build-arg", `BASE_IMAGE=${baseImage}`, "--target", target, "--tag", name],
    ...(built === undefined ? [] : ["--build-context", `build=${built}`]),
    ".",
  );
  const config = JSON.parse(await buildah("inspect", "--type", "image", name)) as { OCIv1: { config: OciConfig } };
  const { User, WorkingDir, Env, Entrypoint, Cmd } = config.OCIv1.config;
  const container = await buildah("from", "--pull-never", name);
  const root = await buildah("mount", container);
  const { stdout: size } = await run("du", ["-sm", root]);
  return {
    megabytes: Number.parseInt(size, 10),
    root,
    config: { user: User, workingDir: WorkingDir, env: Env, command: [...Entrypoint, ...Cmd] },
    async remove() {
      await buildah("rm", container);
      await buildah("rmi", "--force", name);
    },
  };
}

interface OciConfig {
  User: string;
  WorkingDir: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
}

async function buildah(...args: string[]): Promise<string> {
  const { stdout } = await run("buildah", args, { env: buildahEnvironment, maxBuffer: 1 << 26 });
  return stdout.trim();
}

export interface Container {
  origin: string;
  admin: Person;
  output(): string;
  /** Kills the server as `kill -9` does. */
  kill(): Promise<void>;
  /** Starts the same container again after it has ended. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the image as its own user on a read-only root; only /data and /tmp are writable. It shares this machine's
 * network.
 */
export async function startContainer(image: Image, env: Record<string, string>): Promise<Container> {
  const port = await freePort();
  const data = await mkdtemp(path.join(os.tmpdir(), "paraph-volume-"));
  const [uid = 0, gid = 0] = image.config.user.split(":").map(Number);
  await chown(data, uid, gid);
  await chmod(data, 0o700);
  const admin = { email: "admin@example.org", password: "correct horse battery staple" };
  const origin = `http://localhost:${String(port)}`;
  const variables = [
    ...image.config.env,
    ...Object.entries({
      ...env,
      PORT: String(port),
      PUBLIC_URL: origin,
      MAIL: "inbox",
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    }).map(([name, value]) => `${name}=${value}`),
  ];
  const printed: string[] = [];
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(
      "unshare",
      ["--mount", "sh", "-euc", enterRoot, "sh", image.root, data, ...commandOf(image, variables)],
      {
        stdio: ["ignore", "pipe", "pipe"],
        env: { PATH: process.env["PATH"] ?? "" } as unknown as NodeJS.ProcessEnv,
      },
    );
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => printed.push(chunk.toString()));
    await untilReady(child, origin, () => printed.join(""));
    return child;
  };
  let child = await start();
  return {
    origin,
    admin,
    output: () => printed.join(""),
    async kill() {
      const ended = once(child, "exit");
      process.kill(serverOf(child), "SIGKILL");
      await ended;
    },
    async restart() {
      child = await start();
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, "exit");
        child.kill("SIGTERM");
        await ended;
      }
      await rm(data, { recursive: true, force: true, maxRetries: 5 });
      if (child.exitCode !== 0)
        throw new Error(`the container ended with ${String(child.exitCode)}: ${printed.join("")}`);
    },
  };
}

/** Runs in a separate mount namespace. The process becomes the container's first one, so that signals reach it. */
const enterRoot = `
root=$1 data=$2
shift 2
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --bind "$data" "$root/data"
mount -o remount,bind,ro "$root"
exec chroot "$@"`;

function commandOf({ root, config }: Image, variables: readonly string[]): string[] {
  const enter = ["--userspec", config.user, root, "/usr/bin/env", "-i", "-C", config.workingDir];
  return [...enter, ...variables, ...config.command];
}

/** `tini` starts the server and forwards signals, but cannot forward SIGKILL. */
function serverOf({ pid }: ChildProcess): number {
  const children = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, "utf8").trim();
  return Number(children.split(" ")[0]);
}

async function untilReady(child: ChildProcess, origin: string, output: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the container ended: ${output()}`);
    const isReady = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await sleep(100);
  }
}
