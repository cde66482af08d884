CREATE TABLE "administration_acts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"account_id" integer NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL
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
ALTER TABLE "accounts" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "sign_requests" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "administration_acts" ADD CONSTRAINT "administration_acts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "administration_acts_at" ON "administration_acts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "request_log_account" ON "request_log" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "request_log_at" ON "request_log" USING brin ("at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "outbox_jobs_dead" ON "outbox_jobs" USING btree ("id") WHERE dead_at is not null;--> statement-breakpoint
ALTER TABLE "request_log" SET UNLOGGED;
