import { formatNumber } from '#domain/texts/language.ts';
import { NOT_SENT } from '#domain/texts/till-bridge.ts';
import { REASONS } from '#domain/till-bridge.ts';
import type { LeftOutRows, Bridge, FileTotal } from '#contract/till-bridge.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { writePesos, formatTable } from './format.ts';

const formatLegible = ({ sinImporte }: LeftOutRows): string =>
  sinImporte === 0 ? '' : `(${formatNumber(sinImporte)} sin importe legible)`;

function totalInWords({ fila, dice, importe, suman, diferencia }: FileTotal): string {
  const where = `La línea de total de la fila ${String(fila)}`;
  if (importe === null || diferencia === null) return `${where} no dice un importe${dice === '' ? '' : `: ${dice}`}.`;
  if (!/[1-9]/.test(diferencia)) return `${where} dice ${writePesos(importe)}: es lo que suman sus filas.`;
  return `${where} dice ${writePesos(importe)} y sus filas suman ${writePesos(suman)}: difiere en ${writePesos(diferencia)}.`;
}

/** The title, and what the sum of all rows is called. Where another sheet has coupons too, both say of which sheets they are. */
function titlesOf(sheets: Bridge['hojas'], leftSheets: boolean): readonly [title: string, all: string] {
  if (!leftSheets) return [LABELS.fileToSent.es, LABELS.cuponesOfFile.es];
  const read = [...new Set(sheets.flatMap(({ hoja }) => hoja ?? []))].map((name) => `«${name}»`);
  return [`De ${read.length === 1 ? 'la hoja' : 'las hojas'} ${read.join(', ')} a lo enviado`, 'Cupones de lo leído'];
}

/**
 * From the rows of the files to what was sent; only when something was left out or the files declare a total. `leftSheets`: some sheet with coupons
 * was not read.
 */
export function listBridgeLines({ cupones, enviados, omitidos, hojas }: Bridge, leftSheets: boolean): string[] {
  const totals = hojas.flatMap((sheet) => sheet.totales.filter(({ deTodo: overall }) => overall).slice(-1));
  const leftOut = REASONS.filter((reason) => omitidos[reason].filas > 0);
  if (leftOut.length === 0 && totals.length === 0) return [];
  const [title, all] = titlesOf(hojas, leftSheets);
  const rows = [
    ['  Enviados', formatNumber(enviados.filas), writePesos(enviados.importe), ''],
    ...leftOut.map((reason) => {
      const sum = omitidos[reason];
      return [`  ${NOT_SENT[reason].es}`, formatNumber(sum.filas), writePesos(sum.importe), formatLegible(sum)];
    }),
    [`  ${all}`, formatNumber(cupones.filas), writePesos(cupones.importe), formatLegible(cupones)],
  ];
  return [`${title}:`, ...formatTable(rows, [1, 2]), ...totals.map(totalInWords)];
}
