// The program of a thread that is started from source, named by the first argument. Threads do not inherit tsx on Node 20.
import { register } from "tsx/esm/api";

register();
const { default: task } = await import(process.argv[2]);
export default task;
