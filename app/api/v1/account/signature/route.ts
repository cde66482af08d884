import { getSigningCertificate, setSigningPassword } from "@/lib/account-signatures/set-signing-password";
import { toSigningPasswordWire } from "@/lib/account-signatures/wire";
import { setSigningPasswordOperation } from "@/lib/api/operations/account-signatures";
import { route } from "@/lib/http/route";

export const POST = route(
  setSigningPasswordOperation,
  async (ctx, actor, { body }) => toSigningPasswordWire(await setSigningPassword(ctx, actor, body)),
  {
    again: async (ctx, actor) => toSigningPasswordWire(await getSigningCertificate(ctx, actor)),
  },
);
