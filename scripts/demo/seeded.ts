import { eq } from "drizzle-orm";
import { settings } from "@/db/schema/work";
import type { Ctx } from "@/lib/context";

/** The row that says that the demo documents were all made. */
export const demoMarker = "demo_documents";

export async function isSeeded(ctx: Ctx): Promise<boolean> {
  return (await ctx.db.select().from(settings).where(eq(settings.name, demoMarker))).length > 0;
}
