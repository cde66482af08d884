import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { getAuthoritiesOperation } from "@/lib/api/operations/authority";
import { authorityPem } from "@/lib/authority/document-signer";

export const GET = route(getAuthoritiesOperation, async (ctx) => {
  const pem = Buffer.from(await authorityPem(ctx));
  return content({
    bytes: pem,
    mediaType: "application/x-pem-file",
    fileName: "paraph-ca.crt",
    headers: { "cache-control": "public, max-age=3600" },
  });
});
