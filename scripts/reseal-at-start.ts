import { resealEverything } from "@/lib/administration/secret-rotation/reseal-everything";
import type { Ctx } from "@/lib/platform/context";
import { forgetPreviousSecret, previousEmbeddedSecret } from "./secrets";

/**
 * Finishes a change of APP_SECRET while the server works already, and says what is left to do. `dataDir` is that of the embedded mode,
 * which keeps its secrets in files; null otherwise.
 */
export async function resealAtStart(ctx: Ctx, dataDir: string | null): Promise<void> {
  try {
    const { resealed, unreadable } = await resealEverything(ctx);
    const isOurs = dataDir !== null && previousEmbeddedSecret(dataDir) !== null;
    if (isOurs) forgetPreviousSecret(dataDir);
    const next = isOurs ? "" : " APP_SECRET_PREVIOUS can go, once every process was started with the new secret.";
    console.log(`Everything is sealed under the new secret (${String(resealed)} values).${next}`);
    if (unreadable > 0)
      console.error(`${String(unreadable)} sealed values open under neither secret: they were lost before.`);
  } catch (error) {
    ctx.log.error({ err: error }, "sealing under the new secret stopped; it goes on at the next start");
  }
}
