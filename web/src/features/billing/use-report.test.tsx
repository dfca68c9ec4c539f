import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { toast } from "../../ui/toast.ts";
import { useReport } from "./use-report.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a user who asks for a report that waits for scenarios is told so, and is not kept waiting", async () => {
  const report = { id: "7", kind: "premium", status: "pending", waits: true };
  const fetched = vi.fn(async () => Response.json({ success: true, data: report }, { status: 202 }));
  vi.stubGlobal("fetch", fetched);
  const told = vi.spyOn(toast, "info").mockReturnValue();
  const { result } = renderHook(() => useReport("1", () => undefined));
  await act(() => result.current.save("premium"));
  expect(told).toHaveBeenCalledWith(expect.stringContaining("faltan los escenarios"));
  expect(result.current.making).toBeNull();
  expect(fetched).toHaveBeenCalledTimes(1);
});
