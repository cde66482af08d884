import type { AttachmentType } from "@/db/schema/files";

export const attachmentTypeFacts: Readonly<Record<AttachmentType, { mediaType: string; endings: readonly string[] }>> =
  {
    pdf: { mediaType: "application/pdf", endings: ["pdf"] },
    jpeg: { mediaType: "image/jpeg", endings: ["jpg", "jpeg"] },
    png: { mediaType: "image/png", endings: ["png"] },
    webp: { mediaType: "image/webp", endings: ["webp"] },
    heic: { mediaType: "image/heic", endings: ["heic", "heif"] },
    docx: {
      mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      endings: ["docx"],
    },
  };

export const attachmentTypeNames = Object.keys(attachmentTypeFacts) as readonly AttachmentType[];
