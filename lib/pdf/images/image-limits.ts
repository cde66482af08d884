/** docs/spec/limits.md: signature images are PNG or JPEG, at most 2 MiB and 4096 pixels a side, re-encoded. */
export const maxImageBytes = 2 * 2 ** 20;
export const maxImageSidePx = 4096;
