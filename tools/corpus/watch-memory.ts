import { readdirSync, readFileSync } from "node:fs";

export interface MemoryPeaks {
  /** Resident bytes of the product's largest process: this one with its worker threads, or a PDF child. */
  largest: number;
  largestName: string;
  stop(): void;
}

const EVERY_MS = 40;
const PAGE = 4096;

/** Samples the resident memory of this process and of its PDF children. External tools are excluded. */
export function watchMemory(): MemoryPeaks {
  const peaks: MemoryPeaks = { largest: 0, largestName: "", stop: () => clearInterval(timer) };
  const timer = setInterval(() => {
    for (const [name, bytes] of productProcesses()) {
      if (bytes > peaks.largest) {
        peaks.largest = bytes;
        peaks.largestName = name;
      }
    }
  }, EVERY_MS);
  timer.unref();
  return peaks;
}

function productProcesses(): [name: string, bytes: number][] {
  return [
    ["the process with the pool", residentBytes(process.pid)],
    ...childrenOf(process.pid).map((pid): [string, number] => ["a PDF child", residentBytes(pid)]),
  ];
}

function childrenOf(parent: number): number[] {
  const threads = list(`/proc/${parent}/task`);
  const children = threads.flatMap((thread) => read(`/proc/${parent}/task/${thread}/children`).split(" "));
  return children.map(Number).filter((pid) => pid > 0 && read(`/proc/${pid}/cmdline`).includes("pdf-child"));
}

function residentBytes(pid: number): number {
  return Number(read(`/proc/${pid}/statm`).split(" ")[1] ?? 0) * PAGE;
}

/** A process may end while it is being read. */
function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
