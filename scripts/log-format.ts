const LEVELS: Record<number, string> = { 10: "TRACE", 20: "DEBUG", 30: "INFO", 40: "WARN", 50: "ERROR", 60: "FATAL" };
const HIDDEN = new Set(["level", "time", "pid", "hostname", "name", "service", "instance", "msg", "err"]);

/** A log line for people: the process and, for our JSON events, time, level and message. */
export function formatLine(name: string, line: string): string {
  const prefix = name.padEnd(7);
  let event: Record<string, unknown>;
  try {
    event = JSON.parse(line);
  } catch {
    return `${prefix}| ${line}`;
  }
  if (typeof event?.level !== "number") return `${prefix}| ${line}`;
  const time = new Date(Number(event.time)).toTimeString().slice(0, 8);
  const rest = Object.entries(event).filter(([key]) => !HIDDEN.has(key));
  const details = rest.map(([key, value]) => ` ${key}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  const { stack, message } = (event.err ?? {}) as { stack?: string; message?: string };
  const error = stack ?? message;
  return `${prefix}| ${time} ${LEVELS[event.level] ?? event.level} ${event.msg ?? ""}${details.join("")}${error ? `\n${error}` : ""}`;
}
