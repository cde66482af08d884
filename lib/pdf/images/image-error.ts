/** An uploaded image that is no PNG or JPEG we accept; the domain answers 422 `image_invalid`. */
export class ImageError extends Error {
  readonly code: "image_invalid" | "blank";
  readonly detail: string;

  /** `blank`: it can be read, and shows nothing but paper. */
  constructor(detail: string, code: ImageError["code"] = "image_invalid") {
    super(detail);
    this.name = "ImageError";
    this.code = code;
    this.detail = detail;
  }
}
