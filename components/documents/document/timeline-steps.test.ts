import { expect, test } from "vitest";
import { timelineSteps } from "./document-signers";

const [sent, opened, signed] = ["2027-03-12T14:02:00Z", "2027-03-12T14:05:00Z", "2027-03-12T14:09:00Z"];

test("each step that happened has its time, and the others are still to come", () => {
  expect(timelineSteps({ signer: { signed: null }, progress: { told: sent, opened: null } })).toEqual([
    { name: "sent", isDone: true, at: sent },
    { name: "opened", isDone: false, at: null },
    { name: "signed", isDone: false, at: null },
  ]);
  expect(
    timelineSteps({ signer: { signed }, progress: { told: sent, opened } }).map(({ name, at }) => [name, at]),
  ).toEqual([
    ["sent", sent],
    ["opened", opened],
    ["signed", signed],
  ]);
});

test("of a signer who signed by the API and never opened the document it is not said that it was opened", () => {
  expect(timelineSteps({ signer: { signed }, progress: { told: sent, opened: null } }).map(({ name }) => name)).toEqual(
    ["sent", "signed"],
  );
});
