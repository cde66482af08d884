import { healthAnswer } from "@/lib/administration/schema";
import { operation, type Operation } from "../operation";

const tag = "System";

export const healthOperation = operation({
  id: "health",
  method: "GET",
  path: "/healthz",
  base: "origin",
  tag,
  summary: "Check liveness",
  caller: "public",
  answer: healthAnswer,
  errors: [],
});

export const readinessOperation = operation({
  id: "readiness",
  method: "GET",
  path: "/readyz",
  base: "origin",
  tag,
  summary: "Check readiness",
  caller: "public",
  answer: healthAnswer,
  errors: ["unavailable"],
});

export const systemOperations: readonly Operation[] = [healthOperation, readinessOperation];
