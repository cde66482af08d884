import type { DirectLink } from "@/db/schema/direct-links";
import type { SignMethod } from "@/db/schema/files";
import type { TemplateRole, TemplateVersion } from "@/db/schema/templates";
import type { Settings } from "@/lib/platform/settings/read";
import type { DirectLinkProblem, DirectLinkState } from "./schema";

type Roles = Pick<TemplateVersion, "roles">;
type Limits = Pick<DirectLink, "isOn" | "endsAt" | "maxUses" | "maxUsesPerDay" | "uses">;

/** The template's role of the visitor, and what prevents a use of this version; the template may have changed since the link was made. */
export function problemOf(
  { role, people }: Pick<DirectLink, "role" | "people">,
  version: Roles | null,
  settings: Pick<Settings, "allowedSignMethods">,
): DirectLinkProblem | null {
  if (!version) return "version";
  const own = version.roles.find(({ name }) => name === role);
  if (!own || own.role === "cc") return "role";
  if (own.signingOrder !== firstStep(version.roles)) return "step";
  if (!isSignedByMail(own, settings)) return "method";
  return version.roles.every(({ name }) => name === role || Object.hasOwn(people, name)) ? null : "people";
}

function firstStep(roles: readonly TemplateRole[]): number {
  return Math.min(...roles.filter(({ role }) => role !== "cc").map(({ signingOrder }) => signingOrder));
}

const byMail: ReadonlySet<SignMethod | null> = new Set(["email", "link", null]);

/** A visitor has proved a mailbox and nothing else. The default method and the link alone become a mailed code. */
function isSignedByMail(
  { signMethod, identifyMethod, role }: TemplateRole,
  { allowedSignMethods }: Pick<Settings, "allowedSignMethods">,
): boolean {
  const isMailbox =
    identifyMethod === undefined || identifyMethod === null || ["email", "link"].includes(identifyMethod);
  return allowedSignMethods.includes("email") && isMailbox && (role === "viewer" || byMail.has(signMethod));
}

/** The roles as a use of the link takes them: the visitor is identified by e-mail and signs by the same code. */
export function rolesForVisitor<Version extends Roles>(version: Version, role: string): Version {
  return {
    ...version,
    roles: version.roles.map((given) =>
      given.name === role ? { ...given, signMethod: "email" as const, identifyMethod: "email" as const } : given,
    ),
  };
}

/** The state of a link, given its uses of the last 24 hours. */
export function stateOf(
  link: Limits,
  { usesToday, problem, now }: { usesToday: number; problem: DirectLinkProblem | null; now: Date },
): DirectLinkState {
  if (!link.isOn) return "off";
  if (link.endsAt !== null && link.endsAt <= now) return "ended";
  if (link.maxUses !== null && link.uses >= link.maxUses) return "used_up";
  if (problem) return "unsuitable";
  return link.maxUsesPerDay !== null && usesToday >= link.maxUsesPerDay ? "full_today" : "open";
}
