import { readdirSync, readFileSync } from "node:fs";

/** CPU time in nanoseconds by group of threads and processes. */
export type ThreadTime = Record<ThreadGroup, number>;

export const threadGroups = ["main", "V8", "libuv", "tasks", "PDFium", "pdf.js", "Postgres"] as const;
type ThreadGroup = (typeof threadGroups)[number];

/**
 * Node starts a timer thread and four V8 helpers first, then an inspector thread and, at the first file system call,
 * four libuv threads.
 */
const helpersOfV8 = 5;
const helpersOfLibuv = 10;

interface Thread {
  group: ThreadGroup;
  ns: number;
}

/**
 * Reads the CPU time of a server's threads and of its descendants in nanoseconds, where `/proc/PID/stat` has hundredths
 * of a second. Linux only.
 */
export class ThreadWatch {
  /** The last reading of each thread: an ended thread keeps its time. */
  private readonly threads = new Map<string, Thread>();

  constructor(private readonly server: number) {}

  read(): ThreadTime {
    for (const process of this.processes()) this.readProcess(process);
    const time = Object.fromEntries(threadGroups.map((group) => [group, 0])) as ThreadTime;
    for (const { group, ns } of this.threads.values()) time[group] += ns;
    return time;
  }

  private readProcess(process: string): void {
    const command = readOrNull(`/proc/${process}/cmdline`);
    const ids = listOrNone(`/proc/${process}/task`);
    ids
      .sort((a, b) => age(a, process) - age(b, process))
      .forEach((id, index) => {
        const text = readOrNull(`/proc/${process}/task/${id}/schedstat`);
        if (text === null || command === null) return;
        const group = Number(process) === this.server ? groupOfThread(index) : groupOfChild(command);
        this.threads.set(`${process}/${id}`, { group, ns: Number(text.split(" ")[0]) });
      });
  }

  /** The server and all its descendants. */
  private processes(): string[] {
    const parents = new Map<string, string>();
    for (const id of listOrNone("/proc").filter((name) => /^\d+$/.test(name))) {
      const text = readOrNull(`/proc/${id}/stat`);
      if (text !== null) parents.set(id, text.slice(text.lastIndexOf(")") + 2).split(" ")[1] ?? "");
    }
    const isBelow = (id: string): boolean => {
      for (let at: string | undefined = id; at !== undefined; at = parents.get(at))
        if (Number(at) === this.server) return true;
      return false;
    };
    return [...parents.keys()].filter(isBelow);
  }
}

function groupOfThread(index: number): ThreadGroup {
  if (index === 0) return "main";
  if (index <= helpersOfV8) return "V8";
  return index <= helpersOfLibuv ? "libuv" : "tasks";
}

function groupOfChild(command: string): ThreadGroup {
  if (command.includes("pdf-second-reader")) return "pdf.js";
  return command.includes("pdf-child") ? "PDFium" : "Postgres";
}

/** Thread numbers grow, and start again at the largest one of the machine. */
const largestId = Number(readOrNull("/proc/sys/kernel/pid_max") ?? 0);

function age(id: string, process: string): number {
  return Number(id) < Number(process) ? Number(id) + largestId : Number(id);
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return null;
  }
}

function listOrNone(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
