import { MantineProvider } from "@mantine/core";
import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { Parts } from "./parts.tsx";

afterEach(cleanup);

const seen = () => screen.getAllByRole("paragraph", { hidden: true }).map(({ textContent }) => textContent);

test("one part is open at a time, and on paper all follow one another under their names", () => {
  const parts = ["Dinero", "Riesgo"].map((name) => ({ key: name, name, content: <p>{name} y sus cifras</p> }));
  render(
    <MantineProvider env="test">
      <MemoryRouter initialEntries={["/?parte=Riesgo"]}>
        <Parts label="Partes del resultado" parts={parts} />
      </MemoryRouter>
    </MantineProvider>,
  );
  expect(seen()).toEqual(["Riesgo y sus cifras"]);
  expect(screen.queryByRole("heading")).toBeNull();

  act(() => void window.dispatchEvent(new Event("beforeprint")));
  expect(seen()).toEqual(["Dinero y sus cifras", "Riesgo y sus cifras"]);
  expect(screen.getAllByRole("heading", { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    "Dinero",
    "Riesgo",
  ]);

  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(seen()).toEqual(["Riesgo y sus cifras"]);
});
