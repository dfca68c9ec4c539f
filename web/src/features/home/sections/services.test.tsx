import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { Services } from "./services.tsx";

afterEach(cleanup);

test("the card of the platform in development says so before its button", () => {
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <Services />
      </MemoryRouter>
    </MantineProvider>,
  );
  const card = screen.getByRole("article", { name: "Ecotrim Platform" });
  expect(card.textContent).toMatch(/En desarrollo.*Regístrate$/);
});
