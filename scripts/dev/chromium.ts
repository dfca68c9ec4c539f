/** Debian's package of the headless browser that tests and benches drive. */
export const CHROMIUM_PACKAGE = "chromium-headless-shell";
export const CHROMIUM = `/usr/bin/${CHROMIUM_PACKAGE}`;
