import { expect, test } from "vitest";
import { mailto } from "./mailto.ts";

test("a letter arrives in a mail program as it was written", () => {
  const letter = { subject: "Simulación & cía. 50 %", body: "Buenos días:\n\n¿Qué tal? #1 + 1" };
  const url = new URL(mailto("info+web@ecotrim.example", letter));
  expect(decodeURIComponent(url.pathname)).toBe("info+web@ecotrim.example");
  const parts = Object.fromEntries(
    url.search
      .slice(1)
      .split("&")
      .map((part) => part.split("=").map(decodeURIComponent)),
  );
  expect(parts).toEqual({ subject: letter.subject, body: letter.body.replaceAll("\n", "\r\n") });
});

test("an address cannot add headers of its own", () => {
  expect(mailto("a@b.es?bcc=c@d.es", { subject: "s", body: "b" })).toBe(
    "mailto:a@b.es%3Fbcc%3Dc@d.es?subject=s&body=b",
  );
});
