/** Where the sample of the premium report is explained, and its file, which the build makes. */
export const SAMPLE_PATH = "/informe-ejemplo";
export const SAMPLE_FILE = `${SAMPLE_PATH}.pdf`;

/** Fewer than a report that is paid for has, so that builds stay short. */
export const SAMPLE_SCENARIOS = 512;
