import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { exportAccountOperation } from "@/lib/api/operations/own-data";
import { exportAccount } from "@/lib/evidence/account-export/export";

export const GET = route(exportAccountOperation, async (ctx, actor) =>
  content({ ...(await exportAccount(ctx, actor)), mediaType: "application/json" }),
);
