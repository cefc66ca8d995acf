/** How a sheet is printed: A4, landscape, no text smaller than 7 points. */
import type { Worksheet } from 'exceljs';
import { toColumnLetter } from '#domain/cupones/header-key.ts';

/**
 * Adds a sheet to the workbook. `widths`: those of its columns, in characters; `header`: its row, 0 for none; `hidden`: columns that are not shown, from
 * 0; `empty`: columns that are not shown either where the sheet is too wide for one page.
 */
export type AddSheet = (sheet: {
  readonly name: string;
  readonly title: string;
  readonly header: number;
  readonly widths: readonly number[];
  readonly hidden?: readonly number[];
  readonly empty?: readonly number[];
}) => Worksheet;

/** The code of A4 in a workbook. */
const A4 = 9;
const MARGINS = { left: 0.4, right: 0.4, top: 0.5, bottom: 0.8, header: 0.3, footer: 0.3 };
/** The least percentage at which the smallest letters are printed with 7 points: those of the stamp of a table have 10, those of a record sheet 11. */
const getLeastScale = (header: number): number => (header > 0 ? 70 : 65);
/** The printable width of A4 in landscape, between the margins, in pixels of 1/96 inch. */
const PAGE_PIXELS = (297 / 25.4 - MARGINS.left - MARGINS.right) * 96;
/** How much wider the columns are where the font of the workbook is replaced by a wider one. */
const WIDER_FONT = 1.35;
/** The widest that the repeated columns may be, as a part of a page. */
const REPEATED_PART = 0.3;
const MAX_REPEATED = 3;

/** The pixels of a column, none of a hidden one: seven for each character of the default font, and its padding. */
const toPixels = (width: number): number => (width === 0 ? 0 : Math.trunc(width * 7) + 5);

const getPrintable = (header: number): number => (PAGE_PIXELS * 100) / getLeastScale(header);
const sumPixels = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + toPixels(width), 0);
/** Whether columns of these widths, in characters, fit on a page of letters that can be read. */
export const isOnePage = (widths: readonly number[], header: number): boolean =>
  sumPixels(widths) * WIDER_FONT <= getPrintable(header);

/**
 * The page setup of a sheet with columns of these widths, in characters. A sheet that fits at the least scale is printed on pages of its whole width, and
 * a wider one in blocks of columns, each of which begins with the first columns again.
 *
 * @param header the row of the header, which is repeated on every page; 0 for none
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
    // Each page goes from top to bottom before the next block of columns begins.
    pageOrder: 'downThenOver' as const,
    ...(repeated > 0 ? { printTitlesColumn: `A:${toColumnLetter(repeated - 1)}` } : {}),
  };
}
