import { z } from "zod";
import { copyTimes } from "@/db/schema/files";
import { reminderPlan, remindersInput, signatureOptionsChange } from "@/lib/context/settings/schema";
import { signerIdentifyMethodNames, signMethodNames } from "@/lib/context/sign-methods/method-names";
import { shownDetails, signerField } from "@/lib/documents/fields/schema";
import { fileName, formValues, pageWire } from "@/lib/documents/schema";
import { alignments, dateFormats } from "@/lib/platform/geometry/field-text";
import { cleanName, plainText, plainTextRule } from "@/lib/platform/plain-text";
import {
  attachmentRequestsInput,
  attachmentRequestWire,
  copyAt,
  fileSource,
  newRequest,
  signerInput,
  signRequestRole,
} from "../state/schema";

const shortName = z.string().overwrite(cleanName).trim().min(1).max(100).regex(plainText, plainTextRule);

const role = z.object({
  name: shortName.meta({ description: "The name of the role, for example Tenant. Unique in the template." }),
  description: z.string().max(2000).nullish().meta({ description: "The message to the person." }),
  signingOrder: z.int().min(1).max(1000).optional(),
  signMethod: z
    .enum(signMethodNames)
    .nullish()
    .meta({ description: "Defaults to the instance's setting at the time of use." }),
  identifyMethod: z
    .enum(signerIdentifyMethodNames)
    .nullish()
    .meta({ description: "Defaults to the person's in the call, then the instance's setting." }),
  role: signRequestRole.optional().meta({ description: "Defaults to `signer`." }),
  copyAt: copyAt.optional(),
  attachmentRequests: attachmentRequestsInput.optional(),
  notify: z.boolean().optional(),
});

const field = signerField.extend({
  name: shortName
    .optional()
    .meta({ description: "Key in `values`, unique in the template. Defaults to the label or the type with a number." }),
  role: z.string().meta({ description: "The name of a role." }),
});

const roles = z.array(role).min(1).max(1000);
const fields = z.array(field).max(2000);
const expiresInDays = z.int().min(1).max(365).nullish().meta({
  description: "Days from the use to the deadline. Null: the instance's setting.",
});

const allowDelegation = z.boolean().meta({
  description: "Signers may delegate signing to another person. Defaults to false, or to the document's setting.",
});

export const newTemplate = z.object({
  name: fileName.optional().meta({ description: "Required, except with `file.fileId`." }),
  file: fileSource.meta({
    description:
      "Exactly one of base64, url and fileId. With `fileId` of one of your documents, its upload, signers and fields are copied; signers become roles.",
  }),
  roles: roles.optional().meta({
    description: "Required, except with `file.fileId`, where they rename its signers in signing order.",
  }),
  fields: fields.optional(),
  expiresInDays,
  allowDelegation: allowDelegation.optional(),
  signatureOptions: signatureOptionsChange.nullish(),
  reminders: remindersInput.nullish(),
});

export const templateChange = z.object({
  name: fileName.optional(),
  file: fileSource
    .optional()
    .meta({ description: "Another PDF. Fields that no longer fit are removed and listed in `unfit`." }),
  formValues: formValues.optional().meta({
    description:
      "The values of the current document's form: `page` keeps them on the pages; `fields` removes them to fill `fields`, which the same call can send. For another `file`, use `file.formValues`.",
  }),
  roles: roles.optional(),
  fields: fields.optional().meta({ description: "Replaces all of them. Unchanged if omitted." }),
  expiresInDays,
  allowDelegation: allowDelegation.optional(),
  signatureOptions: signatureOptionsChange.nullish(),
  reminders: remindersInput.nullish(),
  version: z.int().optional().meta({
    description: "The version that was edited. If it is no longer current, the response is `version_conflict`.",
  }),
});

const person = signerInput
  .omit({
    signRequestId: true,
    identify: true,
    display_name: true,
    signingOrder: true,
    signMethod: true,
    notify: true,
    role: true,
    copyAt: true,
    attachmentRequests: true,
  })
  .meta({ description: "The person for a role. Order, sign method and kind of person come from the role." });

