import { AppError } from "@ecotrim/contracts/errors";
import fp from "fastify-plugin";
import { unstorableText } from "./errors.ts";

/** No body of ours is deeper than a handful; a far deeper one overflows the stack of `JSON.stringify`. */
const MAX_DEPTH = 64;

/** Nesting depth of JSON text, found without parsing it; text that is no JSON has a depth too. */
export function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at++) {
    const token = json[at];
    if (token === '"') quoted = !quoted;
    else if (quoted) at += token === "\\" ? 1 : 0;
    else if (token === "[" || token === "{") deepest = Math.max(deepest, ++depth);
    else if (token === "]" || token === "}") depth--;
  }
  return deepest;
}

/** In well-formed JSON only an unpaired surrogate is written as an escape. */
const UNPAIRED_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/** Accepts JSON only. A client that always sends the content type may send no body with it. */
export const json = fp(async (app) => {
  app.removeContentTypeParser(["application/json", "text/plain"]);
  const readJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else if (depthOf(body) > MAX_DEPTH)
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
