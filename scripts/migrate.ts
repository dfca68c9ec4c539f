/** `npm run migrate`; a container runs the compiled file. */
import "../shared/src/server/db/migrate-main.ts";
