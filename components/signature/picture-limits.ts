/** Limits of a signature image (docs/spec/limits.md). */
export const mostPictureBytes = 2 * 1024 * 1024;
