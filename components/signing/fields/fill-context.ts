import { createContext, useContext, type ComponentType } from "react";
import type { SignatureType } from "@/components/signature-pad/stored-pictures";
import type { LinkSigner } from "@/lib/signing/schema";
import type { FieldProps } from "./field-look";
import type { FieldFault, FieldValues, GroupPlace } from "./field-state";
import type { PaintedLook } from "./painted-signature";
import type { ImageSlot } from "./use-signature-images";

/** State and actions of the fields on the pages. */
export interface Fill {
  signer: LinkSigner;
  /** Draws fields that are not pictures. Null if the signer has none, so that it is not loaded unnecessarily. */
  FormField: ComponentType<FieldProps> | null;
  /** The look of a signature on a page. */
  lookOn: (page: number) => PaintedLook;
  values: FieldValues;
  setValue: (id: number, value: string | boolean) => void;
  slots: Record<SignatureType, ImageSlot>;
  openPad: (type: SignatureType) => void;
  /** Fields with an error: blank, violating their rules, or with text that the server refused. */
  flagged: ReadonlyMap<number, FieldFault>;
  groups: ReadonlyMap<number, GroupPlace>;
  noteFocus: (id: number) => void;
  /**
   * The signer leaves the field: its value is converted to the form in which it is drawn, and errors are shown from now
   * on.
   */
  noteLeave: (id: number) => void;
}

const FillContext = createContext<Fill | null>(null);

export const FillProvider = FillContext.Provider;

export function useFill(): Fill {
  const fill = useContext(FillContext);
  if (!fill) throw new Error("a field must be inside FillContext");
  return fill;
}
