import { getLaterRevocationListOperation } from "@/lib/api/operations/authority";
import { revocationListAt } from "@/lib/authority/revocation-list";
import { content } from "@/lib/http/content";
import { route } from "@/lib/http/route";

export const GET = route(getLaterRevocationListOperation, async (ctx, _actor, { params }) => {
  const bytes = await revocationListAt(ctx, `crl/${params.authority}`);
  return content({
    bytes,
    mediaType: "application/pkix-crl",
    fileName: `paraph-${params.authority}.crl`,
    headers: { "cache-control": "public, max-age=60" },
  });
});
