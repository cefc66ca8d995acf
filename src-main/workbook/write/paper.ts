/** How a sheet is printed: on A4, landscape, with no text smaller than 7 points. */
import type { Worksheet } from 'exceljs';
import { toColumnLetter } from '#domain/cupones/header-key.ts';

/** `widths`: of the columns, in characters. `header`: its row; 0 for none. `hidden`: columns to hide, from 0. `empty`: columns to hide on too wide a sheet. */
export type AddSheet = (sheet: {
  readonly name: string;
  readonly title: string;
  readonly header: number;
  readonly widths: readonly number[];
  readonly hidden?: readonly number[];
  readonly empty?: readonly number[];
}) => Worksheet;

const A4 = 9;
const MARGINS = { left: 0.4, right: 0.4, top: 0.5, bottom: 0.8, header: 0.3, footer: 0.3 };
/** The scale, in percent, at which the smallest text is printed with 7 points: a table's stamp has 10 points, a record sheet 11. */
const getLeastScale = (header: number): number => (header > 0 ? 70 : 65);
/** The printable width of A4 in landscape, between the margins, in pixels of 1/96 inch. */
const PAGE_PIXELS = (297 / 25.4 - MARGINS.left - MARGINS.right) * 96;
/** Columns become this much wider if a PC lacks the workbook's font and shows a wider font. */
const WIDER_FONT = 1.35;
/** The largest share of a page that the repeated columns may take. */
const REPEATED_PART = 0.3;
const MAX_REPEATED = 3;

/** The width of a column in pixels: seven for each character of the default font, plus its padding; 0 for a hidden column. */
const toPixels = (width: number): number => (width === 0 ? 0 : Math.trunc(width * 7) + 5);

const getPrintable = (header: number): number => (PAGE_PIXELS * 100) / getLeastScale(header);
const sumPixels = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + toPixels(width), 0);
/** Whether columns of these widths, in characters, fit on one page with readable text. */
export const isOnePage = (widths: readonly number[], header: number): boolean =>
  sumPixels(widths) * WIDER_FONT <= getPrintable(header);

/**
 * The page setup of a sheet with columns of these widths, in characters: if they do not all fit at the least scale, blocks of columns, each with the first
 * columns again. `header`: the row of the header, which is repeated on every page; 0 for none.
 */
export function getPageSetup(widths: readonly number[], header: number) {
  const common = {
    paperSize: A4,
    orientation: 'landscape' as const,
    margins: MARGINS,
    ...(header > 0 ? { printTitlesRow: `${String(header)}:${String(header)}` } : {}),
  };
  if (isOnePage(widths, header)) return { ...common, fitToPage: true, fitToWidth: 1, fitToHeight: 0 };
  let room = getPrintable(header) * REPEATED_PART;
  const repeated = Math.min(
    MAX_REPEATED,
    widths.findIndex((width) => (room -= toPixels(width)) < 0),
  );
  return {
    ...common,
    scale: Math.max(getLeastScale(header), Math.floor((100 * PAGE_PIXELS) / sumPixels(widths))),
    // Each block of columns is printed from top to bottom before the next block.
    pageOrder: 'downThenOver' as const,
    ...(repeated > 0 ? { printTitlesColumn: `A:${toColumnLetter(repeated - 1)}` } : {}),
  };
}
