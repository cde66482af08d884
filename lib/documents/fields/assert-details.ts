import { contrast, leastContrast } from "@/lib/platform/brand/brand-colours";
import { invalid, memberName } from "@/lib/platform/errors";
import { faultOf } from "@/lib/platform/field-rules/faults";
import { isTicked, takesValue } from "@/lib/platform/field-rules/kinds";
import { isPattern, matches } from "@/lib/platform/field-rules/pattern";
import { readTick } from "@/lib/platform/field-rules/read-tick";
import { defectOf } from "@/lib/platform/field-rules/rule-defects";
import { faultText } from "./fault-text";
import type { FieldContent, OtherField } from "./field-content";

const paper = "#ffffff";

/** Rules, group, zone and look of a field must fit its type. Throws `validation_failed`. */
export function assertDetails(content: FieldContent, pointer: string): void {
  const defect = defectOf(content, isPattern);
  if (defect) {
    const member = `${pointer}/${defect.member}`;
    throw invalid(member, defect.code, `${memberName(member)} ${defect.detail}`);
  }
  if (content.type === "day" && content.dateFormat?.includes("HH"))
    throw invalid(
      `${pointer}/dateFormat`,
      "not_allowed",
      `${memberName(`${pointer}/dateFormat`)} with a time is for the date of signing only`,
    );
  if (content.colour !== null && contrast(content.colour, paper) < leastContrast)
    throw invalid(
      `${pointer}/colour`,
      "contrast_too_low",
      `${memberName(`${pointer}/colour`)} needs a contrast of ${leastContrast} or more with white paper`,
      leastContrast,
    );
}

/** A value that the requester gives must obey the rules that the signer's will be judged by. Throws `validation_failed`. */
export function assertValue(content: FieldContent, others: readonly OtherField[], pointer: string): void {
  const { type, value, readOnly } = content;
  if (readOnly && !takesValue(type))
    throw invalid(
      `${pointer}/readOnly`,
      "not_allowed",
      `${memberName(`${pointer}/readOnly`)} is for fields that take a value only`,
    );
  if (value === null) return;
  const member = `${pointer}/value`;
  if (content.calculate !== null)
    throw invalid(member, "not_allowed", `${memberName(member)} is of a calculated field, whose value nobody gives`);
  if (isTicked(type)) {
    const isOn = readTick(value);
    if (isOn === null)
      throw invalid(
        member,
        "type_invalid",
        `${memberName(member)} of a ${type === "radio" ? "radio button" : type} must be true or false`,
      );
    if (isOn && type === "radio" && others.some((other) => isOtherChoice(content, other)))
      throw invalid(member, "more_than_one", `${memberName(member)} is the second of its group that is chosen`);
    return;
  }
  const fault = faultOf(content, value, matches);
  if (fault) throw invalid(member, fault.code, `${memberName(member)} ${faultText(fault)}`);
}

/** Whether the other field is a chosen button of the same group. */
function isOtherChoice({ type, group, signRequestId }: FieldContent, other: OtherField): boolean {
  const isSameGroup = other.type === type && other.group === group && other.signRequestId === signRequestId;
  return isSameGroup && other.value !== null && readTick(other.value) === true;
}
