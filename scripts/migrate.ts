/** `npm run migrate`; a container runs the compiled file. */
import "../shared/server/db/migrate-main.ts";
