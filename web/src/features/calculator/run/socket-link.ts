import type {
  ClientEvents,
  PowerProgress,
  ServerEvents,
  UncertaintyProgress,
} from "@ecotrim/contracts/realtime/events";
import type { Progress } from "@ecotrim/contracts/simulations/progress";
import type { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { io, type Socket } from "socket.io-client";
import type { SimulationHandle } from "../../../lib/api.ts";

export interface LinkListeners {
  /** The version of the record that the page has. */
  version: () => string | undefined;
  /** The record, read by the server at every (re)connect where the page has another version. */
  onRecord: (record: SimulationRecord) => void;
  onProgress: (progress: Progress) => void;
  onUncertainty: (band: UncertaintyProgress) => void;
  onPower: (progress: PowerProgress) => void;
  /** The run or a part of it is over, one way or the other: time to read the record. */
  onEnd: () => void;
  onLive: (live: boolean) => void;
}

/** Follows one simulation by socket until the returned function is called. */
export function openSocketLink({ id, accessToken }: SimulationHandle, listeners: LinkListeners): () => void {
  const socket: Socket<ServerEvents, ClientEvents> = io({ forceNew: true });

  socket.on("connect", () => {
    const version = listeners.version();
    socket.emit("simulation:follow", { id, accessToken, ...(version !== undefined && { version }) }, (answer) => {
      if (!answer.success) return;
      listeners.onLive(true);
      if (answer.data) listeners.onRecord(answer.data);
    });
  });
  socket.on("disconnect", () => listeners.onLive(false));
  socket.on("simulation:progress", ({ id: of, ...progress }) => {
    if (of === id) listeners.onProgress(progress);
  });
  socket.on("simulation:completed", (event) => {
    if (event.id === id) listeners.onEnd();
  });
  socket.on("simulation:failed", (event) => {
    if (event.id === id) listeners.onEnd();
  });
  socket.on("simulation:uncertainty", ({ id: of, ...band }) => {
    if (of === id) listeners.onUncertainty(band);
  });
  socket.on("simulation:power", ({ id: of, ...progress }) => {
    if (of === id) listeners.onPower(progress);
  });
  socket.on("simulation:follow-up-ended", (event) => {
    if (event.id === id) listeners.onEnd();
  });

  return () => {
    socket.disconnect();
  };
}
