-- expand: delivery state of e-mails, replaced signers and delegation
CREATE TABLE "mail_messages" (
	"id" serial PRIMARY KEY NOT NULL,
	"file_id" integer NOT NULL,
	"sign_request_id" integer,
	"account_id" integer,
	"template" text NOT NULL,
	"job_id" bigint NOT NULL,
	"reference" text NOT NULL,
	"provider_id" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_messages_job_id_unique" UNIQUE("job_id"),
	CONSTRAINT "mail_messages_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "allow_delegation" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_requests" ADD COLUMN "replaces_id" integer;--> statement-breakpoint
ALTER TABLE "sign_requests" ADD COLUMN "replaced_by" text;--> statement-breakpoint
ALTER TABLE "sign_requests" ADD COLUMN "prepared_as" integer;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_sign_request_id_sign_requests_id_fk" FOREIGN KEY ("sign_request_id") REFERENCES "public"."sign_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_messages_file" ON "mail_messages" USING btree ("file_id","id");--> statement-breakpoint
CREATE INDEX "mail_messages_provider" ON "mail_messages" USING btree ("provider_id") WHERE provider_id is not null;--> statement-breakpoint
CREATE INDEX "mail_messages_signer" ON "mail_messages" USING btree ("sign_request_id") WHERE sign_request_id is not null;