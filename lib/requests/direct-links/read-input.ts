import type { DirectLink, LinkPerson } from "@/db/schema/direct-links";
import type { TemplateVersion } from "@/db/schema/templates";
import type { Ctx } from "@/lib/platform/context";
import { invalid, memberName } from "@/lib/platform/errors";
import { readSettings } from "@/lib/platform/settings/read";
import { assertPeople, pointerName } from "../templates/create-request";
import type { TemplateUse } from "../templates/schema";
import { problemOf, rolesForVisitor } from "./rules";
import type { DirectLinkChange, DirectLinkProblem, NewDirectLink } from "./schema";

/** The columns of a link that its owner sets. */
type LinkColumns = Pick<
  DirectLink,
  | "name"
  | "role"
  | "version"
  | "people"
  | "isOn"
  | "endsAt"
  | "maxUses"
  | "maxUsesPerDay"
  | "maxUsesPerAddress"
  | "embedOrigins"
>;

const atFirst: Omit<LinkColumns, "name" | "role"> = {
  version: null,
  people: {},
  isOn: true,
  endsAt: null,
  maxUses: null,
  maxUsesPerDay: null,
  maxUsesPerAddress: null,
  embedOrigins: [],
};

/** A new link's columns. Throws `validation_failed`. */
export async function readNewLink(ctx: Ctx, input: NewDirectLink): Promise<LinkColumns> {
  return readChange(ctx, { ...atFirst, name: input.name, role: input.role }, input);
}

/** The columns after a change; members that are left out stay as they are. Throws `validation_failed`. */
export async function readChange(ctx: Ctx, current: LinkColumns, input: DirectLinkChange): Promise<LinkColumns> {
  return {
    name: input.name ?? current.name,
    role: input.role ?? current.role,
    version: input.version === undefined ? current.version : input.version,
    people: input.people ? readPeople(input.people) : current.people,
    isOn: input.isOn ?? current.isOn,
    endsAt: await readEnd(ctx, current.endsAt, input.endsAt),
    maxUses: input.maxUses === undefined ? current.maxUses : input.maxUses,
    maxUsesPerDay: input.maxUsesPerDay === undefined ? current.maxUsesPerDay : input.maxUsesPerDay,
    maxUsesPerAddress: input.maxUsesPerAddress === undefined ? current.maxUsesPerAddress : input.maxUsesPerAddress,
    embedOrigins: input.embedOrigins ? readOrigins(input.embedOrigins) : current.embedOrigins,
  };
}

async function readEnd(ctx: Ctx, current: Date | null, given: string | null | undefined): Promise<Date | null> {
  if (given === undefined) return current;
  if (given === null) return null;
  const endsAt = new Date(given);
  if (endsAt.getTime() === current?.getTime()) return current;
  if (endsAt <= (await ctx.now())) throw invalid("/endsAt", "out_of_range", "endsAt must be in the future");
  return endsAt;
}

/** Throws `validation_failed` for a person who is both named and asked for. */
function readPeople(given: NonNullable<DirectLinkChange["people"]>): Record<string, LinkPerson> {
  return Object.fromEntries(
    Object.entries(given).map(([role, { ask, email, displayName }]): [string, LinkPerson] => {
      const pointer = `/people/${pointerName(role)}`;
      if (ask === true && (email !== undefined || displayName))
        throw invalid(
          `${pointer}/ask`,
          "ambiguous",
          `${memberName(pointer)} is either asked from the visitor or named`,
        );
      if (ask === true) return [role, { kind: "asked" }];
      return [
        role,
        { kind: "preset", email: email?.trim().toLowerCase() ?? "", displayName: displayName?.trim() || null },
      ];
    }),
  );
}

/** Origins as a content policy takes them (W3C CSP 3, `frame-ancestors`). Throws `validation_failed` for anything else. */
function readOrigins(given: readonly string[]): string[] {
  const origins = given.map((text, index) => {
    const url = URL.parse(text);
    const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && url.hostname === "localhost");
    if (!url || !isSafe || url.pathname !== "/" || url.search || url.hash || url.username || url.password)
      throw invalid(
        `/embedOrigins/${index}`,
        "origin_invalid",
        `embedOrigins[${index}] is not an origin such as https://www.example.org`,
      );
    return url.origin;
  });
  return [...new Set(origins)];
}

const problems: { readonly [problem in DirectLinkProblem]: { pointer: string; detail: string } } = {
  version: { pointer: "/version", detail: "version names no version of this template" },
  role: { pointer: "/role", detail: "role names no signer, approver or viewer of this template" },
  step: { pointer: "/role", detail: "role must be in the first step: the visitor acts at once" },
  method: {
    pointer: "/role",
    detail: "role must be identified and sign by e-mail: the visitor proves an address by a mailed code",
  },
  people: { pointer: "/people", detail: "people needs a person for every role but the visitor's" },
};

/**
 * Throws `validation_failed` unless this version can be used through the link: the visitor's role fits, and every other role has a person
 * or asks for one. Throws what `createFromTemplate` throws about the people.
 */
export async function assertUsable(ctx: Ctx, link: LinkColumns, version: TemplateVersion | null): Promise<void> {
  const settings = await readSettings(ctx);
  const problem = problemOf(link, version, settings);
  if (problem || !version) {
    const { pointer, detail } = problems[problem ?? "version"];
    throw invalid(pointer, problem ?? "version", detail);
  }
  if (Object.hasOwn(link.people, link.role))
    throw invalid(`/people/${pointerName(link.role)}`, "not_allowed", "The visitor takes this role");
  assertPeople(ctx, rolesForVisitor(version, link.role), withStandIns(link), settings);
}

/** The people of a use with stand-ins for the visitor and those whom the visitor names. */
function withStandIns({ role, people }: LinkColumns): TemplateUse["people"] {
  const entries = Object.entries(people).map(([name, person], index) => [
    name,
    person.kind === "preset"
      ? { email: person.email, displayName: person.displayName }
      : { email: `asked-${index}@visitor.invalid` },
  ]);
  return Object.fromEntries([...entries, [role, { email: "visitor@visitor.invalid" }]]) as TemplateUse["people"];
}
