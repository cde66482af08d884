import { z } from "zod";
import { brandingAnswer, brandingChange } from "@/lib/platform/settings/schema";
import { operation, type Operation } from "../operation";

const tag = "Administration";

export const getBrandingOperation = operation({
  id: "getBranding",
  method: "GET",
  path: "/admin/branding",
  tag,
  summary: "Retrieve the branding",
  caller: "admin",
  scope: "read",
  answer: brandingAnswer,
  errors: [],
});

export const changeBrandingOperation = operation({
  id: "changeBranding",
  method: "PUT",
  path: "/admin/branding",
  tag,
  summary: "Update the branding",
  description:
    "Updates the members in the body: name, logo, colour, reply-to address and links. Shown on pages, in e-mails and in new evidence documents. Another reply-to address or another link needs a log-in within the last five minutes or Basic with the account's password, never a token.",
  caller: "admin",
  scope: "write",
  body: brandingChange,
  bodyKind: "json-with-file",
  answer: brandingAnswer,
  errors: ["reauth_required", "base64_invalid", "image_invalid", "unavailable"],
});

export const showLogoOperation = operation({
  id: "showLogo",
  method: "GET",
  path: "/branding/logo",
  tag,
  summary: "Download the logo",
  caller: "public",
  query: z.object({
    v: z
      .string()
      .max(64)
      .optional()
      .meta({ description: "Identifies the expected logo for caches; otherwise ignored." }),
  }),
  answer: { content: ["image/png"] },
  errors: ["not_found"],
});

export const brandingOperations: readonly Operation[] = [
  getBrandingOperation,
  changeBrandingOperation,
  showLogoOperation,
];
