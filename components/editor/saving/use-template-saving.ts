import { useCallback, useEffect, useRef, useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { toBody, type EditorField } from "@/components/editor/editor-field";
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

/** Saves the fields of a template as one new version, when a person leaves the editor or presses its button. */
export function useTemplateSaving(
  template: EditedTemplate | null,
  fields: readonly EditorField[],
  isUntouched: boolean,
): Saving {
  const [outcome, setOutcome] = useState<SaveState<ApiProblem> | null>(null);
  const saved = useRef<readonly EditorField[] | null>(null);
  const [first] = useState(fields);
  const isChanged = template !== null && !isUntouched && fields !== first;
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (saved.current === null) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isChanged]);

  const flush = useCallback(async (): Promise<boolean> => {
    if (template === null || !isChanged) return true;
    setOutcome({ kind: "saving" });
    try {
      await callApi("PUT", `/templates/${template.id}`, {
        json: { version: template.version, fields: fields.map((field) => toField(template, field)) },
      });
      saved.current = fields;
      setOutcome({ kind: "saved", at: Date.now() });
      return true;
    } catch (error) {
      setOutcome({ kind: "failed", problem: asProblem(error), isRetrying: false, key: null });
      return false;
    }
  }, [template, isChanged, fields]);

  return {
    state: outcome ?? (isChanged ? { kind: "unsaved" } : { kind: "saved", at: null }),
    retry: useCallback(() => void flush(), [flush]),
    flush,
    resolve: noConflict,
    draft: null,
  };
}

const noConflict = (): null => null;

function toField({ roles, fieldNames }: EditedTemplate, field: EditorField) {
  const { signRequestId, ...body } = toBody(field);
  const name = fieldNames[field.key];
  return { ...body, role: roles[signRequestId] ?? "", ...(name === undefined ? {} : { name }) };
}
