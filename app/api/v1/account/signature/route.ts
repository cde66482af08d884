import { toSigningPasswordWire } from "@/lib/accounts/signatures/wire";
import { route } from "@/lib/api/http/route";
import { setSigningPasswordOperation } from "@/lib/api/operations/account-signatures";
import { getSigningCertificate, setSigningPassword } from "@/lib/signing/proof/set-signing-password";

export const POST = route(
  setSigningPasswordOperation,
  async (ctx, actor, { body }) => toSigningPasswordWire(await setSigningPassword(ctx, actor, body)),
  {
    again: async (ctx, actor) => toSigningPasswordWire(await getSigningCertificate(ctx, actor)),
  },
);
