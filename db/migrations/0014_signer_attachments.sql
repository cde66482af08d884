-- expand: files that signers are asked for, and the ones they added
CREATE TABLE "attachments" (
	"id" serial PRIMARY KEY NOT NULL,
	"uuid" uuid NOT NULL,
	"file_id" integer NOT NULL,
	"sign_request_id" integer NOT NULL,
	"request_id" integer NOT NULL,
	"label" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attachments_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
ALTER TABLE "template_versions" ADD COLUMN "allow_delegation" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_requests" ADD COLUMN "attachment_requests" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_sign_request_id_sign_requests_id_fk" FOREIGN KEY ("sign_request_id") REFERENCES "public"."sign_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_file" ON "attachments" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "attachments_sign_request" ON "attachments" USING btree ("sign_request_id");