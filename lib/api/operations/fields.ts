import { z } from "zod";
import { appearancePreview, appearanceToPreview } from "@/lib/context/settings/schema";
import { fieldChange, fieldChanges, fieldList, fieldWire, newField, savedFields } from "@/lib/documents/fields/schema";
import { formValuesInput, messageAnswer } from "@/lib/documents/schema";
import { suggestionsAnswer } from "@/lib/documents/suggestions/schema";
import { operation, pathId, pathUuid, type Operation } from "./operation";

const tag = "Elements";
const byFile = z.object({ uuid: pathUuid });
const byElement = z.object({ uuid: pathUuid, elementId: pathId });
const placement = [
  "sign_request_not_in_file",
  "page_out_of_range",
  "element_outside_page",
  "signed_file_one_element",
  "file_not_draft",
  "quota_exceeded",
  "storage_full",
] as const;

export const listElementsOperation = operation({
  id: "listElements",
  method: "GET",
  path: "/file/{uuid}/elements",
  aliases: ["/file-element/{uuid}"],
  tag,
  summary: "List the fields of a document",
  caller: "signer",
  guests: true,
  scope: "read",
  params: byFile,
  answer: fieldList,
  errors: [],
});

export const addElementOperation = operation({
  id: "addElement",
  method: "POST",
  path: "/file/{uuid}/elements",
  aliases: ["/file-element/{uuid}"],
  tag,
  summary: "Place a field in a draft",
  description:
    "Coordinates are in points from the top-left corner of the page as displayed. The field must be within its page.",
  caller: "requester",
  scope: "write",
  params: byFile,
  body: newField,
  answer: fieldWire,
  errors: placement,
  leavesAccounts: true,
});

export const changeElementOperation = operation({
  id: "changeElement",
  method: "PATCH",
  path: "/file/{uuid}/elements/{elementId}",
  aliases: ["/file-element/{uuid}/{elementId}"],
  tag,
  summary: "Update a field of a draft",
  description: "Omitted members stay unchanged.",
  caller: "requester",
  scope: "write",
  params: byElement,
  body: fieldChange,
  answer: fieldWire,
  errors: [...placement, "document_on_hold"],
  leavesAccounts: true,
});

export const removeElementOperation = operation({
  id: "removeElement",
  method: "DELETE",
  path: "/file/{uuid}/elements/{elementId}",
  aliases: ["/file-element/{uuid}/{elementId}"],
  tag,
  summary: "Remove a field from a draft",
  caller: "requester",
  scope: "write",
  params: byElement,
  answer: messageAnswer,
  errors: ["file_not_draft", "document_on_hold"],
  leavesAccounts: true,
});

export const saveFieldsOperation = operation({
  id: "saveElements",
  method: "PUT",
  path: "/file/{uuid}/elements",
  tag,
  summary: "Save many fields of a draft at once",
  description:
    "Send the whole set as `elements`, or changes as `create`, `update` and `remove`. The fields of all files of an envelope count together. Either everything is stored or nothing; an invalid field is identified by its pointer. Use `If-Match` to avoid overwriting changes made by somebody else.",
  caller: "requester",
  scope: "write",
  params: byFile,
  body: fieldChanges,
  answer: savedFields,
  errors: [...placement, "document_on_hold"],
  leavesAccounts: true,
});

export const listSuggestionsOperation = operation({
  id: "listSuggestions",
  method: "GET",
  path: "/file/{uuid}/suggestions",
  tag,
  summary: "Suggest fields from a draft's form and text",
  description:
    'The fields of an uploaded form, marks such as `{{sig:1}}`, `{{initial:2}}`, `{{date:1}}`, `{{name:1}}`, `{{email:1}}`, `{{text:1:Label}}` and `{{checkbox:1}}`, where the number names the signer by order, or with attributes such as `{{Rent;type=select;role=Signer 2;options=900,950;default=900;required=false}}`, and lines to write on after words such as "Signature:" or "Assinatura:", typed or drawn, and drawn boxes to tick. Nothing is placed: send the fields you want to `POST …/elements`. Documents that already have signatures get no suggestions.',
  caller: "requester",
  scope: "read",
  params: byFile,
  answer: suggestionsAnswer,
  errors: ["file_not_draft", "integrity_error", "too_large"],
});

export const setFormValuesOperation = operation({
  id: "setFormValues",
  method: "PUT",
  path: "/file/{uuid}/form",
  tag,
  summary: "Move the values of a draft's form between pages and fields",
  description:
    "Form fields of an upload become part of its pages together with their values. `fields` removes the values from the pages, so that the suggested fields can hold them. `page` restores them. Fields that are not suggested keep their appearance. A document without a form is not changed.",
  caller: "requester",
  scope: "write",
  params: byFile,
  body: formValuesInput,
  answer: suggestionsAnswer,
  errors: [
    "file_not_draft",
    "document_on_hold",
    "version_conflict",
    "integrity_error",
    "too_large",
    "quota_exceeded",
    "storage_full",
  ],
});

export const previewAppearanceOperation = operation({
  id: "previewAppearance",
  method: "POST",
  path: "/appearance/preview",
  tag,
  summary: "Preview a signature field",
  description:
    "A signature field with a sample signature, filled by the code that signs and drawn from the resulting PDF. Omitted members of `appearance` use the instance's settings. Stores nothing.",
  caller: "requester",
  scope: "read",
  body: appearanceToPreview,
  answer: appearancePreview,
  errors: ["glyph_missing", "unavailable"],
});

export const elementsOperations: readonly Operation[] = [
  listElementsOperation,
  addElementOperation,
  saveFieldsOperation,
  changeElementOperation,
  removeElementOperation,
  listSuggestionsOperation,
  setFormValuesOperation,
  previewAppearanceOperation,
];
