import {
  addElementOperation,
  changeElementOperation,
  listElementsOperation,
  listSuggestionsOperation,
  removeElementOperation,
} from "../operations/elements";
import { example } from "./example";
import { exampleElement, signRequestId } from "./values";

export const elementsExamples = [
  example(listElementsOperation, { answer: { data: [exampleElement] } }),
  example(addElementOperation, {
    body: { type: "signature", signRequestId, coordinates: { page: 1, top: 600, left: 60, width: 180, height: 60 } },
    answer: exampleElement,
  }),
  example(changeElementOperation, {
    body: { coordinates: { top: 640 }, label: "Tenant" },
    answer: {
      ...exampleElement,
      label: "Tenant",
      coordinates: { ...exampleElement.coordinates, top: 640, lly: 142, ury: 202 },
    },
  }),
  example(listSuggestionsOperation, {
    answer: {
      data: [
        {
          type: "signature",
          signer: 1,
          signRequestId,
          coordinates: { page: 3, top: 590, left: 72, width: 150, height: 50, llx: 72, lly: 202, urx: 222, ury: 252 },
          label: null,
          text: "{{sig:1}}",
        },
      ],
      pagesSearched: 3,
    },
  }),
  example(removeElementOperation, { answer: { message: "The box is removed" } }),
];