export const templateUse = newRequest
  .pick({ status: true, callback: true, callbackFormat: true, expiresAt: true, reminders: true })
  .extend({
    name: fileName.optional().meta({ description: "Defaults to the template's." }),
    people: z.record(z.string(), person).meta({ description: "Keyed by role name. Every role needs a person." }),
    values: z.record(z.string(), z.string().max(1000).nullable()).optional().meta({
      description: "Values keyed by field name. For radio buttons, the group and the label of the selected one.",
    }),
    version: z.int().optional().meta({ description: "Defaults to the current version." }),
  });

const templateFieldWire = z.object({
  name: z.string(),
  role: z.string(),
  type: signerField.shape.type,
  coordinates: z.object({
    page: z.int(),
    top: z.number(),
    left: z.number(),
    width: z.number(),
    height: z.number(),
  }),
  required: z.boolean(),
  label: z.string().nullable(),
  value: z.string().nullable(),
  readOnly: z.boolean(),
  fontSize: z.number().nullable(),
  alignment: z.enum(alignments).nullable(),
  dateFormat: z.enum(dateFormats).nullable(),
  ...shownDetails,
});

const summary = {
  id: z.int(),
  name: z.string(),
  version: z.int().meta({ description: "The number of the current version." }),
  pages: z.int(),
  roles: z.array(z.string()).meta({ description: "Their names, in signing order." }),
  uses: z.int(),
  lastUsedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  thumbnail: z.string().meta({ description: "URL of a picture of the first page." }),
};

const templateSummary = z.object(summary);

const versionFacts = {
  roles: z.array(
    z.object({
      name: z.string(),
      description: z.string().nullable(),
      signingOrder: z.int(),
      signMethod: z.enum(signMethodNames).nullable(),
      identifyMethod: z.enum(signerIdentifyMethodNames).nullable(),
      role: signRequestRole,
      copyAt: z.array(z.enum(copyTimes)),
      attachmentRequests: z.array(attachmentRequestWire),
      notify: z.boolean(),
    }),
  ),
  fields: z.array(templateFieldWire),
  expiresInDays: z.int().nullable(),
  allowDelegation: z.boolean(),
  signatureOptions: signatureOptionsChange.nullable(),
  reminders: reminderPlan.nullable(),
  documentPages: z.array(pageWire),
  sha256: z.string().meta({ description: "The hash of this version's document, as requests receive it." }),
  frozenFields: z.int().meta({ description: "Form fields of the upload that became part of its pages." }),
};

export const templateVersionAnswer = z.object({
  templateId: z.int(),
  version: z.int(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  ...versionFacts,
});

export const templateAnswer = z.object({
  ...summary,
  ...versionFacts,
  unfit: z
    .array(z.object({ name: z.string(), page: z.int(), reason: z.enum(["page_missing", "outside_page", "condition"]) }))
    .optional()
    .meta({
      description:
        "After the file was replaced: the fields that no longer fit. `condition`: an expression refers to such a field.",
    }),
});

export const templateListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(64).optional(),
});
export const templateListAnswer = z.object({
  data: z.array(templateSummary),
  pagination: z.object({ nextCursor: z.string().nullable() }),
});
export const templateVersionListAnswer = z.object({
  data: z.array(
    z.object({ version: z.int(), name: z.string(), createdAt: z.iso.datetime(), fields: z.int(), requests: z.int() }),
  ),
});

export type NewTemplate = z.infer<typeof newTemplate>;
export type TemplateChange = z.infer<typeof templateChange>;
export type TemplateUse = z.infer<typeof templateUse>;
export type TemplateWire = z.infer<typeof templateAnswer>;
export type TemplateVersions = z.infer<typeof templateVersionListAnswer>;
export type TemplateSummary = z.infer<typeof templateSummary>;
export type TemplateVersionWire = z.infer<typeof templateVersionAnswer>;
export type TemplateFieldInput = z.infer<typeof field>;
export type TemplateRoleInput = z.infer<typeof role>;
