import { buildWhenStale } from "@/scripts/bootstrap/build.mjs";
import { oneAtATime } from "@/scripts/bootstrap/install.mjs";
import { shareFolder } from "@/tools/test-runs/run-tests.mjs";

/** Journeys run against the built product, never a development server. */
export default async function setup(): Promise<() => void> {
  const root = process.cwd();
  await oneAtATime(root, () => buildWhenStale(root));
  return shareFolder();
}
