const RealDate = Date;

/** Has this process believe that it is so much later, or earlier, than it is. Timers go on as they were. */
export function shiftClock(byMs: number): void {
  const now = () => RealDate.now() + byMs;
  class ShiftedDate extends RealDate {
    constructor(...parts: [number?]) {
      super(...((parts.length > 0 ? parts : [now()]) as [number]));
    }
    static override now = now;
    static override [Symbol.hasInstance](value: unknown): boolean {
      return Object.prototype.toString.call(value) === "[object Date]";
    }
  }
  globalThis.Date = byMs === 0 ? RealDate : (ShiftedDate as DateConstructor);
}
