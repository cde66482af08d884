import type { TemplateField } from "@/db/schema/templates";

/** The radio buttons of a group, whichever role has them. */
export function choicesOf(fields: readonly TemplateField[], group: string): TemplateField[] {
  return fields.filter((field) => field.type === "radio" && field.group === group);
}

/** The value of a radio button in a group. */
export function choiceName({ label, name }: Pick<TemplateField, "label" | "name">): string {
  return label ?? name;
}

/** The groups of radio buttons, each once. */
export function groupsOf(fields: readonly TemplateField[]): string[] {
  const names = fields.flatMap(({ type, group }) => (type === "radio" && group ? [group] : []));
  return [...new Set(names)];
}
