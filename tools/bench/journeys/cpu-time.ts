import { readdirSync, readFileSync } from "node:fs";

/** CPU seconds (user and system) since the start, by part of the service. */
export interface CpuTime {
  /** The server's first thread: HTTP, routes, verbs, JSON. */
  main: number;
  /** Its worker threads, libuv's and V8's. */
  threads: number;
  /** Processes that read and draw PDFs, including ended ones. */
  children: number;
  postgres: number;
}

export type CpuPart = keyof CpuTime;

export const cpuParts: readonly CpuPart[] = ["main", "threads", "children", "postgres"];

/** Linux reports CPU time to programs in hundredths of a second, regardless of the kernel's tick. */
const ticksPerSecond = 100;

interface ProcessStat {
  pid: number;
  name: string;
  parent: number;
  own: number;
  /** CPU time of children that have ended. */
  ended: number;
}

/** CPU time of the process `pid` and its descendants. Reads /proc, so Linux only. */
export function readCpuTime(pid: number): CpuTime {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(`/proc/${name}/stat`) ?? []);
  const time: CpuTime = { main: 0, threads: 0, children: 0, postgres: 0 };
  for (const process of all.filter(isBelow(pid, all))) {
    if (process.pid === pid) {
      const main = readStat(`/proc/${String(pid)}/task/${String(pid)}/stat`)?.own ?? 0;
      time.main += main;
      time.threads += process.own - main;
      time.children += process.ended;
    } else {
      time[process.name === "postgres" ? "postgres" : "children"] += process.own + process.ended;
    }
  }
  return time;
}

export function totalOf(time: CpuTime): number {
  return cpuParts.reduce((sum, part) => sum + time[part], 0);
}

export function difference(after: CpuTime, before: CpuTime): CpuTime {
  return {
    main: after.main - before.main,
    threads: after.threads - before.threads,
    children: after.children - before.children,
    postgres: after.postgres - before.postgres,
  };
}

/** Resident memory of one process in MB. */
export function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, "utf8"))?.[1] ?? 0) / 1024;
}

function isBelow(root: number, all: readonly ProcessStat[]): (process: ProcessStat) => boolean {
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  return ({ pid }) => {
    for (let at: number | undefined = pid; at !== undefined; at = parents.get(at)) if (at === root) return true;
    return false;
  };
}

/** The name in parentheses may hold anything; fields are counted from the last parenthesis (proc_pid_stat(5)). */
function readStat(path: string): ProcessStat | null {
  let text: string;
  try {
    text = readFileSync(path, "latin1");
  } catch {
    return null;
  }
  const end = text.lastIndexOf(")");
  const fields = text.slice(end + 2).split(" ");
  const seconds = (...places: number[]): number =>
    places.reduce((sum, place) => sum + Number(fields[place]), 0) / ticksPerSecond;
  return {
    pid: parseInt(text, 10),
    name: text.slice(text.indexOf("(") + 1, end),
    parent: Number(fields[1]),
    own: seconds(11, 12),
    ended: seconds(13, 14),
  };
}
