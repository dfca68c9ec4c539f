import { AppError } from "@ecotrim/contracts/errors";
import fp from "fastify-plugin";
import { unstorableText } from "./errors.ts";

/** No body of ours is deeper than a handful; a far deeper one overflows the stack of `JSON.stringify`. */
const MAX_DEPTH = 64;
/** Parsing more holds up the event loop. Our own results have some 1,100 names and 12,000 values. */
const MAX_NAMES = 6000;
const MAX_VALUES = 40_000;

/** Nesting depth, names and values of JSON text, counted without parsing it; text that is no JSON has them too. */
export function extentOf(json: string): { depth: number; names: number; values: number } {
  let names = 0;
  let values = 1;
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at++) {
    const token = json[at];
    if (token === '"') quoted = !quoted;
    else if (quoted) at += token === "\\" ? 1 : 0;
    else if (token === "[" || token === "{") {
      deepest = Math.max(deepest, ++depth);
      values++;
    } else if (token === "]" || token === "}") depth--;
    else if (token === ":") names++;
    else if (token === ",") values++;
  }
  return { depth: deepest, names, values };
}

/** In well-formed JSON only an unpaired surrogate is written as an escape. */
const UNPAIRED_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/** Accepts JSON only. A client that always sends the content type may send no body with it. */
export const json = fp(async (app) => {
  app.removeContentTypeParser(["application/json", "text/plain"]);
  const readJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    const { depth, names, values } = extentOf(body);
    if (body === "") done(null, undefined);
    else if (names > MAX_NAMES || values > MAX_VALUES)
      done(new AppError("INVALID_INPUT", { message: "Los datos tienen demasiados campos o valores." }));
    else if (depth > MAX_DEPTH)
      done(new AppError("INVALID_INPUT", { message: "Los datos están anidados a demasiados niveles." }));
    else if (/\\ud/i.test(body))
      readJson(request, body, (error, value) => {
        if (error) done(error);
        else if (UNPAIRED_SURROGATE.test(JSON.stringify(value))) done(unstorableText());
        else done(null, value);
      });
    else readJson(request, body, done);
  });
});
