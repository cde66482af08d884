import { route } from "@/lib/api/http/route";
import { revokeCertificateOperation } from "@/lib/api/operations/authority";
import { readRevoked, revokeCertificate } from "@/lib/authority/revoke-certificate";
import { toRevokedWire } from "@/lib/authority/wire";

export const POST = route(
  revokeCertificateOperation,
  async (ctx, actor, { params, body }) => toRevokedWire(await revokeCertificate(ctx, actor, { ...params, ...body })),
  {
    again: (_ctx, _actor, _input, made) => toRevokedWire(readRevoked(made)),
  },
);
