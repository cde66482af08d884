import { listCertificatesOperation } from "@/lib/api/operations/certificates";
import { listCertificates } from "@/lib/authority/kept-certificates";
import { toCertificatesWire } from "@/lib/authority/wire";
import { route } from "@/lib/http/route";

export const GET = route(listCertificatesOperation, async (ctx, actor, { query }) =>
  toCertificatesWire(await listCertificates(ctx, actor, query)),
);
