import { spawn } from "node:child_process";
import path from "node:path";

/**
 * Reads a pipe that only our death closes, then stops the Postgres whose number the cluster still names. A shell, because
 * it costs 1 MB where a Node process costs 40.
 */
const stopWhenPipeCloses = `
  cat > /dev/null
  [ "$(head -n 1 "$2" 2> /dev/null)" = "$1" ] || exit 0
  kill -INT "$1" 2> /dev/null
  while kill -0 "$1" 2> /dev/null; do sleep 0.2; done
  [ -z "$3" ] || rmdir "$3" 2> /dev/null
`;

const stopWhenPipeClosesOnWindows = `
  process.stdin.resume().on("end", () => { try { process.kill(Number(process.argv[1])); } catch { process.exit(0); } });
`;

export interface Watchdog {
  /** Ends the watchdog without touching Postgres. */
  dismiss(): void;
}

/** Stops the given Postgres when this process ends in whatever way, `kill -9` included. */
export function setWatchdog(cluster: string, pid: number, socketDir: string): Watchdog {
  const [command, args] =
    process.platform === "win32"
      ? [process.execPath, ["-e", stopWhenPipeClosesOnWindows, String(pid)]]
      : [
          "/bin/sh",
          ["-c", stopWhenPipeCloses, "paraph-watchdog", String(pid), path.join(cluster, "postmaster.pid"), socketDir],
        ];
  const child = spawn(command, args, {
    cwd: path.parse(cluster).root,
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    windowsHide: true,
  });
  child.on("error", () => undefined);
  child.stdin.on("error", () => undefined);
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return {
    dismiss: () => {
      child.kill("SIGKILL");
    },
  };
}
