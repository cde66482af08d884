import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { plainDetails } from "@/lib/platform/field-rules/details";
import { plainStyle } from "@/lib/platform/geometry/field-text";
import type { EditorField, FieldType } from "./editor-field";

/** Words that a new field of a list or group begins with. */
export interface Defaults {
  group: (number: number) => string;
  option: (number: number) => string;
}

export function useDefaults(): Defaults {
  const t = useTranslations("editor.choices");
  return useMemo(
    () => ({
      group: (number) => t("newGroup", { number }),
      option: (number) => t("newOption", { number }),
    }),
    [t],
  );
}

/** Room between two new radio buttons, in points. */
const gapPt = 6;

/** The fields that the palette places: one field, or a group of two radio buttons. */
export function newFields(
  place: Pick<EditorField, "type" | "signRequestId" | "page" | "box">,
  others: readonly EditorField[],
  defaults: Defaults,
  newKey: () => string,
): EditorField[] {
  const plain = {
    ...place,
    // Checkboxes are optional by default; a required one is a consent.
    required: place.type !== "checkbox",
    label: null,
    value: null,
    readOnly: false,
    ...plainStyle,
  };
  const details = { ...plainDetails, ...detailsOfType(place.type, place.signRequestId, others, defaults) };
  const first: EditorField = { key: newKey(), ...plain, ...details };
  if (place.type !== "radio") return [first];
  const { box } = place;
  return [
    { ...first, label: defaults.option(1) },
    {
      ...first,
      key: newKey(),
      label: defaults.option(2),
      box: { ...box, topPt: box.topPt + box.heightPt + gapPt },
    },
  ];
}

/** Options of a dropdown and the group of a radio button, which such fields cannot be without. */
export function detailsOfType(
  type: FieldType,
  signRequestId: number,
  others: readonly EditorField[],
  defaults: Defaults,
): Partial<Pick<EditorField, "rules" | "group">> {
  if (type === "dropdown") return { rules: { options: [defaults.option(1), defaults.option(2)] } };
  if (type !== "radio") return {};
  const taken = new Set(others.filter((other) => other.signRequestId === signRequestId).map(({ group }) => group));
  let number = 1;
  while (taken.has(defaults.group(number))) number += 1;
  return { group: defaults.group(number) };
}

/** One more button of the group, below its lowest one. */
export function nextChoice(
  group: readonly EditorField[],
  defaults: Defaults,
  newKey: () => string,
): EditorField | null {
  const lowest = [...group].sort((a, b) => a.page - b.page || a.box.topPt - b.box.topPt).at(-1);
  if (!lowest) return null;
  const labels = new Set(group.map(({ label }) => label));
  let number = group.length + 1;
  while (labels.has(defaults.option(number))) number += 1;
  return {
    ...lowest,
    key: newKey(),
    label: defaults.option(number),
    value: null,
    box: { ...lowest.box, topPt: lowest.box.topPt + lowest.box.heightPt + gapPt },
  };
}
