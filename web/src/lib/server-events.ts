import type { ServerEvents } from "@ecotrim/contracts/realtime/events";
import { useEffect, useEffectEvent } from "react";

/** Events of a user's socket, passed on to mounted components. This module does not load the socket's code. */
type Heard = ServerEvents & {
  /** The socket is connected, for the first time or again: earlier events were missed. */
  connected: () => void;
};

type Listener = (...event: never[]) => void;

const listeners = new Map<keyof Heard, Set<Listener>>();

export function onServerEvent<E extends keyof Heard>(name: E, listener: Heard[E]): () => void {
  const ofName = listeners.get(name) ?? new Set();
  listeners.set(name, ofName.add(listener));
  return () => ofName.delete(listener);
}

export function tellServerEvent<E extends keyof Heard>(name: E, ...event: Parameters<Heard[E]>): void {
  for (const listener of listeners.get(name) ?? []) (listener as (...event: Parameters<Heard[E]>) => void)(...event);
}

/** Listens while the component is mounted. */
export function useServerEvent<E extends keyof Heard>(name: E, listener: Heard[E]): void {
  const heard = useEffectEvent(listener as Listener);
  useEffect(() => onServerEvent(name, ((...event: never[]) => heard(...event)) as Heard[E]), [name]);
}
