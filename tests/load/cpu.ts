import { readdirSync, readFileSync } from "node:fs";

const TICK_MS = 10;

/** Parent and time on a core, ms, of a process and the children it has waited for; null when it is gone. */
function read(pid: number): { parent: number; ms: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The process name before the bracket may contain anything.
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, own) => sum + own, 0);
    return { parent: fields[1] as number, ms: ticks * TICK_MS };
  } catch {
    return null;
  }
}

/** Time these processes and their children have had on a core so far, ms; 0 where there is no /proc. */
export function cpuMs(...pids: number[]): number {
  const everybody = (() => {
    try {
      return readdirSync("/proc").map(Number).filter(Boolean);
    } catch {
      return [];
    }
  })();
  return everybody.reduce((sum, pid) => {
    const process = read(pid);
    return process && (pids.includes(pid) || pids.includes(process.parent)) ? sum + process.ms : sum;
  }, 0);
}
