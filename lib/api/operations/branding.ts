import { z } from "zod";
import { brandingAnswer, brandingChange } from "@/lib/platform/settings/schema";
import { operation, type Operation } from "../operation";

const tag = "Administration";

export const getBrandingOperation = operation({
  id: "getBranding",
  method: "GET",
  path: "/admin/branding",
  tag,
  summary: "The name, logo, colour and links of this service",
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
  summary: "Change the name, logo, colour and links of this service",
  description:
    "Changes what the body names and leaves the rest. Pages, e-mails and evidence documents made from then on show it.",
  caller: "admin",
  scope: "write",
  body: brandingChange,
  bodyKind: "json-with-file",
  answer: brandingAnswer,
  errors: ["base64_invalid", "image_invalid", "unavailable"],
});

export const showLogoOperation = operation({
  id: "showLogo",
  method: "GET",
  path: "/branding/logo",
  tag,
  summary: "The logo of this service",
  caller: "public",
  query: z.object({ v: z.string().max(64).optional().meta({ description: "Of the logo that is expected; ignored." }) }),
  answer: { content: ["image/png"] },
  errors: ["not_found"],
});

export const brandingOperations: readonly Operation[] = [
  getBrandingOperation,
  changeBrandingOperation,
  showLogoOperation,
];
