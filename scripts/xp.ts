import { oddTokens } from "@/lib/pdf/content/odd-tokens";
const one = "BT /F1 11.5 Tf 72.25 700.1 Td [(Hello wor) -12 (ld of contracts)] TJ ET\n120.5 33.2 m 140.25 99 l S\nq 1 0 0 1 20 30 cm /X1 Do Q\n";
const content = Buffer.from(one.repeat(Math.ceil(10e6 / one.length)));
for (let i = 0; i < 4; i += 1) { const t = process.cpuUsage(); let n = 0; for (const _ of oddTokens(content, [])) n += 1; console.log(n, Math.round(content.length / (process.cpuUsage(t).user)), "MB/s"); }
