import type { EditorField } from "@/components/editor/state/editor-field";
import { plainDetails } from "@/lib/platform/field-rules/details";
import { plainStyle } from "@/lib/platform/geometry/field-text";

/**
 * A required text field without rules of the first signer, 100 by 20 points at the top left corner of the first page,
 * with `changes` applied.
 */
export function editorField(changes: Partial<EditorField> & Pick<EditorField, "key">): EditorField {
  return {
    type: "text",
    signRequestId: 1,
    page: 1,
    box: { leftPt: 0, topPt: 0, widthPt: 100, heightPt: 20 },
    required: true,
    label: null,
    value: null,
    readOnly: false,
    ...plainStyle,
    ...plainDetails,
    ...changes,
  };
}
