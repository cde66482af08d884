import { expect, test } from "vitest";
import { timelineSteps } from "./document-signers";

const [sent, opened, signed] = ["2027-03-12T14:02:00Z", "2027-03-12T14:05:00Z", "2027-03-12T14:09:00Z"];

test("gives each completed step its time and leaves the others open", () => {
  expect(timelineSteps({ signer: { role: "signer", done: null }, progress: { told: sent, opened: null } })).toEqual([
    { name: "sent", isDone: true, at: sent },
    { name: "opened", isDone: false, at: null },
    { name: "signed", isDone: false, at: null },
  ]);
  expect(
    timelineSteps({ signer: { role: "signer", done: signed }, progress: { told: sent, opened } }).map(
      ({ name, at }) => [name, at],
    ),
  ).toEqual([
    ["sent", sent],
    ["opened", opened],
    ["signed", signed],
  ]);
});

test("leaves out the opening for a signer who signed by the API without opening the document", () => {
  expect(
    timelineSteps({ signer: { role: "signer", done: signed }, progress: { told: sent, opened: null } }).map(
      ({ name }) => name,
    ),
  ).toEqual(["sent", "signed"]);
});
