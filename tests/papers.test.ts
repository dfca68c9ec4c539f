import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const markdown = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));

const PAPERS = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", ...markdown("docs")];

/** Whole paths from the root, without placeholders, patterns and generated files. */
const PATH = /`((?:api|worker|web|shared|tests|scripts|docs|deploy|ops)\/[\w./-]*\w)`/g;
const BUILT = /\/dist\//;
const LINK = /\]\(([\w./-]+)\)/g;

/** A test may be named in short: `api/auth` is `tests/api/auth.test.ts`. */
const exists = (path: string): boolean => existsSync(path) || existsSync(join("tests", `${path}.test.ts`));

test.each(PAPERS)("%s names and links only files that exist", (paper) => {
  const text = readFileSync(paper, "utf8");
  const named = [...text.matchAll(PATH)].map(([, path]) => path as string).filter((path) => !BUILT.test(path));
  const linked = [...text.matchAll(LINK)].map(([, path]) => join(dirname(paper), path as string));
  expect([...named, ...linked].filter((path) => !exists(path))).toEqual([]);
});
