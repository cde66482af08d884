import { eraseOneselfOperation, erasePersonOperation } from "../operations/erasure";
import { example } from "./example";

const answer = {
  message:
    "The person is erased. Signed documents and their evidence are kept as they are: they are the others' proof, and what the person signed in them stays readable.",
  account: true,
  signRequests: 2,
  documents: 3,
  signedDocuments: 1,
};

export const erasureExamples = [
  example(erasePersonOperation, { body: { email: "bo@example.org" }, answer }),
  example(eraseOneselfOperation, { answer }),
];
