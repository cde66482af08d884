import { exportAccount } from "@/lib/account-export/export";
import { exportAccountOperation } from "@/lib/api/operations/own-data";
import { content } from "@/lib/http/content";
import { route } from "@/lib/http/route";

export const GET = route(exportAccountOperation, async (ctx, actor) =>
  content({ ...(await exportAccount(ctx, actor)), mediaType: "application/json" }),
);
