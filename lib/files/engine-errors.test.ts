import { expect, test } from "vitest";
import { EngineBusyError, EngineLostError, EngineTimeoutError } from "@/lib/pdf-pool/engine-errors";
import { toFileError } from "./engine-errors";

test.each([new EngineBusyError(), new EngineTimeoutError("sign", 10_000), new EngineLostError("SIGKILL")])("%s is unavailable with a time to come back, never a refusal of the file", (error) => {
  expect(toFileError(error)).toMatchObject({ code: "unavailable", retryAfterSeconds: 5, cause: error });
});
