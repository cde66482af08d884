import { useCallback, useEffect, useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { hasSameContent, toBody, type EditorField } from "@/components/editor/editor-field";
import type { FormValuesWire } from "@/lib/documents/schema";
import type { TemplateWire } from "@/lib/requests/templates/schema";
import type { SaveState } from "./save-state";
import type { Saving } from "./use-saving";

export interface EditedTemplate {
  id: number;
  version: number;
  /** By the number that stands for the signing request in the editor. */
  roles: Readonly<Record<number, string>>;
  /** Names of stored fields, by their key in the editor. */
  fieldNames: Readonly<Record<string, string>>;
}

interface TemplateSaving extends Saving {
  /** The template as it was saved last; null outside of one. */
  template: EditedTemplate | null;
  /** Moves the values of the document's form, and saves the fields in the same version. Throws ApiProblem. */
  moveFormValues: (values: FormValuesWire, fields: readonly EditorField[]) => Promise<void>;
}

/** Saves the fields of a template as one new version, when a person leaves the editor or presses its button. */
export function useTemplateSaving(
  opened: EditedTemplate | null,
  fields: readonly EditorField[],
  isUntouched: boolean,
): TemplateSaving {
  const [saved, setSaved] = useState({ template: opened, fields, at: null as number | null });
  const [outcome, setOutcome] = useState<SaveState<ApiProblem> | null>(null);
  const { template } = saved;
  const isChanged = template !== null && !isUntouched && !isSameList(fields, saved.fields);
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isChanged]);

  const save = useCallback(
    async (stored: readonly EditorField[], values?: FormValuesWire): Promise<void> => {
      if (template === null) return;
      const { version, fields: named } = await callApi<TemplateWire>("PUT", `/templates/${template.id}`, {
        json: {
          version: template.version,
          fields: stored.map((field) => toField(template, field)),
          ...(values === undefined ? {} : { formValues: values }),
        },
      });
      const fieldNames = Object.fromEntries(stored.map(({ key }, index) => [key, named[index]?.name ?? ""]));
      setSaved({ template: { ...template, version, fieldNames }, fields: stored, at: Date.now() });
      setOutcome(null);
    },
    [template],
  );

  const flush = useCallback(async (): Promise<boolean> => {
    if (!isChanged) return true;
    setOutcome({ kind: "saving" });
    try {
      await save(fields);
      return true;
    } catch (error) {
      setOutcome({ kind: "failed", problem: asProblem(error), isRetrying: false, key: null });
      return false;
    }
  }, [isChanged, save, fields]);

  return {
    template,
    moveFormValues: useCallback((values, stored) => save(stored, values), [save]),
    state: outcome ?? (isChanged ? { kind: "unsaved" } : { kind: "saved", at: saved.at }),
    retry: useCallback(() => void flush(), [flush]),
    flush,
    resolve: noConflict,
    draft: null,
  };
}

const noConflict = (): null => null;

function isSameList(first: readonly EditorField[], second: readonly EditorField[]): boolean {
  if (first === second) return true;
  return (
    first.length === second.length &&
    first.every((field, index) => {
      const other = second[index];
      return other !== undefined && hasSameContent(field, other);
    })
  );
}

function toField({ roles, fieldNames }: EditedTemplate, field: EditorField) {
  const { signRequestId, ...body } = toBody(field);
  const name = fieldNames[field.key];
  return { ...body, role: roles[signRequestId] ?? "", ...(name === undefined ? {} : { name }) };
}
