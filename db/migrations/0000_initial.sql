CREATE TABLE "account_signature_elements" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"type" text NOT NULL,
	"png" "bytea" NOT NULL,
	"width_px" integer NOT NULL,
	"height_px" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "account_signing_keys" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"certificate" "bytea" NOT NULL,
	"serial_number" text NOT NULL,
	"subject" text NOT NULL,
	"not_before" timestamp (3) with time zone NOT NULL,
	"not_after" timestamp (3) with time zone NOT NULL,
	"wrapped_key" jsonb NOT NULL,
	"wrong_in_row" integer DEFAULT 0 NOT NULL,
	"wrong_today" integer DEFAULT 0 NOT NULL,
	"day_started_at" timestamp (3) with time zone,
	"locked_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"replaced_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "account_signing_keys_serial_number_unique" UNIQUE("serial_number")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" serial PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"display_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text NOT NULL,
	"made_by" text NOT NULL,
	"email_proved_at" timestamp (3) with time zone,
	"email_proof" text,
	"phone" text,
	"failed_logins_in_row" integer DEFAULT 0 NOT NULL,
	"credentials_version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "configured_signers" (
	"sha256" text PRIMARY KEY NOT NULL,
	"certificate" "bytea" NOT NULL,
	"chain" jsonb NOT NULL,
	"is_authority" boolean NOT NULL,
	"first_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "instance_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"certificate" "bytea" NOT NULL,
	"sealed_key" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "signing_password_tries" (
	"id" serial PRIMARY KEY NOT NULL,
	"signing_key_id" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "elements" (
	"id" serial PRIMARY KEY NOT NULL,
	"file_id" integer NOT NULL,
	"sign_request_id" integer NOT NULL,
	"type" text NOT NULL,
	"page" integer NOT NULL,
	"left_pt" double precision NOT NULL,
	"top_pt" double precision NOT NULL,
	"width_pt" double precision NOT NULL,
	"height_pt" double precision NOT NULL,
	"required" boolean DEFAULT true NOT NULL,
	"label" text,
	"value" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_segments" (
	"id" serial PRIMARY KEY NOT NULL,
	"file_id" integer NOT NULL,
	"role" text NOT NULL,
	"kind" text NOT NULL,
	"position" integer NOT NULL,
	"sha256" text NOT NULL,
	"size" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" serial PRIMARY KEY NOT NULL,
	"uuid" uuid NOT NULL,
	"requester_id" integer NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"pages" jsonb NOT NULL,
	"already_signed" boolean DEFAULT false NOT NULL,
	"repaired" boolean DEFAULT false NOT NULL,
	"removed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"original_size" bigint NOT NULL,
	"original_sha256" text NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"preparation" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"expiry_is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"released_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "files_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "sign_requests" (
	"id" serial PRIMARY KEY NOT NULL,
	"file_id" integer NOT NULL,
	"email" text NOT NULL,
	"display_name" text,
	"description" text,
	"status" text DEFAULT 'draft' NOT NULL,
	"signing_order" integer DEFAULT 1 NOT NULL,
	"sign_method" text NOT NULL,
	"identify_methods" jsonb NOT NULL,
	"phone" text,
	"notify" boolean DEFAULT true NOT NULL,
	"link_hash" text NOT NULL,
	"link_sealed" "bytea" NOT NULL,
	"told_at" timestamp (3) with time zone,
	"signed_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"decline_reason" text,
	"signature" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "sign_requests_link_hash_unique" UNIQUE("link_hash")
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"file_id" integer NOT NULL,
	"seq" integer NOT NULL,
	"v" integer NOT NULL,
	"type" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" jsonb NOT NULL,
	"auth" jsonb NOT NULL,
	"net" jsonb NOT NULL,
	"doc" jsonb NOT NULL,
	"data" jsonb NOT NULL,
	"prev" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_events_file_id_seq_pk" PRIMARY KEY("file_id","seq")
);
--> statement-breakpoint
CREATE TABLE "audit_personal_values" (
	"id" serial PRIMARY KEY NOT NULL,
	"file_id" integer NOT NULL,
	"seq" integer NOT NULL,
	"path" text NOT NULL,
	"salt" text NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "challenges" (
	"id" serial PRIMARY KEY NOT NULL,
	"sign_request_id" integer NOT NULL,
	"preparation" integer NOT NULL,
	"channel" text NOT NULL,
	"code_hmac" text NOT NULL,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"network" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"superseded_at" timestamp (3) with time zone,
	"consumed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "kept_messages" (
	"id" serial PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"to" text NOT NULL,
	"subject" text,
	"sealed_body" "bytea" NOT NULL,
	"idempotency_key" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "kept_messages_idempotency_key_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "outbox_jobs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"sealed" "bytea",
	"dedupe_key" text,
	"run_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"leased_by" text,
	"last_error" text,
	"done_at" timestamp (3) with time zone,
	"dead_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbox_jobs_dedupe_key_unique" UNIQUE("dedupe_key")
);
--> statement-breakpoint
CREATE TABLE "rate_counters" (
	"key" text PRIMARY KEY NOT NULL,
	"window_started_at" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wrong_codes" (
	"id" serial PRIMARY KEY NOT NULL,
	"sign_request_id" integer NOT NULL,
	"challenge_id" integer NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_signature_elements" ADD CONSTRAINT "account_signature_elements_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_signing_keys" ADD CONSTRAINT "account_signing_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signing_password_tries" ADD CONSTRAINT "signing_password_tries_signing_key_id_account_signing_keys_id_fk" FOREIGN KEY ("signing_key_id") REFERENCES "public"."account_signing_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "elements" ADD CONSTRAINT "elements_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "elements" ADD CONSTRAINT "elements_sign_request_id_sign_requests_id_fk" FOREIGN KEY ("sign_request_id") REFERENCES "public"."sign_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_segments" ADD CONSTRAINT "file_segments_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_requester_id_accounts_id_fk" FOREIGN KEY ("requester_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_requests" ADD CONSTRAINT "sign_requests_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_sign_request_id_sign_requests_id_fk" FOREIGN KEY ("sign_request_id") REFERENCES "public"."sign_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wrong_codes" ADD CONSTRAINT "wrong_codes_sign_request_id_sign_requests_id_fk" FOREIGN KEY ("sign_request_id") REFERENCES "public"."sign_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wrong_codes" ADD CONSTRAINT "wrong_codes_challenge_id_challenges_id_fk" FOREIGN KEY ("challenge_id") REFERENCES "public"."challenges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_signature_elements_account" ON "account_signature_elements" USING btree ("account_id","type");--> statement-breakpoint
CREATE UNIQUE INDEX "account_signing_keys_current" ON "account_signing_keys" USING btree ("account_id") WHERE replaced_at is null;--> statement-breakpoint
CREATE INDEX "api_tokens_account" ON "api_tokens" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "signing_password_tries_key" ON "signing_password_tries" USING btree ("signing_key_id");--> statement-breakpoint
CREATE INDEX "elements_file" ON "elements" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "elements_sign_request" ON "elements" USING btree ("sign_request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "file_segments_position" ON "file_segments" USING btree ("file_id","role","position");--> statement-breakpoint
CREATE INDEX "files_requester" ON "files" USING btree ("requester_id","created_at","id");--> statement-breakpoint
CREATE INDEX "files_status" ON "files" USING btree ("status");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_requests_email" ON "sign_requests" USING btree ("file_id","email") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "sign_requests_by_email" ON "sign_requests" USING btree ("email");--> statement-breakpoint
CREATE INDEX "audit_personal_values_event" ON "audit_personal_values" USING btree ("file_id","seq");--> statement-breakpoint
CREATE INDEX "challenges_sign_request" ON "challenges" USING btree ("sign_request_id","created_at");--> statement-breakpoint
CREATE INDEX "challenges_network" ON "challenges" USING btree ("network","created_at");--> statement-breakpoint
CREATE INDEX "kept_messages_to" ON "kept_messages" USING btree ("to","id");--> statement-breakpoint
CREATE INDEX "outbox_jobs_due" ON "outbox_jobs" USING btree ("run_at") WHERE done_at is null and dead_at is null;--> statement-breakpoint
CREATE INDEX "wrong_codes_sign_request" ON "wrong_codes" USING btree ("sign_request_id","at");