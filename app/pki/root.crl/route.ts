import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { getRootRevocationListOperation } from "@/lib/api/operations/authority";
import { revocationListAt } from "@/lib/authority/revocation";

export const GET = route(getRootRevocationListOperation, async (ctx) => {
  const bytes = await revocationListAt(ctx, "root.crl");
  return content({
    bytes,
    mediaType: "application/pkix-crl",
    fileName: "paraph-root.crl",
    headers: { "cache-control": "public, max-age=60" },
  });
});
