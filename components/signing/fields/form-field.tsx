"use client";

import { DropdownField, TickField } from "./choice-fields";
import type { FieldProps } from "./field-look";
import { StatedField } from "./stated-field";
import { TypedField } from "./typed-field";

/** A field that is not a picture: an input, a choice, or text that is filled in automatically. */
export function FormField(props: FieldProps) {
  const { type, readOnly } = props.box;
  switch (type) {
    case "text":
    case "number":
    case "phone":
    case "day":
      return readOnly ? <StatedField {...props} /> : <TypedField {...props} />;
    case "dropdown":
      return readOnly ? <StatedField {...props} /> : <DropdownField {...props} />;
    case "checkbox":
    case "radio":
      return <TickField {...props} />;
    case "date":
    case "name":
    case "email":
      return <StatedField {...props} />;
    case "signature":
    case "initial":
    case "stamp":
      return null;
  }
}
