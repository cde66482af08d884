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
CREATE TABLE "rate_buckets" (
	"key" text PRIMARY KEY NOT NULL,
	"tokens" double precision NOT NULL,
	"granted" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "rate_buckets" SET UNLOGGED;
