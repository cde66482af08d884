import { z } from "zod";
import { downloadQuery, pageImageQuery } from "@/lib/documents/schema";
import { templateSuggestionsAnswer } from "@/lib/documents/suggestions/schema";
import {
  newTemplate,
  templateAnswer,
  templateChange,
  templateListAnswer,
  templateListQuery,
  templateUse,
  templateVersionAnswer,
  templateVersionListAnswer,
} from "@/lib/requests/templates/schema";
import { fileAnswer } from "@/lib/views/schema";
import { operation, pathId, type Operation } from "./operation";

const tag = "Templates";
const reader = { caller: "requester", scope: "read" } as const;
const writer = { caller: "requester", scope: "write" } as const;
const params = z.object({ id: pathId });
const documents = [
  "base64_invalid",
  "url_not_allowed",
  "url_unreachable",
  "email_unproved",
  "pdf_invalid",
  "pdf_encrypted",
  "pdf_locked",
  "pdf_xfa",
  "conversion_failed",
  "converter_missing",
  "quota_exceeded",
  "storage_full",
  "integrity_error",
  "glyph_missing",
  "page_out_of_range",
  "element_outside_page",
  "signed_file_one_element",
] as const;

export const listTemplatesOperation = operation({
  id: "listTemplates",
  method: "GET",
  path: "/templates",
  tag,
  summary: "My templates",
  description: "The latest changed first.",
  ...reader,
  query: templateListQuery,
  answer: templateListAnswer,
  errors: [],
});

export const createTemplateOperation = operation({
  id: "createTemplate",
  method: "POST",
  path: "/templates",
  tag,
  summary: "Create a template",
  description:
    "Creates a template from a PDF with roles and fields, or from one of your documents, whose signers become roles with their fields. Forms in the stored document are flattened.",
  ...writer,
  body: newTemplate,
  bodyKind: "json-with-file",
  answer: templateAnswer,
  errors: ["not_found", ...documents],
});

export const getTemplateOperation = operation({
  id: "getTemplate",
  method: "GET",
  path: "/templates/{id}",
  tag,
  summary: "A template",
  ...reader,
  params,
  answer: templateAnswer,
  errors: [],
});

export const changeTemplateOperation = operation({
  id: "changeTemplate",
  method: "PUT",
  path: "/templates/{id}",
  tag,
  summary: "Save a new version of a template",
  description:
    "Omitted members stay unchanged. Earlier versions and the requests made from them do not change. A call without changes creates no version. With another `file`, fields that no longer fit are removed and listed in `unfit`. `formValues` moves the values of the document's form into `fields` of the same version, as `PUT /file/{uuid}/form` does for a draft.",
  ...writer,
  params,
  body: templateChange,
  bodyKind: "json-with-file",
  answer: templateAnswer,
  errors: ["version_conflict", ...documents],
});

export const deleteTemplateOperation = operation({
  id: "deleteTemplate",
  method: "DELETE",
  path: "/templates/{id}",
  tag,
  summary: "Delete a template",
  description: "Requests made from it stay as they are.",
  ...writer,
  params,
  answer: z.object({ message: z.string() }),
  errors: [],
});

export const listTemplateVersionsOperation = operation({
  id: "listTemplateVersions",
  method: "GET",
  path: "/templates/{id}/versions",
  tag,
  summary: "List the versions of a template",
  description: "The newest 1,000, each with the number of requests created from it.",
  ...reader,
  params,
  answer: templateVersionListAnswer,
  errors: [],
});

export const getTemplateVersionOperation = operation({
  id: "getTemplateVersion",
  method: "GET",
  path: "/templates/{id}/versions/{version}",
  tag,
  summary: "Retrieve a version of a template",
  ...reader,
  params: z.object({ id: pathId, version: pathId }),
  answer: templateVersionAnswer,
  errors: [],
});

export const drawTemplatePageOperation = operation({
  id: "drawTemplatePage",
  method: "GET",
  path: "/templates/{id}/pages/{n}/image",
  tag,
  summary: "Render a page of a template",
  ...reader,
  params: z.object({ id: pathId, n: pathId }),
  query: pageImageQuery.omit({ boxes: true }),
  answer: { content: ["image/png", "image/webp"] },
  errors: ["integrity_error", "too_large"],
});

export const downloadTemplateOperation = operation({
  id: "downloadTemplate",
  method: "GET",
  path: "/templates/{id}/content",
  tag,
  summary: "Download the document of a template",
  description: "Returns the document of the current version, as requests receive it.",
  ...reader,
  params,
  query: downloadQuery.pick({ v: true }),
  answer: { content: ["application/pdf"] },
  errors: ["integrity_error"],
});

export const listTemplateSuggestionsOperation = operation({
  id: "listTemplateSuggestions",
  method: "GET",
  path: "/templates/{id}/suggestions",
  tag,
  summary: "Suggest fields from a template's form and text",
  description:
    "Same as `GET /file/{uuid}/suggestions` for the current version, with roles instead of signers. Nothing is placed: send the fields you want to `PUT /templates/{id}`. `formValues` of the same call, or of the upload, removes the values of a filled form from the pages.",
  ...reader,
  params,
  answer: templateSuggestionsAnswer,
  errors: ["integrity_error", "too_large"],
});

export const createFromTemplateOperation = operation({
  id: "createFromTemplate",
  method: "POST",
  path: "/templates/{id}/requests",
  tag,
  summary: "Create a request from a template",
  description:
    "Creates a draft with status 0, or sends it with status 1, from the template's document, fields, message, order, deadline and reminders, with a person for each role. All or nothing.",
  ...writer,
  params,
  body: templateUse,
  copiesDocument: true,
  answer: fileAnswer,
  errors: [
    "gateway_not_configured",
    "method_not_allowed_here",
    "email_unproved",
    "url_not_allowed",
    "glyph_missing",
    "integrity_error",
    "quota_exceeded",
    "storage_full",
  ],
});

export const templatesOperations: readonly Operation[] = [
  listTemplatesOperation,
  createTemplateOperation,
  getTemplateOperation,
  changeTemplateOperation,
  deleteTemplateOperation,
  listTemplateVersionsOperation,
  getTemplateVersionOperation,
  drawTemplatePageOperation,
  downloadTemplateOperation,
  listTemplateSuggestionsOperation,
  createFromTemplateOperation,
];
