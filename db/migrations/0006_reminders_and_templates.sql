-- expand: automatic reminders, and templates with their versions
CREATE TABLE "template_documents" (
	"id" serial PRIMARY KEY NOT NULL,
	"template_id" integer NOT NULL,
	"uuid" uuid NOT NULL,
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
	"segments" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "template_documents_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "template_versions" (
	"id" serial PRIMARY KEY NOT NULL,
	"template_id" integer NOT NULL,
	"number" integer NOT NULL,
	"document_id" integer NOT NULL,
	"name" text NOT NULL,
	"roles" jsonb NOT NULL,
	"fields" jsonb NOT NULL,
	"expires_in_days" integer,
	"reminders" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"id" serial PRIMARY KEY NOT NULL,
	"owner_id" integer NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "reminders" jsonb;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "warned_of" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "template_version_id" integer;--> statement-breakpoint
ALTER TABLE "sign_requests" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "sign_requests" ADD COLUMN "reminders_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sign_requests" ADD COLUMN "reminders_used" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_requests" ADD COLUMN "warned_of" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "template_documents" ADD CONSTRAINT "template_documents_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_versions" ADD CONSTRAINT "template_versions_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_versions" ADD CONSTRAINT "template_versions_document_id_template_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."template_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "template_documents_template" ON "template_documents" USING btree ("template_id");--> statement-breakpoint
CREATE UNIQUE INDEX "template_versions_number" ON "template_versions" USING btree ("template_id","number");--> statement-breakpoint
CREATE INDEX "templates_owner" ON "templates" USING btree ("owner_id","updated_at","id") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_template_version_id_template_versions_id_fk" FOREIGN KEY ("template_version_id") REFERENCES "public"."template_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_template_version" ON "files" USING btree ("template_version_id") WHERE template_version_id is not null;--> statement-breakpoint
-- Requests keep the version that they were made from, so a version never changes.
CREATE FUNCTION "refuse_version_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% never change: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "template_versions_immutable" BEFORE UPDATE ON "template_versions" FOR EACH ROW EXECUTE FUNCTION "refuse_version_change"();
