import { unzipSync, zipSync } from "fflate";

/** Workbooks as the tests see them: every cell with its formula and the value that it carries. */

export interface ReadCell {
  formula?: string;
  value: number | string | null;
}
export interface ReadWorkbook {
  /** Cells by their address, of each sheet by its name. */
  sheets: Record<string, Record<string, ReadCell>>;
  /** What each name refers to: "'Supuestos'!$B$5". */
  names: Record<string, string>;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const plain = (xml: string): string =>
  xml.replace(/&(?:#(\d+)|(\w+));/g, (_, code, name) => (code ? String.fromCodePoint(Number(code)) : ENTITIES[name]!));
const attribute = (tag: string, name: string): string | undefined =>
  plain(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "") || undefined;
const textsIn = (xml: string): string =>
  [...xml.matchAll(/<t(?: [^>]*)?>([^<]*)<\/t>/g)].map(([, text]) => plain(text!)).join("");

/** @throws where a part is no XML: an element that does not end, or a sign that has to be escaped. */
function parts(file: Uint8Array): Record<string, string> {
  const read = Object.entries(unzipSync(file)).map(([path, bytes]) => [path, new TextDecoder().decode(bytes)] as const);
  for (const [path, xml] of read) {
    const open: string[] = [];
    for (const [, close, name, attributes, alone] of xml.matchAll(/<(\/?)([\w:]+)((?:\s[\w:]+="[^"<]*")*)\s*(\/?)>/g)) {
      if (close && open.pop() !== name) throw new Error(`${path}: </${name}> ends another element`);
      if (/&(?!(?:#\d+|amp|lt|gt|quot|apos);)/.test(attributes!)) throw new Error(`${path}: an attribute of ${name}`);
      if (!close && !alone) open.push(name!);
    }
    const left = xml.replace(/<\?xml[^>]*\?>/, "").replace(/<\/?[\w:]+(?:\s[\w:]+="[^"<]*")*\s*\/?>/g, "");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML does not allow
    if (open.length > 0 || /[<\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|&(?!(?:#\d+|\w+);)/.test(left))
      throw new Error(`${path} is not well-formed`);
  }
  return Object.fromEntries(read);
}

export function readWorkbook(file: Uint8Array): ReadWorkbook {
  const { "xl/workbook.xml": book = "", "xl/sharedStrings.xml": strings = "", ...others } = parts(file);
  const shared = [...strings.matchAll(/<si>(.*?)<\/si>/gs)].map(([, item]) => textsIn(item!));
  const sheets: ReadWorkbook["sheets"] = {};
  for (const [index, [tag]] of [...book.matchAll(/<sheet [^>]*>/g)].entries()) {
    const cells: Record<string, ReadCell> = {};
    const xml = others[`xl/worksheets/sheet${index + 1}.xml`]!;
    for (const [, head, content] of xml.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
      if (content === undefined) continue;
      const formula = /<f(?: [^>]*)?>([^<]*)<\/f>/.exec(content)?.[1];
      const value = /<v>([^<]*)<\/v>/.exec(content)?.[1];
      cells[attribute(` ${head}`, "r")!] = {
        ...(formula !== undefined && { formula: plain(formula) }),
        value: cellValue(attribute(` ${head}`, "t"), value, content, shared),
      };
    }
    sheets[attribute(tag, "name")!] = cells;
  }
  const names = [...book.matchAll(/(<definedName [^>]*>)([^<]*)<\/definedName>/g)].map(
    ([, tag, range]) => [attribute(tag!, "name"), plain(range!)] as const,
  );
  return { sheets, names: Object.fromEntries(names) };
}

function cellValue(type: string | undefined, value: string | undefined, content: string, shared: string[]) {
  if (type === "inlineStr") return textsIn(content);
  if (value === undefined) return null;
  if (type === "s") return shared[Number(value)]!;
  return type === undefined || type === "n" ? Number(value) : plain(value);
}

/** The cell that a name refers to. */
export function named({ sheets, names }: ReadWorkbook, name: string): ReadCell {
  const [, sheet, address] = /^\$?'?([^'!]+)'?!(.*)$/.exec(names[name]!)!;
  return sheets[sheet!]![address!.replaceAll("$", "")]!;
}

/** The file without the values of its formulas, and with other values in the cells of these names. */
export function withoutValues(file: Uint8Array, changes: Record<string, number>): Uint8Array {
  const { names, sheets } = readWorkbook(file);
  const files = unzipSync(file);
  for (const [index, sheet] of Object.keys(sheets).entries()) {
    const path = `xl/worksheets/sheet${index + 1}.xml`;
    let xml = new TextDecoder().decode(files[path]).replace(/(<\/f>)<v>[^<]*<\/v>/g, "$1");
    for (const [name, value] of Object.entries(changes)) {
      const [of, address] = names[name]!.replaceAll(/['$]/g, "").split("!");
      if (of === sheet) xml = xml.replace(new RegExp(`(<c r="${address}"[^>]*><v>)[^<]*`), `$1${value}`);
    }
    files[path] = new TextEncoder().encode(xml);
  }
  return zipSync(files);
}
