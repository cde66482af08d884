import type { EditorField } from "@/components/editor/editor-field";
import { groupOf } from "@/lib/platform/field-rules/kinds";

/** The buttons or boxes of a field's group, itself included; only itself where it has none. */
export function groupAround(fields: readonly EditorField[], field: EditorField): readonly EditorField[] {
  const own = fields.filter(({ signRequestId }) => signRequestId === field.signRequestId);
  return field.group === null ? [field] : groupOf(own, field);
}

/** The fields that a change of the whole concerns: all radio buttons of a group, which hold one value of one signer. */
export function keysOf(fields: readonly EditorField[], field: EditorField): string[] {
  return field.type === "radio" ? groupAround(fields, field).map(({ key }) => key) : [field.key];
}
