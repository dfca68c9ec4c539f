/** Debian's package of the browser that tests and benches drive, which has no screen. */
export const CHROMIUM_PACKAGE = "chromium-headless-shell";
export const CHROMIUM = `/usr/bin/${CHROMIUM_PACKAGE}`;
