import { withdrawFileOperation } from "@/lib/api/operations/sign-requests";
import { signByFileOperation } from "@/lib/api/operations/signing";
import { toFileAnswer } from "@/lib/file-views/file-answer";
import { toSignedWire } from "@/lib/file-views/signed-answer";
import { route } from "@/lib/http/route";
import { withdrawFile } from "@/lib/sign-requests/withdraw-file";
import { sign } from "@/lib/signing/sign";

export const POST = route(signByFileOperation, async (ctx, actor, { params, body }) => toSignedWire(await sign(ctx, actor, { ...body, target: params })));
export const DELETE = route(withdrawFileOperation, async (ctx, actor, { params }) => toFileAnswer(ctx, actor, await withdrawFile(ctx, actor, params), "The request is withdrawn."));
