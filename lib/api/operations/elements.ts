import { z } from "zod";
import {
  elementChange,
  elementList,
  elementWire,
  fieldChanges,
  newElement,
  savedFields,
} from "@/lib/documents/fields/schema";
import { messageAnswer } from "@/lib/documents/schema";
import { suggestionsAnswer } from "@/lib/documents/suggestions/schema";
import { operation, type Operation } from "../operation";
import { pathId, pathUuid } from "../parameters";

const tag = "Elements";
const byFile = z.object({ uuid: pathUuid });
const byElement = z.object({ uuid: pathUuid, elementId: pathId });
const placement = [
  "sign_request_not_in_file",
  "page_out_of_range",
  "element_outside_page",
  "signed_file_one_element",
  "file_not_draft",
] as const;

export const listElementsOperation = operation({
  id: "listElements",
  method: "GET",
  path: "/file/{uuid}/elements",
  aliases: ["/file-element/{uuid}"],
  tag,
  summary: "The boxes of a document",
  caller: "signer",
  guests: true,
  scope: "read",
  params: byFile,
  answer: elementList,
  errors: [],
});

export const addElementOperation = operation({
  id: "addElement",
  method: "POST",
  path: "/file/{uuid}/elements",
  aliases: ["/file-element/{uuid}"],
  tag,
  summary: "Place a box in a draft",
  description:
    "Points from the top-left corner of the page as a reader sees it. A box has a size and lies on its page.",
  caller: "requester",
  scope: "write",
  params: byFile,
  body: newElement,
  answer: elementWire,
  errors: placement,
});

export const changeElementOperation = operation({
  id: "changeElement",
  method: "PATCH",
  path: "/file/{uuid}/elements/{elementId}",
  aliases: ["/file-element/{uuid}/{elementId}"],
  tag,
  summary: "Move or change a box of a draft",
  description: "What is left out stays as it is.",
  caller: "requester",
  scope: "write",
  params: byElement,
  body: elementChange,
  answer: elementWire,
  errors: placement,
});

export const removeElementOperation = operation({
  id: "removeElement",
  method: "DELETE",
  path: "/file/{uuid}/elements/{elementId}",
  aliases: ["/file-element/{uuid}/{elementId}"],
  tag,
  summary: "Take a box out of a draft",
  caller: "requester",
  scope: "write",
  params: byElement,
  answer: messageAnswer,
  errors: ["file_not_draft"],
});

export const saveFieldsOperation = operation({
  id: "saveElements",
  method: "PUT",
  path: "/file/{uuid}/elements",
  tag,
  summary: "Save many fields of a draft at once",
  description:
    "Send the whole set as `elements`, or changes as `create`, `update` and `remove`. All of it is stored, or nothing: a refused field is named by its pointer. With `If-Match`, fields that somebody else changed meanwhile are not overwritten.",
  caller: "requester",
  scope: "write",
  params: byFile,
  body: fieldChanges,
  answer: savedFields,
  errors: placement,
});

export const listSuggestionsOperation = operation({
  id: "listSuggestions",
  method: "GET",
  path: "/file/{uuid}/suggestions",
  tag,
  summary: "Places in a draft's text that ask for a box",
  description:
    'Marks such as `{{sig:1}}`, `{{initial:2}}`, `{{date:1}}`, `{{name:1}}`, `{{email:1}}`, `{{text:1:Label}}` and `{{checkbox:1}}`, where the number names the signer by order, and lines to write on after words such as "Signature:" or "Assinatura:". Nothing is placed: send what you want to `POST …/elements`. None in a document that carries signatures already.',
  caller: "requester",
  scope: "read",
  params: byFile,
  answer: suggestionsAnswer,
  errors: ["file_not_draft", "integrity_error", "too_large"],
});

export const elementsOperations: readonly Operation[] = [
  listElementsOperation,
  addElementOperation,
  saveFieldsOperation,
  changeElementOperation,
  removeElementOperation,
  listSuggestionsOperation,
];
