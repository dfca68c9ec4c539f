import { LOCALE } from "@ecotrim/contracts/locale";
import { PALETTE } from "@ecotrim/present/palette";
import PDFDocument from "pdfkit";
import { FONTS, type Weight } from "./fonts.ts";

/** A4 portrait, pt. */
const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = { x: 50, top: 66, bottom: 58 };
const GAP = 8;
/** Least height of the content that stays on a page with its heading, pt. */
const KEEP_WITH_NEXT = 70;
/** Room below which a chapter begins on a new page, and the space above one that does not, pt. */
const CHAPTER_NEEDS = 240;
const CHAPTER_GAP = 24;

export interface TextStyle {
  weight?: Weight;
  /** pt */
  size?: number;
  color?: string;
  align?: "left" | "right" | "center";
  /** Line gap, pt. */
  lineGap?: number;
}

/** Left, top, width and height of a part of the page, pt. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface DocumentFacts {
  title: string;
  subject: string;
  keywords: string;
  /** Date written into the file. */
  issuedAt: Date;
  /** Header of every page but a cover; what is too long on its left is cut off. */
  header: { left: string; right: string };
  /** Footer of every page, beside the page number. */
  footer: string;
  author: string;
  /** Of headings and rules. */
  accent: string;
}

type StructureOptions = PDFKit.Mixins.StructureElementOptions & { scope?: "Row" | "Column" };

/**
 * Figures use tabular digits, so that they align in columns and keep their separators, which kerning swallows ("1.1"
 * reads "11"). Other text does not, since its hyphens would be as wide.
 */
const FIGURE = /\d[.,]|^[−±]?\d+(\s|$)/;
const ONE_WIDTH: PDFKit.Mixins.OpenTypeFeatures[] = ["tnum"];

/** What PDFKit reads of a laid-out text. */
interface Run {
  glyphs: readonly { id: number; advanceWidth: number; codePoints: readonly number[] }[];
  positions: readonly object[];
  advanceWidth: number;
}

/** The part of PDFKit's font that lays out text. */
interface LayingFont {
  layoutRun(text: string, features?: readonly string[]): Run;
}

/** Runs kept of each weight: a report has some 3,000 of all weights together. */
const MOST_RUNS = 10_000;
const keptRuns = new Map<string, Map<string, Run>>();

/** Keeps layouts from one document to the next, and those of figures, which PDFKit never keeps: they take most of its time. */
function keepRuns(weight: string, font: LayingFont): void {
  const runs = keptRuns.get(weight) ?? new Map<string, Run>();
  keptRuns.set(weight, runs);
  const layOut = font.layoutRun.bind(font);
  font.layoutRun = (text, features) => {
    const key = `${features ?? ""} ${text}`;
    const kept = runs.get(key);
    if (kept) return kept;
    const { glyphs, positions, advanceWidth } = layOut(text, features);
    const points = Array.from(text, (sign) => sign.codePointAt(0)!);
    const isOneToOne = points.length === glyphs.length;
    const run = {
      // A glyph of several signs bears that which its font met first, so that a file would depend on those before it.
      glyphs: glyphs.map(({ id, advanceWidth, codePoints }, i) => ({
        ...{ id, advanceWidth },
        codePoints: isOneToOne ? [points[i]!] : codePoints,
      })),
      ...{ positions, advanceWidth },
    };
    if (runs.size >= MOST_RUNS) runs.clear();
    runs.set(key, run);
    return run;
  };
}

/** A chapter in the table of contents, or a section of one. */
interface Chapter {
  title: string;
  page: number;
  isSection?: boolean;
}

const BODY: Required<TextStyle> = {
  weight: "regular",
  size: 9.5,
  color: PALETTE.ink,
  align: "left",
  lineGap: 2.5,
};

/**
 * A tagged document that is filled from top to bottom: content follows the last, and moves to a new page where it does
 * not fit. Text is data: no markup is interpreted.
 */
