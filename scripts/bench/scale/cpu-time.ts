import { readdirSync, readFileSync } from "node:fs";

const millisecondsPerTick = 10;

/**
 * CPU milliseconds so far of this process and of the backends of a Postgres. They say the same on a busy machine, which times do not. Only
 * Linux tells them of other processes; elsewhere they are this process's.
 */
export function cpuMilliseconds(postmasterPid: number): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + ticksOfChildren(postmasterPid) * millisecondsPerTick;
}

function ticksOfChildren(parent: number): number {
  let ticks = 0;
  for (const name of namesIn("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const fields = statOf(name);
    if (Number(fields[1]) === parent) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks;
}

/** The fields of /proc/PID/stat after the name, which may hold spaces: state, parent, … */
function statOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
  } catch {
    return [];
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
