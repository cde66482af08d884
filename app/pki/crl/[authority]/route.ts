import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { getLaterRevocationListOperation } from "@/lib/api/operations/authority";
import { revocationListAt } from "@/lib/authority/revocation";

export const GET = route(getLaterRevocationListOperation, async (ctx, _actor, { params }) => {
  const bytes = await revocationListAt(ctx, `crl/${params.authority}`);
  return content({
    bytes,
    mediaType: "application/pkix-crl",
    fileName: `paraph-${params.authority}.crl`,
    headers: { "cache-control": "public, max-age=60" },
  });
});
