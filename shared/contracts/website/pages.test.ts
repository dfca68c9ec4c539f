import { describe, expect, test } from "vitest";
import { documentTitle, PAGES, pageAt, UNKNOWN_PAGE } from "./pages.ts";

describe("pages", () => {
  test.each(PAGES)("$path has a title and a description of the length search results show", (page) => {
    expect(documentTitle(page).length).toBeLessThanOrEqual(60);
    expect(page.description.length).toBeGreaterThanOrEqual(70);
    expect(page.description.length).toBeLessThanOrEqual(160);
  });

  test("every page that search engines show has a title and a description of its own", () => {
    const indexed = PAGES.filter(({ indexed }) => indexed);
    for (const key of ["title", "description"] as const)
      expect(new Set(indexed.map((page) => page[key])).size).toBe(indexed.length);
  });

  test("every page is found by its address in any case, with or without a slash at the end", () => {
    for (const page of PAGES) {
      const address = page.path.replace(/:\w+/, "x.y-z");
      for (const typed of [address, `${address}/`.replace("//", "/"), address.toUpperCase()])
        expect(pageAt(typed)).toBe(page);
    }
  });

  test("an unknown address shows Home and is hidden from search engines, debugging addresses included", () => {
    for (const address of [
      "/debug-reports",
      "/test-navigation",
      "/nada",
      "/calculadora/paso",
      "/calculadora/paso/2/3",
      "/compartido",
      "/index.html",
      "//",
    ])
      expect(pageAt(address)).toBe(UNKNOWN_PAGE);
    expect(UNKNOWN_PAGE).toMatchObject({ title: pageAt("/").title, indexed: false, canonical: "/" });
  });
});
