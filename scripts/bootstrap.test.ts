import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "ecotrim-bootstrap-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each(["", '{"name":"eco'])("packages whose list holds %j, as after a power cut, are installed again", (list) => {
  mkdirSync(join(folder, "scripts"), { recursive: true });
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  cpSync("scripts/bootstrap.mjs", join(folder, "scripts/bootstrap.mjs"));
  writeFileSync(join(folder, "package-lock.json"), '{"packages":{}}');
  writeFileSync(join(folder, "node_modules/.package-lock.json"), list);
  // An npm that installs nothing.
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "npm"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  const { status, stderr } = spawnSync(process.execPath, [join(folder, "scripts/bootstrap.mjs"), "start"], {
    env: { PATH: `${bin}${delimiter}${process.env.PATH}` },
    encoding: "utf8",
  });
  expect(stderr).toBe(
    "Installing the packages of package-lock.json ...\nThe packages could not be installed; see the messages of npm above.\n",
  );
  expect(status).toBe(1);
});
