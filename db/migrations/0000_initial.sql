-- expand: the first schema.
CREATE TABLE "account_links" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "account_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
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
	"wrapped_key" jsonb,
	"wrong_in_row" integer DEFAULT 0 NOT NULL,
	"wrong_today" integer DEFAULT 0 NOT NULL,
	"day_started_at" timestamp (3) with time zone,
	"locked_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"replaced_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revocation_reason" text,
	"issuer_sha256" text,
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
	"language" text,
	"failed_logins_in_row" integer DEFAULT 0 NOT NULL,
	"credentials_version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"erased_at" timestamp (3) with time zone,
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
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"certificate" "bytea" NOT NULL,
	"sealed_key" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revocation_reason" text
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"id" serial NOT NULL,
	"account_id" integer NOT NULL,
	"address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "sessions_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "signing_password_tries" (
	"id" serial PRIMARY KEY NOT NULL,
	"signing_key_id" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin_activity" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"account_id" integer NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_timestamps" (
	"id" serial PRIMARY KEY NOT NULL,
	"file_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"certificate_ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "evidence_documents" (
	"file_id" integer PRIMARY KEY NOT NULL,
	"sha256" text NOT NULL,
	"size" bigint NOT NULL,
	"sealed_head" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"decrypted" boolean DEFAULT false NOT NULL,
	"frozen_fields" integer DEFAULT 0 NOT NULL,
	"removed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"remaining" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"readers" jsonb,
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
	"file_created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"email" text NOT NULL,
	"display_name" text,
	"description" text,
	"status" text DEFAULT 'draft' NOT NULL,
	"signing_order" integer DEFAULT 1 NOT NULL,
	"sign_method" text NOT NULL,
	"identify_methods" jsonb NOT NULL,
	"phone" text,
	"language" text,
	"notify" boolean DEFAULT true NOT NULL,
	"link_hash" text NOT NULL,
	"link_sealed" "bytea" NOT NULL,
	"notified_at" timestamp (3) with time zone,
	"signed_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"decline_reason" text,
	"signature" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "sign_requests_link_hash_unique" UNIQUE("link_hash")
);
--> statement-breakpoint
CREATE TABLE "guest_sessions" (
	"id" serial PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"sign_request_id" integer NOT NULL,
	"method" text NOT NULL,
	"recipient" text NOT NULL,
	"challenge_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "guest_sessions_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "guest_sessions_challenge_id_unique" UNIQUE("challenge_id")
);
--> statement-breakpoint
CREATE TABLE "guest_signature_elements" (
	"id" serial PRIMARY KEY NOT NULL,
	"sign_request_id" integer NOT NULL,
	"type" text NOT NULL,
	"png" "bytea" NOT NULL,
	"width_px" integer NOT NULL,
	"height_px" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"asked" text NOT NULL,
	"run" uuid NOT NULL,
	"leased_until" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	"made" jsonb,
	"sealed_secret" "bytea",
	"sealed_answer" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_search" (
	"file_id" integer PRIMARY KEY NOT NULL,
	"viewers" text[] NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "list_tallies" (
	"viewer" text NOT NULL,
	"day" date NOT NULL,
	"tab" smallint NOT NULL,
	"documents" integer NOT NULL,
	"changes" integer NOT NULL,
	"is_new" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_buckets" (
	"key" text PRIMARY KEY NOT NULL,
	"tokens" double precision NOT NULL,
	"granted" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"token_id" integer,
	"at" timestamp (3) with time zone NOT NULL,
	"request_id" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"status" integer NOT NULL,
	"code" text,
	"duration_ms" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "telegram_link_tokens" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "telegram_link_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "telegram_links" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"chat_id" text NOT NULL,
	"linked_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "telegram_listeners" (
	"bot" text PRIMARY KEY NOT NULL,
	"next_update_id" bigint DEFAULT 0 NOT NULL,
	"leased_by" text,
	"leased_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "event_counters" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"public_id" uuid NOT NULL,
	"account_id" integer NOT NULL,
	"position" bigint NOT NULL,
	"file_id" integer NOT NULL,
	"sequence" integer NOT NULL,
	"type" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"data" jsonb,
	"status" smallint,
	"sign_request_id" integer,
	"sha256" "bytea",
	"name" text,
	"origin" text
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"endpoint_id" integer NOT NULL,
	"event_id" bigint,
	"public_id" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"leased_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"file_id" integer,
	"url" text NOT NULL,
	"description" text,
	"events" jsonb,
	"format" text DEFAULT 'json' NOT NULL,
	"sealed_secret" "bytea" NOT NULL,
	"previous_sealed_secret" "bytea",
	"previous_secret_until" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"disabled_reason" text,
	"failures_in_row" integer DEFAULT 0 NOT NULL,
	"last_delivery_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_callers" (
	"file_id" integer NOT NULL,
	"n" smallint NOT NULL,
	"actor" jsonb NOT NULL,
	"net" jsonb NOT NULL,
	CONSTRAINT "audit_callers_file_id_n_pk" PRIMARY KEY("file_id","n")
);
--> statement-breakpoint
CREATE TABLE "audit_personal_values" (
	"id" serial PRIMARY KEY NOT NULL,
	"file_id" integer NOT NULL,
	"seq" integer,
	"path" text NOT NULL,
	"salt" "bytea" NOT NULL,
	"value" text NOT NULL,
	"caller" smallint
);
--> statement-breakpoint
CREATE TABLE "challenges" (
	"id" serial PRIMARY KEY NOT NULL,
	"sign_request_id" integer NOT NULL,
	"preparation" integer NOT NULL,
	"purpose" text DEFAULT 'sign' NOT NULL,
	"channel" text NOT NULL,
	"sent_to" text,
	"recipient_hmac" text,
	"code_hmac" text NOT NULL,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"network" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"superseded_at" timestamp (3) with time zone,
	"consumed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "inbox_messages" (
	"id" serial PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"to" text NOT NULL,
	"subject" text,
	"sealed_body" "bytea" NOT NULL,
	"idempotency_key" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_messages_idempotency_key_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "outbox_jobs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"sealed" "bytea",
	"dedupe_key" text,
	"run_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', now()) NOT NULL,
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
CREATE TABLE "audit_events" (
	"file_id" integer NOT NULL,
	"seq" integer NOT NULL,
	"v" integer NOT NULL,
	"type" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" jsonb,
	"auth" jsonb,
	"net" jsonb,
	"doc" jsonb,
	"data" jsonb,
	"prev" text,
	"hash" "bytea" NOT NULL,
	"caller" smallint,
	"request" text,
	CONSTRAINT "audit_events_file_id_seq_pk" PRIMARY KEY("file_id","seq")
);
--> statement-breakpoint
CREATE TABLE "wrong_codes" (
	"id" serial PRIMARY KEY NOT NULL,
	"sign_request_id" integer NOT NULL,
	"challenge_id" integer NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_signature_elements" ADD CONSTRAINT "account_signature_elements_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_signing_keys" ADD CONSTRAINT "account_signing_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signing_password_tries" ADD CONSTRAINT "signing_password_tries_signing_key_id_account_signing_keys_id_fk" FOREIGN KEY ("signing_key_id") REFERENCES "public"."account_signing_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_activity" ADD CONSTRAINT "admin_activity_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_timestamps" ADD CONSTRAINT "document_timestamps_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_documents" ADD CONSTRAINT "evidence_documents_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "elements" ADD CONSTRAINT "elements_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "elements" ADD CONSTRAINT "elements_sign_request_id_sign_requests_id_fk" FOREIGN KEY ("sign_request_id") REFERENCES "public"."sign_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_segments" ADD CONSTRAINT "file_segments_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_requester_id_accounts_id_fk" FOREIGN KEY ("requester_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_requests" ADD CONSTRAINT "sign_requests_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_sessions" ADD CONSTRAINT "guest_sessions_sign_request_id_sign_requests_id_fk" FOREIGN KEY ("sign_request_id") REFERENCES "public"."sign_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_sessions" ADD CONSTRAINT "guest_sessions_challenge_id_challenges_id_fk" FOREIGN KEY ("challenge_id") REFERENCES "public"."challenges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_signature_elements" ADD CONSTRAINT "guest_signature_elements_sign_request_id_sign_requests_id_fk" FOREIGN KEY ("sign_request_id") REFERENCES "public"."sign_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_search" ADD CONSTRAINT "file_search_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "telegram_link_tokens" ADD CONSTRAINT "telegram_link_tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "telegram_links" ADD CONSTRAINT "telegram_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_counters" ADD CONSTRAINT "event_counters_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_callers" ADD CONSTRAINT "audit_callers_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_sign_request_id_sign_requests_id_fk" FOREIGN KEY ("sign_request_id") REFERENCES "public"."sign_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wrong_codes" ADD CONSTRAINT "wrong_codes_sign_request_id_sign_requests_id_fk" FOREIGN KEY ("sign_request_id") REFERENCES "public"."sign_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wrong_codes" ADD CONSTRAINT "wrong_codes_challenge_id_challenges_id_fk" FOREIGN KEY ("challenge_id") REFERENCES "public"."challenges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_links_account" ON "account_links" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "account_signature_elements_account" ON "account_signature_elements" USING btree ("account_id","type");--> statement-breakpoint
CREATE UNIQUE INDEX "account_signing_keys_current" ON "account_signing_keys" USING btree ("account_id") WHERE replaced_at is null;--> statement-breakpoint
CREATE INDEX "account_signing_keys_revoked" ON "account_signing_keys" USING btree ("revoked_at") WHERE revoked_at is not null;--> statement-breakpoint
CREATE INDEX "api_tokens_account" ON "api_tokens" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "instance_keys_in_use" ON "instance_keys" USING btree ("name") WHERE retired_at is null;--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "signing_password_tries_key" ON "signing_password_tries" USING btree ("signing_key_id");--> statement-breakpoint
CREATE INDEX "admin_activity_at" ON "admin_activity" USING btree ("at");--> statement-breakpoint
CREATE INDEX "document_timestamps_file" ON "document_timestamps" USING btree ("file_id","id");--> statement-breakpoint
CREATE INDEX "elements_file" ON "elements" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "elements_sign_request" ON "elements" USING btree ("sign_request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "file_segments_position" ON "file_segments" USING btree ("file_id","role","position");--> statement-breakpoint
CREATE INDEX "files_requester" ON "files" USING btree ("requester_id","created_at","id");--> statement-breakpoint
CREATE INDEX "files_requester_name" ON "files" USING btree ("requester_id",lower(name),"id");--> statement-breakpoint
CREATE INDEX "files_status" ON "files" USING btree ("status");--> statement-breakpoint
CREATE INDEX "files_drafts" ON "files" USING btree ("created_at") WHERE status = 'draft';--> statement-breakpoint
CREATE INDEX "files_open" ON "files" USING btree ("expires_at") WHERE status in ('able_to_sign', 'partially_signed');--> statement-breakpoint
CREATE UNIQUE INDEX "sign_requests_email" ON "sign_requests" USING btree ("file_id","email") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "sign_requests_by_email" ON "sign_requests" USING btree ("email","file_created_at","file_id");--> statement-breakpoint
CREATE INDEX "guest_sessions_sign_request" ON "guest_sessions" USING btree ("sign_request_id");--> statement-breakpoint
CREATE INDEX "guest_signature_elements_sign_request" ON "guest_signature_elements" USING btree ("sign_request_id","type");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "list_tallies_viewer" ON "list_tallies" USING btree ("viewer","day","tab","documents","changes");--> statement-breakpoint
CREATE INDEX "list_tallies_new" ON "list_tallies" USING btree ("viewer","day","tab") WHERE is_new;--> statement-breakpoint
CREATE INDEX "request_log_account" ON "request_log" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "request_log_at" ON "request_log" USING brin ("at");--> statement-breakpoint
CREATE INDEX "telegram_link_tokens_account" ON "telegram_link_tokens" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "events_position" ON "events" USING btree ("account_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "events_sequence" ON "events" USING btree ("file_id","sequence");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("next_attempt_at","endpoint_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("endpoint_id","next_attempt_at","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_leased" ON "webhook_deliveries" USING btree ("endpoint_id") WHERE leased_until is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_account" ON "webhook_endpoints" USING btree ("account_id") WHERE file_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_endpoints_file" ON "webhook_endpoints" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "audit_personal_values_event" ON "audit_personal_values" USING btree ("file_id","seq");--> statement-breakpoint
CREATE INDEX "challenges_sign_request" ON "challenges" USING btree ("sign_request_id","created_at");--> statement-breakpoint
CREATE INDEX "challenges_network" ON "challenges" USING btree ("network","created_at");--> statement-breakpoint
CREATE INDEX "challenges_remembered" ON "challenges" USING btree ("expires_at") WHERE code_hmac <> '' or network is not null;--> statement-breakpoint
CREATE INDEX "inbox_messages_to" ON "inbox_messages" USING btree ("to","id");--> statement-breakpoint
CREATE INDEX "outbox_jobs_due" ON "outbox_jobs" USING btree ("run_at") WHERE done_at is null and dead_at is null;--> statement-breakpoint
CREATE INDEX "outbox_jobs_dead" ON "outbox_jobs" USING btree ("id") WHERE dead_at is not null;--> statement-breakpoint
CREATE INDEX "outbox_jobs_untried" ON "outbox_jobs" USING btree ("id","kind","run_at") WHERE done_at is null and dead_at is null and attempts = 0;--> statement-breakpoint
CREATE INDEX "outbox_jobs_failed" ON "outbox_jobs" USING btree ("id","kind") WHERE done_at is null and dead_at is null and attempts > 0;--> statement-breakpoint
CREATE INDEX "outbox_jobs_done" ON "outbox_jobs" USING btree ("done_at") WHERE done_at is not null;--> statement-breakpoint
CREATE INDEX "wrong_codes_sign_request" ON "wrong_codes" USING btree ("sign_request_id","at");
--> statement-breakpoint
-- Counters may be lost in a crash; they must not cost a WAL write per log-in.
ALTER TABLE "rate_counters" SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE "rate_buckets" SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE "request_log" SET UNLOGGED;
--> statement-breakpoint
-- The audit chain is append-only: a hash chain shows tampering, this refuses the accident.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_events_append_only" BEFORE UPDATE OR DELETE ON "audit_events" FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
--> statement-breakpoint
CREATE TRIGGER "audit_events_no_truncate" BEFORE TRUNCATE ON "audit_events" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
--> statement-breakpoint
-- Always: `session_replication_role = replica`, which restores and replication tools set, would skip the triggers otherwise.
ALTER TABLE "audit_events" ENABLE ALWAYS TRIGGER "audit_events_append_only";
--> statement-breakpoint
ALTER TABLE "audit_events" ENABLE ALWAYS TRIGGER "audit_events_no_truncate";
--> statement-breakpoint
-- The tab of a document for a viewer whose own entry among the signers is in `own_status`: tallyTabs of db/schema/lists.ts. That an open document's time
-- has run out is not known here; who reads the tallies takes those away.
CREATE FUNCTION "list_tab"("file_status" text, "own_status" text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE
    WHEN file_status IN ('signed', 'deleted') THEN 2
    WHEN file_status = 'draft' THEN 3
    WHEN file_status = 'signing_in_progress' THEN 1
    WHEN file_status NOT IN ('able_to_sign', 'partially_signed') THEN 4
    WHEN own_status = 'pending' THEN 0
    ELSE 1 END)::smallint
$$;
--> statement-breakpoint
-- Whether a signer sees the document in their list: the rule of `viewOf` in lib/views. The requester sees it as the requester.
CREATE FUNCTION "is_notified"("file" "files", "signer" "sign_requests", "requester_email" text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT signer.removed_at IS NULL AND signer.notified_at IS NOT NULL AND signer.status NOT IN ('draft', 'waiting')
    AND file.status <> 'draft' AND (file.status <> 'deleted' OR file.completed_at IS NOT NULL)
    AND (signer.email <> requester_email OR file.status = 'deleted')
$$;
--> statement-breakpoint
-- The lists that a document stands in, as it and its signers are now.
CREATE FUNCTION "list_entries"("file" "files") RETURNS TABLE("viewer" text, "day" date, "tab" smallint) LANGUAGE sql STABLE AS $$
  SELECT '#' || file.requester_id, (file.created_at AT TIME ZONE 'UTC')::date, list_tab(file.status, (
      SELECT own.status FROM sign_requests own JOIN accounts r ON r.email = own.email
      WHERE own.file_id = file.id AND own.removed_at IS NULL AND r.id = file.requester_id))
    WHERE file.status <> 'deleted'
  UNION ALL
  SELECT s.email, (file.created_at AT TIME ZONE 'UTC')::date, list_tab(file.status, s.status) FROM sign_requests s JOIN accounts r ON r.id = file.requester_id
    WHERE s.file_id = file.id AND is_notified(file, s, r.email)
$$;
--> statement-breakpoint
CREATE FUNCTION "tally_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_tallies (viewer, day, tab, documents, changes)
  SELECT viewer, day, tab, sum(more), 1 FROM (
    SELECT viewer, day, tab, 1 AS more FROM list_entries(NEW)
    UNION ALL SELECT viewer, day, tab, -1 FROM list_entries(OLD) WHERE TG_OP = 'UPDATE') moved
  GROUP BY viewer, day, tab;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "files_tally_made" AFTER INSERT ON "files" FOR EACH ROW EXECUTE FUNCTION "tally_file"();
--> statement-breakpoint
CREATE TRIGGER "files_tally_changed" AFTER UPDATE OF "status", "completed_at", "created_at", "requester_id" ON "files" FOR EACH ROW
  WHEN ((OLD.status, OLD.completed_at, OLD.created_at, OLD.requester_id) IS DISTINCT FROM (NEW.status, NEW.completed_at, NEW.created_at, NEW.requester_id)) EXECUTE FUNCTION "tally_file"();
--> statement-breakpoint
-- It locks the document's row, as everybody does who writes its trail: what it counts cannot change before the commit.
CREATE FUNCTION "tally_signer"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  file files;
  requester_email text;
BEGIN
  SELECT * INTO file FROM files WHERE id = coalesce(NEW.file_id, OLD.file_id) FOR NO KEY UPDATE;
  SELECT email INTO requester_email FROM accounts WHERE id = file.requester_id;
  INSERT INTO list_tallies (viewer, day, tab, documents, changes)
  SELECT viewer, (file.created_at AT TIME ZONE 'UTC')::date, tab, sum(more), 1 FROM (
    SELECT NEW.email AS viewer, list_tab(file.status, NEW.status) AS tab, 1 AS more WHERE TG_OP <> 'DELETE' AND is_notified(file, NEW, requester_email)
    UNION ALL SELECT OLD.email, list_tab(file.status, OLD.status), -1 WHERE TG_OP <> 'INSERT' AND is_notified(file, OLD, requester_email)
    UNION ALL SELECT '#' || file.requester_id, own.tab, own.more FROM (
      SELECT list_tab(file.status, CASE WHEN TG_OP <> 'DELETE' AND NEW.email = requester_email AND NEW.removed_at IS NULL THEN NEW.status END) AS tab, 1 AS more
      UNION ALL SELECT list_tab(file.status, CASE WHEN TG_OP <> 'INSERT' AND OLD.email = requester_email AND OLD.removed_at IS NULL THEN OLD.status END), -1) own
      WHERE file.status <> 'deleted' AND requester_email IN (NEW.email, OLD.email)
        AND ((TG_OP <> 'DELETE' AND NEW.email = requester_email AND NEW.removed_at IS NULL) OR (TG_OP <> 'INSERT' AND OLD.email = requester_email AND OLD.removed_at IS NULL))
  ) moved GROUP BY viewer, tab;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "sign_requests_tally_made" AFTER INSERT OR DELETE ON "sign_requests" FOR EACH ROW EXECUTE FUNCTION "tally_signer"();
--> statement-breakpoint
CREATE TRIGGER "sign_requests_tally_changed" AFTER UPDATE ON "sign_requests" FOR EACH ROW
  WHEN ((OLD.email, OLD.status, OLD.notified_at, OLD.signed_at, OLD.closed_at, OLD.removed_at) IS DISTINCT FROM (NEW.email, NEW.status, NEW.notified_at, NEW.signed_at, NEW.closed_at, NEW.removed_at))
  EXECUTE FUNCTION "tally_signer"();
--> statement-breakpoint
CREATE FUNCTION "write_file_search"("ids" integer[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO file_search (file_id, viewers, text)
  SELECT f.id, '#' || f.requester_id || coalesce(signers.emails, '{}'), f.name || coalesce(E'\n' || signers.words, '')
  FROM files f, LATERAL (SELECT array_agg(s.email) AS emails, string_agg(concat_ws(E'\n', s.email, s.display_name), E'\n') AS words
    FROM sign_requests s WHERE s.file_id = f.id AND s.removed_at IS NULL) signers
  WHERE f.id = ANY(ids)
  ON CONFLICT (file_id) DO UPDATE SET viewers = excluded.viewers, text = excluded.text
    WHERE (file_search.viewers, file_search.text) IS DISTINCT FROM (excluded.viewers, excluded.text)
$$;
--> statement-breakpoint
CREATE FUNCTION "note_file_search"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_file_search(ARRAY[NEW.id]);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "files_search_made" AFTER INSERT ON "files" FOR EACH ROW EXECUTE FUNCTION "note_file_search"();
--> statement-breakpoint
CREATE TRIGGER "files_search_changed" AFTER UPDATE OF "name", "requester_id" ON "files" FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name OR OLD.requester_id IS DISTINCT FROM NEW.requester_id) EXECUTE FUNCTION "note_file_search"();
--> statement-breakpoint
CREATE FUNCTION "note_signer_search"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_file_search(ARRAY(SELECT DISTINCT file_id FROM written));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "sign_requests_search_made" AFTER INSERT ON "sign_requests" REFERENCING NEW TABLE AS "written" FOR EACH STATEMENT EXECUTE FUNCTION "note_signer_search"();
--> statement-breakpoint
CREATE TRIGGER "sign_requests_search_gone" AFTER DELETE ON "sign_requests" REFERENCING OLD TABLE AS "written" FOR EACH STATEMENT EXECUTE FUNCTION "note_signer_search"();
--> statement-breakpoint
CREATE FUNCTION "note_changed_signer_search"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_file_search(ARRAY[NEW.file_id]);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "sign_requests_search_changed" AFTER UPDATE OF "email", "display_name", "removed_at" ON "sign_requests" FOR EACH ROW
  WHEN ((OLD.email, OLD.display_name, OLD.removed_at) IS DISTINCT FROM (NEW.email, NEW.display_name, NEW.removed_at)) EXECUTE FUNCTION "note_changed_signer_search"();
--> statement-breakpoint
-- True where searches have their index. Without the extension they still find the same, by reading the viewer's whole list. Every start asks again.
CREATE FUNCTION "make_search_index"() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF to_regclass('file_search_words') IS NOT NULL THEN RETURN true; END IF;
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX file_search_words ON file_search USING gin (viewers, text gin_trgm_ops) WITH (gin_pending_list_limit = 512);
  CREATE INDEX accounts_name_words ON accounts USING gin (display_name gin_trgm_ops);
  DROP INDEX IF EXISTS file_search_viewers;
  RETURN true;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  CREATE INDEX IF NOT EXISTS file_search_viewers ON file_search USING gin (viewers);
  RETURN false;
END
$$;
--> statement-breakpoint
-- Everything anew, as the triggers would have written it: for rows that were written without them.
CREATE FUNCTION "rebuild_list_tallies"() RETURNS void LANGUAGE sql AS $$
  DELETE FROM list_tallies;
  INSERT INTO list_tallies (viewer, day, tab, documents, changes, is_new)
  SELECT entry.viewer, entry.day, entry.tab, count(*), count(*), false FROM (
    SELECT '#' || f.requester_id AS viewer, (f.created_at AT TIME ZONE 'UTC')::date AS day, list_tab(f.status, own.status) AS tab
      FROM files f JOIN accounts r ON r.id = f.requester_id LEFT JOIN sign_requests own ON own.file_id = f.id AND own.email = r.email AND own.removed_at IS NULL
      WHERE f.status <> 'deleted'
    UNION ALL
    SELECT s.email, (f.created_at AT TIME ZONE 'UTC')::date, list_tab(f.status, s.status)
      FROM sign_requests s JOIN files f ON f.id = s.file_id JOIN accounts r ON r.id = f.requester_id WHERE is_notified(f, s, r.email)
  ) entry GROUP BY 1, 2, 3
$$;
--> statement-breakpoint
CREATE FUNCTION "rebuild_file_search"() RETURNS void LANGUAGE sql AS $$
  DELETE FROM file_search;
  INSERT INTO file_search (file_id, viewers, text)
  SELECT f.id, '#' || f.requester_id || coalesce(signers.emails, '{}'), f.name || coalesce(E'\n' || signers.words, '')
  FROM files f LEFT JOIN (SELECT s.file_id, array_agg(s.email) AS emails, string_agg(concat_ws(E'\n', s.email, s.display_name), E'\n') AS words
    FROM sign_requests s WHERE s.removed_at IS NULL GROUP BY s.file_id) signers ON signers.file_id = f.id
$$;
--> statement-breakpoint
SELECT make_search_index();
--> statement-breakpoint
-- Who acted is part of the chain: its rows change as little as the events that name them.
CREATE TRIGGER "audit_callers_append_only" BEFORE UPDATE OR DELETE ON "audit_callers" FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
--> statement-breakpoint
CREATE TRIGGER "audit_callers_no_truncate" BEFORE TRUNCATE ON "audit_callers" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
--> statement-breakpoint
ALTER TABLE "audit_callers" ENABLE ALWAYS TRIGGER "audit_callers_append_only";
--> statement-breakpoint
ALTER TABLE "audit_callers" ENABLE ALWAYS TRIGGER "audit_callers_no_truncate";
--> statement-breakpoint
-- The events as they were chained. `prev` is the hash in the row before; of the first event it is the genesis (lib/records/audit/chain.ts), which binds the chain to the upload.
-- Where a row is missing it is null, and the chain does not hold.
CREATE VIEW "audit_trail" AS
SELECT e.file_id, e.seq, e.v, e.type, e.at,
  coalesce(e.actor, c.actor) AS actor,
  coalesce(e.auth, '{}') AS auth,
  coalesce(e.net, CASE WHEN e.request IS NULL THEN c.net ELSE c.net || jsonb_build_object('request', e.request) END) AS net,
  coalesce(e.doc, '{}') AS doc,
  coalesce(e.data, '{}') AS data,
  coalesce(e.prev, CASE WHEN e.seq = 0
    THEN (SELECT encode(sha256(convert_to(E'paraph-audit-v1\n' || f.uuid || E'\n' || f.original_sha256, 'UTF8')), 'hex') FROM files f WHERE f.id = e.file_id)
    ELSE (SELECT encode(before.hash, 'hex') FROM audit_events before WHERE before.file_id = e.file_id AND before.seq = e.seq - 1) END) AS prev,
  encode(e.hash, 'hex') AS hash,
  e.caller
FROM audit_events e LEFT JOIN audit_callers c ON c.file_id = e.file_id AND c.n = e.caller;
--> statement-breakpoint
CREATE VIEW "event_log" AS
SELECT e.id, 'evt_' || replace(e.public_id::text, '-', '') AS public_id, e.account_id, e.position, e.file_id, e.sequence, e.type, e.at,
  coalesce(e.data, jsonb_strip_nulls(jsonb_build_object('fileId', e.file_id, 'uuid', f.uuid, 'status', e.status, 'name', e.name, 'sequence', e.sequence,
    'signRequestId', e.sign_request_id, 'sha256', encode(e.sha256, 'hex'), 'url', e.origin || '/documents/' || f.uuid))) AS data
FROM events e JOIN files f ON f.id = e.file_id;
