-- expand: how the instance presents itself
CREATE TABLE "branding" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text,
	"colour" text,
	"reply_to" text,
	"privacy_url" text,
	"terms_url" text,
	"imprint_url" text,
	"logo_png" "bytea",
	"logo_sha256" text
);
