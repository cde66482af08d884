/** Features of content that programs draw differently. */
export type Oddity =
  | "operands"
  | "path"
  | "clip"
  | "line"
  | "text_object"
  | "text_mode"
  | "colour"
  | "unset_colour"
  | "glyph_colour"
  | "missing_resource"
  | "colour_space"
  | "state"
  | "font"
  | "code"
  | "xobject"
  | "inline_image"
  | "pattern"
  | "overprint"
  | "mixed_inks"
  | "layer"
  | "shading"
  | "annotation"
  | "viewer_preferences"
  | MissingFace;

/** A font, by the name in the file, that is not embedded. Programs substitute different ones. */
export type MissingFace = `face ${string}`;

export function isMissingFace(oddity: Oddity): oddity is MissingFace {
  return oddity.startsWith("face ");
}
