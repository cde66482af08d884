import { addElementOperation, changeElementOperation, listElementsOperation, removeElementOperation } from "../operations/elements";
import { example } from "./example";
import { exampleElement, signRequestId } from "./values";

export const elementsExamples = [
  example(listElementsOperation, { answer: { data: [exampleElement] } }),
  example(addElementOperation, {
    body: { type: "signature", signRequestId, coordinates: { page: 1, top: 600, left: 60, width: 180, height: 60 } },
    answer: exampleElement,
  }),
  example(changeElementOperation, { body: { coordinates: { top: 640 }, label: "Tenant" }, answer: { ...exampleElement, label: "Tenant", coordinates: { ...exampleElement.coordinates, top: 640, lly: 142, ury: 202 } } }),
  example(removeElementOperation, { answer: { message: "The box is removed" } }),
];
