import { route } from "@/lib/api/http/route";
import { listCertificatesOperation } from "@/lib/api/operations/authority";
import { listCertificates } from "@/lib/authority/stored-certificates";
import { toCertificatesWire } from "@/lib/authority/wire";

export const GET = route(listCertificatesOperation, async (ctx, actor, { query }) =>
  toCertificatesWire(await listCertificates(ctx, actor, query)),
);
