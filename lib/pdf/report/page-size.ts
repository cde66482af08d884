/** A4 in points. */
export const pageSize = { width: 595.28, height: 841.89 };
export const margin = { left: 54, right: 54, top: 54, bottom: 64 };
export const bodyWidth = pageSize.width - margin.left - margin.right;
