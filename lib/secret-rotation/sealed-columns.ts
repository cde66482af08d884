import type { SecretPurpose } from "@/lib/keys/secret-box";

export interface SealedColumn {
  table: string;
  /** The column that names a row. */
  key: string;
  column: string;
  purpose: SecretPurpose;
}

/** Every column that holds something sealed under APP_SECRET. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: "instance_keys", key: "id", column: "sealed_key", purpose: "instance-key" },
  { table: "sign_requests", key: "id", column: "link_sealed", purpose: "sign-link" },
  { table: "webhook_endpoints", key: "id", column: "sealed_secret", purpose: "webhook" },
  { table: "webhook_endpoints", key: "id", column: "previous_sealed_secret", purpose: "webhook" },
  { table: "outbox_jobs", key: "id", column: "sealed", purpose: "outbox" },
  { table: "kept_messages", key: "id", column: "sealed_body", purpose: "kept-message" },
  { table: "idempotency_keys", key: "key", column: "sealed_secret", purpose: "idempotency" },
  { table: "idempotency_keys", key: "key", column: "sealed_answer", purpose: "idempotency" },
];
