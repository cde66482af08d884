ALTER TABLE "account_signing_keys" ALTER COLUMN "wrapped_key" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "account_signing_keys" ADD COLUMN "revocation_reason" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "instance_keys" DROP CONSTRAINT "instance_keys_pkey";--> statement-breakpoint
ALTER TABLE "instance_keys" ADD COLUMN "id" serial PRIMARY KEY NOT NULL;--> statement-breakpoint
ALTER TABLE "instance_keys" ADD COLUMN "retired_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "instance_keys" ADD COLUMN "revoked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "instance_keys" ADD COLUMN "revocation_reason" text;--> statement-breakpoint
ALTER TABLE "sign_requests" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "instance_keys_in_use" ON "instance_keys" USING btree ("name") WHERE retired_at is null;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "decrypted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "frozen_fields" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "remaining" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "files" SET "remaining" = "removed", "removed" = '[]'::jsonb WHERE "already_signed";--> statement-breakpoint
CREATE TABLE "evidence_documents" (
	"file_id" integer PRIMARY KEY NOT NULL,
	"sha256" text NOT NULL,
	"size" bigint NOT NULL,
	"sealed_head" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "evidence_documents" ADD CONSTRAINT "evidence_documents_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TABLE "document_timestamps" (
	"id" serial PRIMARY KEY NOT NULL,
	"file_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"certificate_ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "document_timestamps" ADD CONSTRAINT "document_timestamps_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_timestamps_file" ON "document_timestamps" USING btree ("file_id","id");--> statement-breakpoint
ALTER TABLE "account_signing_keys" ADD COLUMN "issuer_sha256" text;--> statement-breakpoint
CREATE INDEX "account_signing_keys_revoked" ON "account_signing_keys" USING btree ("revoked_at") WHERE revoked_at is not null;
