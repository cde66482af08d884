import { z } from "zod";
import { cleanName, plainText, plainTextRule } from "@/lib/platform/plain-text";
import { signerInput, signRequestRole } from "../state/schema";

/** States of a link as its owner sees them; a visitor may use an `open` one only. */
const directLinkStates = ["open", "off", "ended", "used_up", "full_today", "unsuitable"] as const;
const directLinkProblems = ["version", "role", "step", "method", "people"] as const;

const name = z.string().overwrite(cleanName).trim().min(1).max(100).regex(plainText, plainTextRule);
const roleName = z.string().max(100);
const uses = z.int().min(1).max(1_000_000);

const person = signerInput.pick({ email: true, displayName: true }).extend({
  ask: z
    .boolean()
    .optional()
    .meta({ description: "true: each visitor enters the person. Otherwise `email` is required." }),
});

const limits = {
  endsAt: z.iso.datetime({ offset: true }).nullish().meta({ description: "When the link expires. Null: never." }),
  maxUses: uses.nullish().meta({ description: "Maximum documents in total. Null: no limit." }),
  maxUsesPerDay: uses.nullish().meta({ description: "Maximum documents within 24 hours. Null: no limit." }),
  maxUsesPerAddress: uses.nullish().meta({
    description:
      "Maximum documents per confirmed mailbox: `ana+1@x.example` is that of `ana@x.example`. Null: no limit.",
  }),
};

const content = {
  name,
  role: roleName.meta({ description: "The visitor's role: a signer, approver or viewer of the first step." }),
  version: z.int().min(1).nullish().meta({
    description: "The version of the template. Defaults to the current version at the time of use.",
  }),
  people: z
    .record(roleName, person)
    .optional()
    .meta({ description: "Keyed by role name. Every role except the visitor's needs a person." }),
  isOn: z.boolean().optional(),
  ...limits,
  embedOrigins: z.array(z.string().max(255)).max(20).optional().meta({
    description:
      "Origins that may embed the link's page in a frame, for example https://www.example.org. Defaults to none. The visitor continues in a new tab.",
  }),
};

export const newDirectLink = z.object(content);
export const directLinkChange = z.object({
  ...content,
  name: name.optional(),
  role: content.role.optional(),
});

export const directLinkAnswer = z.object({
  id: z.int(),
  templateId: z.int(),
  url: z.string().meta({ description: "The URL for visitors. `POST …/rotate` replaces it." }),
  name: z.string(),
  role: z.string(),
  version: z.int().nullable(),
  people: z.record(
    z.string(),
    z.object({ ask: z.boolean(), email: z.string().nullable(), displayName: z.string().nullable() }),
  ),
  isOn: z.boolean(),
  endsAt: z.iso.datetime().nullable(),
  maxUses: z.int().nullable(),
  maxUsesPerDay: z.int().nullable(),
  maxUsesPerAddress: z.int().nullable(),
  embedOrigins: z.array(z.string()),
  state: z.enum(directLinkStates).meta({
    description: "`unsuitable`: the template's version no longer fits the link; see `problem`.",
  }),
  problem: z.enum(directLinkProblems).nullable().meta({
    description:
      "`version`: missing. `role`: missing, or a CC. `step`: not in the first step. `method`: not signed by a mailed code. `people`: a role without a person.",
  }),
  uses: z.int(),
  usesToday: z.int().meta({ description: "Within the last 24 hours." }),
  lastUsedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export const directLinkListAnswer = z.object({ data: z.array(directLinkAnswer) });

/** The facts shown to a visitor before their address is proved: none about other people. */
export const publicLinkAnswer = z.object({
  documentName: z.string(),
  pages: z.int(),
  sender: z.object({ name: z.string(), email: z.string() }),
  role: z.object({ name: z.string(), does: signRequestRole.exclude(["cc"]) }),
  message: z.string().nullable().meta({ description: "The template's message to this role." }),
  asks: z.array(z.object({ name: z.string(), does: signRequestRole })).meta({
    description: "Roles whose person the visitor enters, in signing order.",
  }),
  hasPreview: z.boolean().meta({ description: "The first page is at /direct-links/{token}/image." }),
  opensAt: z.iso.datetime().nullable().meta({
    description: "Set while the daily limit is reached: when the next use is possible.",
  }),
});

export type NewDirectLink = z.infer<typeof newDirectLink>;
export type DirectLinkChange = z.infer<typeof directLinkChange>;
export type DirectLinkWire = z.infer<typeof directLinkAnswer>;
export type DirectLinkState = (typeof directLinkStates)[number];
export type DirectLinkProblem = (typeof directLinkProblems)[number];
export type PublicLinkWire = z.infer<typeof publicLinkAnswer>;
