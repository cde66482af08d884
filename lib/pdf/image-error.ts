/** An uploaded image that is no PNG or JPEG we accept; the domain answers 422 `image_invalid`. */
export class ImageError extends Error {
  readonly code = "image_invalid";
  readonly detail: string;

  constructor(detail: string) {
    super(detail);
    this.name = "ImageError";
    this.detail = detail;
  }
}
