import type { Operation } from "@/lib/api/operation";
import { accountOperations } from "./account";
import { administrationOperations } from "./administration";
import { systemOperations } from "./system";

/** Every operation of the service: what the API description, the server's route table and the contract tests are made from. */
export const operations: readonly Operation[] = [
  ...accountOperations,
  ...administrationOperations,
  ...systemOperations,
];
