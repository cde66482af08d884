import { bundle } from "@/scripts/bundle.mjs";

/** Tests of the pool run the same bundled worker and child as the server. */
export default async function setup(): Promise<void> {
  await bundle();
}
