/** `npm run -s bill -- bill.json`: a supplier's bill calculated again, line by line, without any service. */
import { AppError } from "@ecotrim/contracts/errors";
import { readBill } from "@ecotrim/contracts/simulations/bill";
import { rebill } from "@ecotrim/engine/bill/rebill";
import { withSentences } from "@ecotrim/present/bill/rebill";
import { printAnswer, readJsonFile } from "./command.ts";

const USAGE = "Uso: npm run -s bill -- factura.json";

async function main() {
  const [path, ...more] = process.argv.slice(2);
  if (path === undefined || more.length > 0) throw new AppError("INVALID_INPUT", { message: USAGE });
  return withSentences(rebill(readBill(await readJsonFile(path))));
}

process.exitCode = await printAnswer(main);
