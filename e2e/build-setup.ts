import { buildWhenStale } from "@/scripts/bootstrap/build.mjs";
import { oneAtATime } from "@/scripts/bootstrap/install.mjs";

/** Journeys run against the built product, never a development server. */
export default async function setup(): Promise<void> {
  const root = process.cwd();
  await oneAtATime(root, () => buildWhenStale(root));
}
