import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";

/** Texts that people may read, taken from the sources by their syntax. */

export interface SourceText {
  file: string;
  line: number;
  text: string;
}

interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

/** Stands for a figure or a name that is put into a text when it is shown. */
const HOLE = "…";

/** Attributes of markup that a program reads. */
const TECHNICAL_ATTRIBUTE =
  /^(className|classNames|id|htmlFor|type|to|href|src|rel|target|role|key|variant|size|color|c|ff|fw|mode|style|position|fill|stroke\w*|d|viewBox|transform|textAnchor|autoComplete|inputMode|data-[\w-]+|aria-(labelledby|describedby|controls|live|current|haspopup|hidden|expanded))$/;
/** Properties of objects that a program reads. */
const TECHNICAL_KEY = /^(path|to|href|id|key|url|canonical|className|type|kind|code|pattern|format|cause)$/;
/** Properties of objects that people read, whatever their case. */
const SHOWN_KEY = /^(title|label|text|message|summary|description|body|subject|placeholder|note|lead)$/;
/** Calls whose words are English, for operators and programmers, or for another program. */
const UNREAD_CALL =
  /(^|\.)(log|logger|console)\.\w+$|^new \w*(Error|Failure)$|^super$|\.(query|where|andWhere|createQueryBuilder|querySelector(All)?)$/;
const OWN_ERROR = /^(App|Api)Error$/;
/** Addresses, rules of a style sheet, statements of the database and parts of them. */
const UNREAD_TEXT =
  /^\/[\w/:-]*$|\{ ?[\w-]+:|^(FROM|ORDER BY) |\b(SELECT|AND|IN \(|IS NULL|DESC|COLLATE)\b|^[a-z_]+ (=|<|>|<=|>=) |\$\d/;

/** Names, slugs and values: one word without accents that begins with no capital, or has nothing else. */
const isIdentifier = (text: string): boolean => /^([^\sA-ZÀ-ÿ¡¿][^\sÀ-ÿ¡¿]*|[A-Z][A-Z\d_]*)$/.test(text);

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === "string";
const partsOf = (node: Node): unknown[] => Object.values(node).flat();

/** "deps.logger.warn" of a callee. */
function calleeName(node: Node): string {
  if (node.type === "Identifier") return node.name as string;
  if (node.type === "Super") return "super";
  if (node.type === "MemberExpression")
    return `${calleeName(node.object as Node)}.${calleeName(node.property as Node)}`;
  return "";
}

const keyOf = ({ key }: Node): string => {
  const { name, value } = key as { name?: string; value?: unknown };
  return name ?? String(value);
};

/** A value that is no call: the address that a call writes may hold texts, such as the subject of a mail. */
function plain(value: unknown): unknown[] {
  const { type, expression } = (value ?? {}) as { type?: string; expression?: Node };
  return type === "CallExpression" || expression?.type === "CallExpression" ? [] : [value];
}

/** The parts of a node whose literals are no texts. */
function unread(node: Node): unknown[] {
  switch (node.type) {
    case "ImportDeclaration":
    case "ImportExpression":
    case "ExportAllDeclaration":
    case "TSTypeAnnotation":
    case "TSTypeAliasDeclaration":
    case "TSInterfaceDeclaration":
    case "TSTypeParameterInstantiation":
      return partsOf(node);
    case "ExportNamedDeclaration":
      return [node.source];
    case "Property":
      return node.computed ? [] : [node.key, ...(TECHNICAL_KEY.test(keyOf(node)) ? plain(node.value) : [])];
    case "MemberExpression":
      return [node.property];
    case "SwitchCase":
      return [node.test];
    case "BinaryExpression":
      return /^([!=]==?|in)$/.test(node.operator as string) ? [node.left, node.right] : [];
    case "JSXAttribute":
      return TECHNICAL_ATTRIBUTE.test((node.name as { name: string }).name) ? plain(node.value) : [];
    case "ThrowStatement": {
      const { type, callee } = node.argument as Node;
      return type === "NewExpression" && !OWN_ERROR.test(calleeName(callee as Node)) ? [node.argument] : [];
    }
    case "CallExpression":
    case "NewExpression": {
      const name = `${node.type === "NewExpression" ? "new " : ""}${calleeName(node.callee as Node)}`;
      // Errors of ours reach people: their code is unread, their message is read.
      if (name === "new AppError") return [(node.arguments as Node[])[0]];
      if (name === "new ApiError") return [];
      return UNREAD_CALL.test(name) ? (node.arguments as Node[]) : [];
    }
    default:
      return [];
  }
}

/** Whether literals right under a part are shown, even one word in small letters. */
const isShown = (node: Node, shown: boolean): boolean =>
  /^JSX(Element|Fragment)$/.test(node.type) ||
  // A name is an identifier on a field, and a word on a drawing.
  (node.type === "JSXAttribute" && (node.name as { name: string }).name !== "name") ||
  (node.type === "Property" && SHOWN_KEY.test(keyOf(node))) ||
  (shown && /^(JSXExpressionContainer|ConditionalExpression|LogicalExpression)$/.test(node.type));

/** Every text of a module that a person may read: of its markup, its strings and its templates. */
export function textsOf(file: string, source = readFileSync(file, "utf8")): SourceText[] {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const texts: SourceText[] = [];
  const add = (node: Node, raw: string, shown: boolean) => {
    const text = raw.replace(/\s+/g, " ").trim();
    if (/\p{L}/u.test(text) && !UNREAD_TEXT.test(text) && (shown || !isIdentifier(text)))
      texts.push({ file, line: source.slice(0, node.start + raw.search(/\S/)).split("\n").length, text });
  };
  const visit = (node: Node, shown: boolean): void => {
    if (node.type === "JSXText") add(node, node.value as string, true);
    else if (node.type === "Literal" && typeof node.value === "string") add(node, node.value, shown);
    else if (node.type === "TemplateLiteral")
      add(node, (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(HOLE), shown);
    const skipped = new Set(unread(node));
    for (const part of partsOf(node)) if (isNode(part) && !skipped.has(part)) visit(part, isShown(node, shown));
  };
  visit(program as unknown as Node, false);
  return texts;
}

/** Product modules in these folders, without tests, fixtures and what is built. */
export const modulesIn = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /(?<!\.(test|fixture|d))\.tsx?$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
      .map((name) => join(folder, name))
      .sort(),
  );
