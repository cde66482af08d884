/** The inks of a signature; the same on white paper in both themes, because what is seen is what is put into the document. */
export const inkColours = { black: "#0b1220", blue: "#1e3a8a" } as const;
export type Ink = keyof typeof inkColours;
