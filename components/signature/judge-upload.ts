/** More than any telephone's photograph; what is larger than the server takes is made smaller here. */
export const mostUploadBytes = 40 * 1024 * 1024;

export type UploadRefusal = "empty" | "too_large" | "svg" | "not_an_image" | "unreadable" | "blank";

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const jpeg = [0xff, 0xd8, 0xff];

/** Why a file cannot be a signature, judged by its bytes and never by its name; null when it can. `start` are its first bytes. */
export function judgeUpload(size: number, start: Uint8Array): UploadRefusal | null {
  if (size === 0) return "empty";
  if ([png, jpeg].some((magic) => magic.every((byte, index) => start[index] === byte)))
    return size > mostUploadBytes ? "too_large" : null;
  return /<svg[\s>]/i.test(new TextDecoder().decode(start)) ? "svg" : "not_an_image";
}
