-- expand: size, alignment and date format of fields
ALTER TABLE "elements" ADD COLUMN "font_size_pt" double precision;--> statement-breakpoint
ALTER TABLE "elements" ADD COLUMN "alignment" text;--> statement-breakpoint
ALTER TABLE "elements" ADD COLUMN "date_format" text;