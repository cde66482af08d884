-- expand: a default keeps older versions working, which neither read nor write the column
ALTER TABLE "elements" ADD COLUMN "read_only" boolean DEFAULT false NOT NULL;