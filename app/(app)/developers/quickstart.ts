import { readFile } from "node:fs/promises";
import path from "node:path";
import { readSteps, type QuickstartStep } from "@/components/developers/quickstart-steps";

let steps: Promise<QuickstartStep[]> | null = null;

/** docs/quickstart.md, whose blocks a test runs: what the page shows cannot differ from it. */
export function quickstartSteps(): Promise<QuickstartStep[]> {
  return (steps ??= readFile(path.join(process.cwd(), "docs", "quickstart.md"), "utf8").then(readSteps));
}
