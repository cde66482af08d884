import { spawn } from "node:child_process";
import path from "node:path";

/**
 * Reads from a pipe that closes only when this process ends, then stops the Postgres whose number is still in the
 * cluster. A shell, because it takes 1 MB instead of the 40 MB of a Node process.
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

/** Stops the given Postgres when this process ends for any reason, including `kill -9`. */
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
