import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { readSettings } from "../shared/server/env/env.ts";
import { SETTING_GROUPS, Settings } from "../shared/server/env/settings.ts";
import { envExample, settingsFiles, settingsPage } from "./settings-files.ts";

const COMPOSE_ONLY = ["POSTGRES_PASSWORD", "REDIS_PASSWORD", "BIND_ADDRESS"];

describe("the files that show the settings", () => {
  test.each(Object.entries(settingsFiles()))("%s is what `npm run settings` writes", (path, text) => {
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  test("a process that reads .env.example has the defaults", () => {
    const example = parseEnv(envExample());
    for (const name of COMPOSE_ONLY) delete example[name];
    expect(Object.keys(example).sort()).toEqual(Object.keys(Settings.properties).sort());
    expect(readSettings(example)).toEqual(readSettings({}));
  });

  test("docs/settings.md has one row for each setting", () => {
    const rows = [...settingsPage().matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
    expect(rows).toEqual([...Object.values(SETTING_GROUPS).flatMap((group) => Object.keys(group)), ...COMPOSE_ONLY]);
  });

  test("every setting has a description, a default or a word on what happens without one, and a word on its form", () => {
    for (const [name, schema] of Object.entries(Settings.properties)) {
      expect(schema, name).toHaveProperty("description", expect.stringMatching(/\.$/));
      expect("default" in schema || "unset" in schema, name).toBe(true);
      // What a fault says instead of the value, which may hold a password.
      if ("pattern" in schema) expect(schema, name).toHaveProperty("form");
    }
  });
});
