import { Button, Skeleton, Text } from "@mantine/core";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { tryConnection, useOnline } from "../lib/connection.ts";
import { ApiError } from "../lib/http.ts";
import { Reference } from "./reference.tsx";
import "./states.css";

/** What "Reintentar" replaces hands the focus on to the window or page around it, where it would be lost. */
function useFocusHandedOn() {
  const state = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = state.current!;
    return () => {
      if (element.contains(document.activeElement))
        element.parentElement?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
    };
  }, []);
  return state;
}

interface ErrorStateProps {
  /** What happened. */
  title: string;
  /** What was kept, what to do. */
  children?: ReactNode;
  /** The error of a failed call; support finds it by its reference. */
  error?: Error | null;
  onRetry?: (() => void) | undefined;
}

/** A failure: what happened, what was kept, and "Reintentar". */
export function ErrorState({ title, children, error, onRetry }: ErrorStateProps) {
  const state = useFocusHandedOn();
  return (
    <div ref={state} className="state" role="alert">
      <Text fw={600}>{title}</Text>
      {/* The default message of a call may be the title itself. */}
      {children && children !== title && (
        <Text size="sm" c="dimmed">
          {children}
        </Text>
      )}
      {error instanceof ApiError && error.requestId !== undefined && <Reference id={error.requestId} />}
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          Reintentar
        </Button>
      )}
    </div>
  );
}

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** The reader's own choice emptied a list, which must be heard. */
  announced?: boolean;
}

/** Nothing to show yet: one sentence and the next action. */
export function EmptyState({ title, children, action, announced = false }: EmptyStateProps) {
  return (
    <div className="state" role={announced ? "status" : undefined}>
      <Text fw={600}>{title}</Text>
      {children && (
        <Text size="sm" c="dimmed">
          {children}
        </Text>
      )}
      {action}
    </div>
  );
}

/** Without a connection nothing arrives; what was paused goes on by itself once there is one. */
export function Offline() {
  const [tried, setTried] = useState<"no" | "trying" | "failed">("no");
  const retry = async () => {
    setTried("trying");
    await tryConnection();
    setTried("failed");
  };
  const state = useFocusHandedOn();
  return (
    <div ref={state} className="state" role="status">
      <Text fw={600}>Sin conexión</Text>
      <Text size="sm" c="dimmed">
        {tried === "failed" ? "Todavía no hay conexión. " : ""}En cuanto vuelva, seguiremos sin que haga nada.
      </Text>
      <Button variant="default" loading={tried === "trying"} onClick={() => void retry()}>
        Reintentar
      </Button>
    </div>
  );
}

/** Grey shapes in the size of the content being loaded, or that it cannot arrive. */
export function Loading({ heights, label }: { heights: number[]; label: string }) {
  if (!useOnline()) return <Offline />;
  return (
    <div className="loading" role="status" aria-label={label}>
      {heights.map((height, index) => (
        // The shapes never change place, so their index names them.
        // biome-ignore lint/suspicious/noArrayIndexKey: fixed list
        <Skeleton key={index} height={height} radius="md" />
      ))}
    </div>
  );
}
