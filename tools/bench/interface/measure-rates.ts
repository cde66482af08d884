import autocannon from "autocannon";

export interface Target {
  name: string;
  path: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** Minimum rate, as a share of the empty handler's. */
  bar?: number;
}

export interface Measured {
  name: string;
  perSecond: number;
  p99Ms: number;
}

const connections = 20;

/**
 * Requests per second of each target, relative to `emptyUrl`, a Next route handler that does nothing, in the same run.
 * The load generator shares the machine.
 */
export async function measureRates(origin: string, emptyUrl: string, targets: readonly Target[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  console.log("| requests | per second | p99 ms | of Next's empty handler | bar |\n|---|---|---|---|---|");
  for (const { name, path, method = "GET", headers = {}, body, bar } of [
    { name: "empty handler of Next", path: emptyUrl } as Target,
    { name: "our empty handler", path: "/healthz" },
    ...targets,
  ]) {
    const options = {
      url: path.startsWith("/") ? origin + path : path,
      method,
      headers,
      connections,
      ...(body === undefined ? {} : { body }),
    };
    await autocannon({ ...options, duration: 3 });
    const { requests, latency, non2xx } = await autocannon({ ...options, duration: 6 });
    if (non2xx > 0) throw new Error(`${name}: ${non2xx} answers were not 200`);
    measured.push({ name, perSecond: requests.average, p99Ms: latency.p99 });
    const share = requests.average / (measured[0]?.perSecond ?? 1);
    console.log(
      `| ${name} | ${requests.average.toFixed(0)} | ${latency.p99} | ${(share * 100).toFixed(0)} % | ${bar === undefined ? "" : `${bar * 100} %${share < bar ? ", missed" : ""}`} |`,
    );
  }
  return measured;
}
