import { bundle } from "@/scripts/bootstrap/bundle.mjs";

/**
 * Tests run the same bundled worker and child as the server, and the Postgres launcher in a process that they can kill.
 */
export default async function setup(): Promise<void> {
  await bundle(["scripts/embedded-postgres/open.ts"]);
}
