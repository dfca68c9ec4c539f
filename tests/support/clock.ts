const RealDate = Date;

/** Shifts the clock of this process forwards or back. Timers are not affected. */
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
