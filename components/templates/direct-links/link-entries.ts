import { formatDateInput } from "@/lib/platform/locale/format";
import type { DirectLinkWire, NewDirectLink } from "@/lib/requests/direct-links/schema";
import type { TemplateWire } from "@/lib/requests/templates/schema";

type Role = TemplateWire["roles"][number];

export interface PersonEntry {
  ask: boolean;
  email: string;
  displayName: string;
}

/** The entries of the form, as text. */
export interface LinkEntries {
  name: string;
  role: string;
  version: string;
  people: Record<string, PersonEntry>;
  /** A day, in the format of a date field. */
  lastDay: string;
  maxUses: string;
  maxUsesPerDay: string;
  maxUsesPerAddress: string;
  embedOrigins: string;
}

/** Roles that a visitor can take: those of the first step, except CCs. */
export function rolesForVisitors(roles: readonly Role[]): Role[] {
  const acting = roles.filter(({ role }) => role !== "cc");
  const first = Math.min(...acting.map(({ signingOrder }) => signingOrder));
  return acting.filter(({ signingOrder }) => signingOrder === first);
}

export function entriesOf(link: DirectLinkWire | null, roles: readonly Role[], standardName: string): LinkEntries {
  const text = (limit: number | null | undefined): string =>
    limit === null || limit === undefined ? "" : String(limit);
  return {
    name: link?.name ?? standardName,
    role: link?.role ?? rolesForVisitors(roles)[0]?.name ?? "",
    version: text(link?.version),
    people: Object.fromEntries(
      Object.entries(link?.people ?? {}).map(([role, { ask, email, displayName }]) => [
        role,
        { ask, email: email ?? "", displayName: displayName ?? "" },
      ]),
    ),
    lastDay: link?.endsAt ? formatDateInput(new Date(link.endsAt)) : "",
    maxUses: text(link?.maxUses),
    maxUsesPerDay: text(link?.maxUsesPerDay),
    maxUsesPerAddress: text(link?.maxUsesPerAddress),
    embedOrigins: link?.embedOrigins.join("\n") ?? "",
  };
}

export const noPerson: PersonEntry = { ask: false, email: "", displayName: "" };

/** The link as input for the API, with a person for each of `others`. */
export function toInput(entries: LinkEntries, others: readonly string[]): NewDirectLink {
  const limit = (text: string): number | null => (text.trim() === "" ? null : Number(text));
  return {
    name: entries.name.trim(),
    role: entries.role,
    version: limit(entries.version),
    people: Object.fromEntries(
      others.map((role) => {
        const { ask, email, displayName } = entries.people[role] ?? noPerson;
        return [role, ask ? { ask: true } : { email: email.trim(), displayName: displayName.trim() || null }];
      }),
    ),
    endsAt: entries.lastDay === "" ? null : new Date(`${entries.lastDay}T23:59:59`).toISOString(),
    maxUses: limit(entries.maxUses),
    maxUsesPerDay: limit(entries.maxUsesPerDay),
    maxUsesPerAddress: limit(entries.maxUsesPerAddress),
    embedOrigins: entries.embedOrigins
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  };
}