export class Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly chapters: Chapter[] = [];
  /** Top of the next content, pt. */
  y = MARGIN.top;
  readonly accent: string;
  readonly #facts: DocumentFacts;
  /** Open structure elements, the innermost last. */
  readonly #open: PDFKit.PDFStructureElement[];
  /** Pages without header. */
  readonly #bare = new Set<number>();

  constructor(facts: DocumentFacts) {
    this.#facts = facts;
    this.accent = facts.accent;
    const { title, subject, keywords, issuedAt, author } = facts;
    this.doc = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      autoFirstPage: false,
      // Page breaks are made here, never by the library.
      margin: 0,
      font: "",
      pdfVersion: "1.7",
      tagged: true,
      lang: LOCALE,
      displayTitle: true,
      bufferPages: true,
      info: {
        Title: title,
        Subject: subject,
        Keywords: keywords,
        Author: author,
        Creator: author,
        CreationDate: issuedAt,
        ModDate: issuedAt,
      },
    });
    for (const [weight, file] of Object.entries(FONTS)) {
      this.doc.registerFont(weight, file).font(weight);
      keepRuns(weight, (this.doc as unknown as { _font: LayingFont })._font);
    }
    const root = this.doc.struct("Document");
    this.doc.addStructure(root);
    this.#open = [root];
  }

  readonly left = MARGIN.x;
  readonly width = PAGE.width - 2 * MARGIN.x;
  get room(): number {
    return PAGE.height - MARGIN.bottom - this.y;
  }

  /** Ensures room for a height, on this page or on a new one. @returns whether a new page was begun */
  ensure(height: number): boolean {
    if (height <= this.room || this.y <= MARGIN.top) return false;
    this.newPage();
    return true;
  }

  newPage(): void {
    this.doc.addPage();
    this.y = MARGIN.top;
  }

  /** Leaves the header off this page. */
  withoutHeader(): void {
    this.#bare.add(this.#pageIndex);
  }

  get #pageIndex(): number {
    return this.doc.bufferedPageRange().count - 1;
  }

  space(height = GAP): void {
    this.y += height;
  }

  // Structure

  /** Groups all content that `fill` adds in one structure element. */
  group(tag: string, fill: () => void): void {
    const element = this.doc.struct(tag);
    this.#open.at(-1)!.add(element);
    this.#open.push(element);
    fill();
    this.#open.pop();
    element.end();
  }

  /** Marks the content that `draw` adds to this page as one element; `alt` describes it for screen readers. */
  mark(tag: string, draw: () => void, options: StructureOptions = {}): void {
    this.#open.at(-1)!.add(this.doc.struct(tag, options, [draw]));
  }

  /** Marks decoration, which screen readers skip. */
  decorate(draw: () => void): void {
    this.doc.markContent("Artifact", { type: "Layout" });
    draw();
    this.doc.endMarkedContent();
  }

  // Text

  #set(text: string, style: TextStyle): PDFKit.Mixins.TextOptions {
    const { weight, size, color, align, lineGap } = { ...BODY, ...style };
    this.doc.font(weight).fontSize(size).fillColor(color);
    return { align, lineGap, ...(FIGURE.test(text) ? { features: ONE_WIDTH } : {}) };
  }

  /** Height of a text in a width, pt. */
  heightOf(text: string, width: number, style: TextStyle = {}): number {
    const options = this.#set(text, style);
    return this.doc.heightOfString(text, { ...options, width }) - (style.lineGap ?? BODY.lineGap);
  }

  widthOf(text: string, style: TextStyle = {}): number {
    return this.doc.widthOfString(text, this.#set(text, style));
  }

  /** Writes text at a position, wrapped to the width. @returns its height */
  write(text: string, x: number, y: number, width: number, style: TextStyle = {}): number {
    this.doc.text(text, x, y, { ...this.#set(text, style), width });
    return this.doc.y - y - (style.lineGap ?? BODY.lineGap);
  }

  /** Writes one line at a position, shrunk to the width if longer. @returns its font size, pt */
  fit(text: string, x: number, y: number, width: number, style: TextStyle = {}): number {
    const size = style.size ?? BODY.size;
    const fitting = Math.min(size, (size * width) / Math.max(1, this.widthOf(text, style)));
    // The offset keeps shrunk text on the same baseline.
    this.write(text, x, y + (size - fitting), width + 1, { ...style, size: fitting });
    return fitting;
  }

  #block(tag: string, text: string, style: TextStyle, { indent = 0, after = GAP } = {}): void {
    const width = this.width - indent;
    const height = this.heightOf(text, width, style);
    this.ensure(height);
    this.mark(tag, () => this.write(text, this.left + indent, this.y, width, style));
    this.y += height + after;
  }

  /** Begins a chapter, listed in the table of contents: below the last one, or on a new page where little room is left. */
  chapter(title: string): void {
    if (this.chapters.length > 0 && this.room >= CHAPTER_NEEDS) this.space(CHAPTER_GAP);
    else this.newPage();
    this.chapters.push({ title, page: this.#pageIndex });
    this.doc.outline.addItem(title);
    const style: TextStyle = { weight: "bold", size: 19, color: this.accent, lineGap: 1 };
    this.#block("H1", title, style, { after: 10 });
  }

  /** A heading that the table of contents lists below its chapter. */
  section(title: string, keep = KEEP_WITH_NEXT): void {
    this.heading(title, keep);
    this.chapters.push({ title, page: this.#pageIndex, isSection: true });
  }

  heading(title: string, keep = KEEP_WITH_NEXT): void {
    const style: TextStyle = { weight: "semibold", size: 12.5, color: this.accent };
    if (this.y > MARGIN.top) this.space(6);
    this.ensure(this.heightOf(title, this.width, style) + keep);
    this.#block("H2", title, style, { after: 6 });
  }

  subheading(title: string, keep = KEEP_WITH_NEXT): void {
    const style: TextStyle = { weight: "semibold", size: 10, color: PALETTE.ink };
    this.ensure(this.heightOf(title, this.width, style) + keep);
    this.#block("H3", title, style, { after: 4 });
  }

  paragraph(text: string, style: TextStyle = {}): void {
    this.#block("P", text, style);
  }

  lead(text: string): void {
    this.paragraph(text, { size: 10.5, color: PALETTE.ink, lineGap: 3 });
  }

  note(text: string): void {
    this.paragraph(text, { size: 8, color: PALETTE.muted, lineGap: 2 });
  }

  bullets(items: readonly string[]): void {
    if (items.length === 0) return;
    this.group("L", () => {
      for (const item of items) {
        const width = this.width - 14;
        const height = this.heightOf(item, width);
        this.ensure(height);
        this.mark("LI", () => {
          this.doc.circle(this.left + 4, this.y + 5.6, 1.8).fill(this.accent);
          this.write(item, this.left + 14, this.y, width);
        });
        this.y += height + 5;
      }
    });
    this.space(4);
  }

  // Figures

  /** Draws a figure with its title on one page; `alt` describes the figure. */
  figure(title: string | null, height: number, alt: string, draw: (box: Box) => void): void {
    if (title === null) this.ensure(height);
    else this.heading(title, height + 6);
    const box = { x: this.left, y: this.y, width: this.width, height };
    this.mark("Figure", () => draw(box), { alt });
    this.y += height + GAP;
  }

  // The end

  /** Draws header and footer of every page and returns the file's bytes. */
  async finish(): Promise<Buffer> {
    const { start, count } = this.doc.bufferedPageRange();
    for (let page = start; page < start + count; page++) {
      this.doc.switchToPage(page);
      this.#frame(page, count);
    }
    this.#open[0]!.end();
    const chunks: Buffer[] = [];
    this.doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((resolve, reject) => this.doc.on("end", resolve).on("error", reject));
    this.doc.end();
    await ended;
    return Buffer.concat(chunks);
  }

  #frame(page: number, pages: number): void {
    const { header, footer } = this.#facts;
    const small: TextStyle = { size: 7.5, color: PALETTE.muted };
    const { doc, left, width } = this;
    doc.markContent("Artifact", { type: "Pagination" });
    if (!this.#bare.has(page)) {
      const own = this.#set(header.left, { ...small, weight: "semibold", color: this.accent });
      doc.text(header.left, left, 30, { ...own, width: width * 0.62, height: 10, ellipsis: true });
      this.write(header.right, left, 30, width, { ...small, align: "right" });
      doc
        .moveTo(left, 46)
        .lineTo(left + width, 46)
        .lineWidth(0.6)
        .stroke(PALETTE.line);
    }
    const foot = PAGE.height - 36;
    this.write(footer, left, foot, width * 0.8, small);
    this.write(`Página ${page + 1} de ${pages}`, left, foot, width, { ...small, align: "right" });
    doc.endMarkedContent();
  }

  /** Returns to a page to add content; `fill` must not need another page. */
  onPage(page: number, fill: () => void): void {
    const here = this.#pageIndex;
    this.doc.switchToPage(page);
    fill();
    this.doc.switchToPage(here);
  }
}
