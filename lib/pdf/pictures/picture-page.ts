export const picturePageSizes = ["a4", "letter", "picture"] as const;

/** The page that a picture is placed on. */
export interface PicturePage {
  /** `picture`: as long as A4, with the proportions of the picture. */
  size: (typeof picturePageSizes)[number];
  /** On each side. */
  marginPt: number;
}

export const largestMarginPt = 144;
export const defaultPicturePage: PicturePage = { size: "a4", marginPt: 28 };
