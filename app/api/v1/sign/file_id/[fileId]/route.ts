import { route } from "@/lib/api/http/route";
import { withdrawFileOperation } from "@/lib/api/operations/sign-requests";
import { signByFileOperation } from "@/lib/api/operations/signing";
import { madeFile, madeId } from "@/lib/context/idempotency/keys";
import { withdrawFile } from "@/lib/requests/withdraw";
import { readSigned } from "@/lib/signing/read-signed";
import { sign } from "@/lib/signing/sign";
import { toFileAnswer, toSignedWire } from "@/lib/views/file-answer";

export const POST = route(
  signByFileOperation,
  async (ctx, actor, { params, body }) => toSignedWire(await sign(ctx, actor, { ...body, target: params })),
  { again: async (ctx, _actor, _input, made) => toSignedWire(await readSigned(ctx, madeId(made, "signRequestId"))) },
);
export const DELETE = route(
  withdrawFileOperation,
  async (ctx, actor, { params }) =>
    toFileAnswer(ctx, actor, await withdrawFile(ctx, actor, params), "The request is withdrawn."),
  {
    again: (ctx, actor, _input, made) => toFileAnswer(ctx, actor, madeFile(made), "The request is withdrawn."),
  },
);
