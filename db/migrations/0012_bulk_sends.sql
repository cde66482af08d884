-- expand: batches of requests from a template, and events without a document
CREATE TABLE "bulk_rows" (
	"bulk_send_id" integer NOT NULL,
	"number" integer NOT NULL,
	"title" text,
	"people" jsonb NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"file_id" integer,
	"problem" jsonb,
	"not_before" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bulk_rows_bulk_send_id_number_pk" PRIMARY KEY("bulk_send_id","number")
);
--> statement-breakpoint
CREATE TABLE "bulk_sends" (
	"id" serial PRIMARY KEY NOT NULL,
	"owner_id" integer NOT NULL,
	"template_id" integer NOT NULL,
	"template_version" integer NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"paused_reason" text,
	"turn" integer DEFAULT 1 NOT NULL,
	"credentials_version" integer NOT NULL,
	"total" integer NOT NULL,
	"waits_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"content_deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "file_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "sequence" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_bulk_send_id_bulk_sends_id_fk" FOREIGN KEY ("bulk_send_id") REFERENCES "public"."bulk_sends"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_sends" ADD CONSTRAINT "bulk_sends_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_sends" ADD CONSTRAINT "bulk_sends_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_rows_state" ON "bulk_rows" USING btree ("bulk_send_id","state","number");--> statement-breakpoint
CREATE INDEX "bulk_rows_file" ON "bulk_rows" USING btree ("file_id") WHERE file_id is not null;--> statement-breakpoint
CREATE INDEX "bulk_sends_owner" ON "bulk_sends" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "bulk_sends_template" ON "bulk_sends" USING btree ("template_id");--> statement-breakpoint
CREATE INDEX "bulk_sends_running" ON "bulk_sends" USING btree ("id") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "bulk_sends_ended" ON "bulk_sends" USING btree ("ended_at") WHERE ended_at is not null and content_deleted_at is null;--> statement-breakpoint
CREATE OR REPLACE VIEW "event_log" AS
SELECT e.id, 'evt_' || replace(e.public_id::text, '-', '') AS public_id, e.account_id, e.position, e.file_id, e.sequence, e.type, e.at,
  coalesce(e.data, jsonb_strip_nulls(jsonb_build_object('fileId', e.file_id, 'uuid', f.uuid, 'status', e.status, 'name', e.name, 'sequence', e.sequence,
    'signRequestId', e.sign_request_id, 'sha256', encode(e.sha256, 'hex'), 'url', e.origin || '/documents/' || f.uuid))) AS data
FROM events e LEFT JOIN files f ON f.id = e.file_id;
