import type { EditorField } from "@/components/editor/editor-field";

/** Initials are usually wanted on every page: one press repeats them there. */
export function isInitials(fields: readonly Pick<EditorField, "type">[]): boolean {
  return fields.length > 0 && fields.every(({ type }) => type === "initial");
}

/** Numbers of all pages, from 1. */
export function everyPage(pages: readonly unknown[]): number[] {
  return pages.map((_, index) => index + 1);
}
