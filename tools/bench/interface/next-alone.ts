import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@/scripts/embedded-postgres/free-port";

export interface NextAlone {
  /** URL of the empty handler. */
  url: string;
  stop(): Promise<void>;
}

const files = {
  "package.json": JSON.stringify({ name: "next-alone", private: true, type: "module" }),
  "next.config.mjs":
    'import path from "node:path";\nexport default { poweredByHeader: false, turbopack: { root: path.resolve("../..") } };\n',
  "app/layout.js": "export default function Layout({ children }) { return children; }\n",
  "app/empty/route.js":
    'export const dynamic = "force-dynamic";\nexport function GET() { return Response.json({ status: "ok" }); }\n',
};

/**
 * Next of the same version with one empty route handler, on Next's own server. It is the baseline for our requests per
 * second, because our own empty handler no longer goes through Next.
 */
export async function startNextAlone(root: string): Promise<NextAlone> {
  const folder = path.join(root, "test-results", "next-alone");
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const next = path.join(root, "node_modules", "next", "dist", "bin", "next");
  const options = {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  } as const;
  const built = spawnSync(process.execPath, [next, "build"], { ...options, encoding: "utf8" });
  if (built.status !== 0) throw new Error(`next build of the empty handler failed: ${built.stdout}${built.stderr}`);
  const port = await freePort();
  const child = spawn(process.execPath, [next, "start", "--port", String(port), "--hostname", "127.0.0.1"], {
    ...options,
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${String(port)}/empty`;
  await untilAnswered(url);
  return {
    url,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilAnswered(url: string): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 100) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await sleep(100);
  }
  throw new Error(`${url} did not answer`);
}
