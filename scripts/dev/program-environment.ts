/** What programs beside the platform need of the environment; the rest holds its secrets. Windows needs the last four. */
const NEEDED = ["PATH", "TMPDIR", "TZ", "SystemRoot", "ComSpec", "TEMP", "TMP"];

export const programEnvironment = (more: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => NEEDED.includes(name))),
  ...more,
});
