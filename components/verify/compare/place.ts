/** A place on the page that looks different now: shares of the page's width and height from its top left corner. */
export interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
  /** The form field, a signature's too, in whose rectangle all of it lies. */
  field: string | null;
}
