import { MantineProvider } from "@mantine/core";
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PageHeading } from "./page-heading.tsx";

const scrollTo = vi.fn();
beforeEach(() => {
  vi.spyOn(window, "scrollTo").mockImplementation(scrollTo);
  // Above what the window shows.
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue({ top: -900, bottom: -860 } as DOMRect);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  scrollTo.mockClear();
  window.history.replaceState(null, "");
});

const show = (text: string, entry: string) => {
  window.history.replaceState({ key: entry }, "");
  cleanup();
  render(
    <MantineProvider env="test">
      <PageHeading>{text}</PageHeading>
    </MantineProvider>,
  );
};

test("a view that replaces another on a page begins at its top", () => {
  show("Calculando", "a");
  expect(scrollTo).not.toHaveBeenCalled();
  show("Resultado", "a");
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});

test("a page that is gone back to stays where the router puts it", () => {
  show("Resultado", "b");
  show("Contacto", "c");
  show("Resultado", "b");
  expect(scrollTo).not.toHaveBeenCalled();
});
