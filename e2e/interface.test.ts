import { afterAll } from "vitest";
import { stopSharedWorld } from "./interface/world";
import "./interface/account";
import "./interface/changing";
import "./interface/creating";
import "./interface/fields";
import "./interface/links";
import "./interface/listing";
import "./interface/older-client";
import "./interface/secrets";
import "./interface/signing";

// One file, so that the whole wire contract is tested on one server: nine starts took as long as all of its tests.
afterAll(stopSharedWorld);
