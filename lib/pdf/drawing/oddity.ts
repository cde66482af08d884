/** Where content leaves what all programs draw alike. */
export type Oddity =
  | "operands" | "path" | "clip" | "line" | "text_object" | "text_mode" | "colour" | "unset_colour" | "glyph_colour" | "missing_resource" | "colour_space" | "state" | "font" | "code" | "xobject"
  | "pattern" | "overprint" | "layer" | "shading" | "annotation" | "viewer_preferences";
