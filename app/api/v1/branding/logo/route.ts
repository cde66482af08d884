import { getLogo } from "@/lib/administration/branding";
import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { showLogoOperation } from "@/lib/api/operations/administration";

export const GET = route(showLogoOperation, async (ctx) => {
  const { bytes, sha256 } = await getLogo(ctx);
  return content({ bytes, mediaType: "image/png", etag: sha256 });
});
