-- expand: the font of a field
ALTER TABLE "elements" ADD COLUMN "font" text;