import { onlineManager } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useChunk } from "./use-chunk.ts";

afterEach(() => {
  cleanup();
  act(() => onlineManager.setOnline(true));
});

test("a part of the program is asked for only once there is a connection, and loads until then", async () => {
  onlineManager.setOnline(false);
  const load = vi.fn(async () => "part");
  const { result } = renderHook(() => useChunk(load));
  await act(async () => {});
  expect(result.current.status).toBe("loading");
  expect(load).not.toHaveBeenCalled();
  act(() => onlineManager.setOnline(true));
  await waitFor(() => expect(result.current).toMatchObject({ status: "ready", value: "part" }));
});

test("a part of the program that has arrived is there without a connection", async () => {
  const load = async () => "part";
  const first = renderHook(() => useChunk(load));
  await waitFor(() => expect(first.result.current.status).toBe("ready"));
  act(() => onlineManager.setOnline(false));
  expect(first.result.current.status).toBe("ready");
  const second = renderHook(() => useChunk(load));
  await waitFor(() => expect(second.result.current.status).toBe("ready"));
});

test("a part of the program that fails over a connection says so", async () => {
  const load = () => Promise.reject(new Error("gone"));
  const { result } = renderHook(() => useChunk(load));
  await waitFor(() => expect(result.current.status).toBe("failed"));
});
