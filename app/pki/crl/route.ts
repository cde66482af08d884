import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { getRevocationListOperation } from "@/lib/api/operations/authority";
import { revocationListAt } from "@/lib/authority/revocation";

export const GET = route(getRevocationListOperation, async (ctx) => {
  const bytes = await revocationListAt(ctx, "crl");
  return content({
    bytes,
    mediaType: "application/pkix-crl",
    fileName: "paraph.crl",
    headers: { "cache-control": "public, max-age=60" },
  });
});
