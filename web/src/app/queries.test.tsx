import { onlineManager, QueryClientProvider, useMutation } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, test } from "vitest";
import { queries } from "./queries.ts";

afterEach(() => {
  cleanup();
  onlineManager.setOnline(true);
});

function Change() {
  const { mutate, error } = useMutation({ mutationFn: () => Promise.reject(new Error("No ha llegado.")) });
  return (
    <button type="button" onClick={() => mutate()}>
      {error?.message ?? "Cambiar"}
    </button>
  );
}

test("a change asked for without a connection fails at once instead of waiting for one", async () => {
  onlineManager.setOnline(false);
  render(
    <QueryClientProvider client={queries}>
      <Change />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Cambiar" }));
  await screen.findByText("No ha llegado.");
});
