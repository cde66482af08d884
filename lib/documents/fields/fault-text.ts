import type { Fault } from "@/lib/platform/field-rules/faults";

/** The fault of a value, as text after the name of its member. */
export function faultText(fault: Fault): string {
  switch (fault.code) {
    case "required":
      return "is empty";
    case "not_an_option":
      return "is not one of the field's options";
    case "number_invalid":
      return "is not a number";
    case "number_ambiguous":
      return "is ambiguous: its separator could mark thousands or decimals, so leave out thousands separators";
    case "too_small":
      return `must be ${fault.limit} or more`;
    case "too_large":
      return `must be ${fault.limit} or less`;
    case "off_step":
      return `must be on a step of ${fault.step}`;
    case "too_many_decimals":
      return fault.count === 0 ? "must be a whole number" : `must have at most ${fault.count} decimals`;
    case "too_short":
      return `must have at least ${fault.count} characters`;
    case "too_long":
      return `must have at most ${fault.count} characters`;
    case "pattern_mismatch":
      return fault.hint === null ? "does not match the pattern of the field" : `does not match: ${fault.hint}`;
    case "mask_mismatch":
      return `must have the form ${fault.mask}`;
    case "phone_invalid":
      return "is not a phone number";
    case "day_invalid":
      return "must be a day of the calendar, YYYY-MM-DD";
    case "too_early":
      return `must be ${fault.day} or later`;
    case "too_late":
      return `must be ${fault.day} or earlier`;
    case "too_few_checked":
      return `is in a group of which at least ${fault.count} must be checked`;
    case "too_many_checked":
      return `is in a group of which at most ${fault.count} may be checked`;
    case "more_than_one":
      return "is in a group of radio buttons of which more than one is chosen";
    case "division_by_zero":
      return "divides by zero";
    case "result_too_long":
      return "has a result that is too long for a field";
  }
}
