import { fileId, fileUuid, linkUuid, signRequestId } from "./values";

/** What the parameters of paths look like. */
export const parameterExamples: Readonly<Record<string, string | number>> = {
  uuid: fileUuid,
  u: linkUuid,
  signRequestUuid: linkUuid,
  fileId,
  signRequestId,
  elementId: 7,
  id: 4,
  deliveryId: 9,
  n: 1,
  revision: 2,
  user_id: "bo@example.org",
  request: "MEIwQDA+MDwwOjAJBgUrDgMCGgUA",
};
