import { z } from "zod";
import { imageTypes } from "@/db/schema/request-facts";
import { ownAccountAnswer, sessionAnswer, tokenAnswer } from "@/lib/accounts/schema";

const time = z.string();
const event = z.object({
  at: time,
  type: z.string(),
  mine: z.boolean().meta({ description: "Whether the account holder caused this event." }),
  address: z.string().nullable().meta({ description: "The account holder's IP address at that time." }),
  userAgent: z.string().nullable(),
});
const files = z
  .array(z.object({ fileId: z.int(), uuid: z.string(), name: z.string(), events: z.array(event) }))
  .optional()
  .meta({ description: "The files of an envelope." });
const file = z.object({ fileId: z.int(), uuid: z.string(), name: z.string(), status: z.string() });

export const accountExportAnswer = z.object({
  format: z.literal("paraph-account-export-1"),
  service: z.string(),
  exportedAt: time,
  account: ownAccountAnswer,
  telegramLinkedAt: time.nullable(),
  sessions: z.array(sessionAnswer).meta({ description: "Your active sessions." }),
  tokens: z.array(tokenAnswer).meta({ description: "Their names and scopes. The tokens themselves are not stored." }),
  signatures: z.array(z.object({ id: z.int(), type: z.enum(imageTypes), createdAt: time, pngBase64: z.string() })),
  certificates: z.array(
    z.object({
      subject: z.string(),
      serialNumber: z.string(),
      notBefore: time,
      notAfter: time,
      replacedAt: time.nullable(),
      revokedAt: time.nullable(),
    }),
  ),
  webhooks: z.array(z.object({ url: z.string(), description: z.string().nullable(), createdAt: time })),
  requestsMade: z.array(
    file.extend({
      createdAt: time,
      releasedAt: time.nullable(),
      completedAt: time.nullable(),
      closedAt: time.nullable(),
      deletedAt: time.nullable(),
      signers: z.array(
        z.object({
          email: z.string(),
          displayName: z.string().nullable(),
          status: z.string(),
          signedAt: time.nullable(),
        }),
      ),
      events: z.array(event),
      files,
    }),
  ),
  templates: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      version: z.int(),
      uses: z.int(),
      createdAt: time,
      updatedAt: time,
      deletedAt: time.nullable(),
      directLinks: z
        .array(
          z.object({
            id: z.int(),
            name: z.string(),
            role: z.string(),
            people: z.array(z.object({ role: z.string(), email: z.string(), displayName: z.string().nullable() })),
            uses: z.int(),
            createdAt: time,
            endsAt: time.nullable(),
            deletedAt: time.nullable(),
          }),
        )
        .meta({
          description: "The template's direct links, without their URLs. `people`: the people set by the owner.",
        }),
    }),
  ),
  bulkSends: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      state: z.string(),
      createdAt: time,
      endedAt: time.nullable(),
      rows: z
        .array(
          z.object({
            row: z.int(),
            state: z.string(),
            title: z.string().nullable(),
            people: z.array(
              z.object({
                role: z.string(),
                email: z.string(),
                displayName: z.string().nullable(),
                language: z.string().nullable(),
                phone: z.string().nullable(),
              }),
            ),
            values: z.record(z.string(), z.string()),
            fileId: z.int().nullable(),
          }),
        )
        .meta({ description: "The people and values are deleted some time after the end." }),
    }),
  ),
  requestsReceived: z.array(
    file.extend({
      from: z.string(),
      email: z.string(),
      displayName: z.string().nullable(),
      phone: z.string().nullable(),
      signMethod: z.string(),
      mine: z.string().meta({ description: "The state of your part." }),
      toldAt: time.nullable(),
      signedAt: time.nullable(),
      declineReason: z.string().nullable(),
      delegationReason: z.string().nullable(),
      attachments: z
        .array(
          z.object({
            label: z.string(),
            name: z.string(),
            type: z.string(),
            size: z.int(),
            sha256: z.string(),
            createdAt: time,
          }),
        )
        .meta({ description: "Files that you added on request." }),
      events: z.array(event).meta({ description: "Events that you caused or that concern your part." }),
      files,
    }),
  ),
  apiCalls: z
    .array(z.object({ at: time, method: z.string(), path: z.string(), status: z.int(), requestId: z.string() }))
    .meta({ description: "The API calls of the last seven days." }),
});

export type AccountExport = z.infer<typeof accountExportAnswer>;
