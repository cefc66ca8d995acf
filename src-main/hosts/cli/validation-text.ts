import type { ValidationDocument } from '#contract/documents.ts';
import { formatDayMonthYear } from '#domain/civil-date.ts';
import type { DatesOfColumn } from '#domain/finding.ts';
import { formatNumber } from '#domain/texts/language.ts';
import { formatTable } from './format.ts';

/** More findings than this are only counted; the JSON and the report have them all. */
const SHOWN = 50;

const sayMore = (total: number): string[] =>
  total > SHOWN ? [`  … y ${formatNumber(total - SHOWN)} más (todos con --json).`] : [];

/** "1 fila", "421 filas". */
const countOf = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

const formatSpan = ({ desde, hasta }: DatesOfColumn['dia']): string =>
  `del ${formatDayMonthYear(desde)} al ${formatDayMonthYear(hasta)}`;

/** A column with ambiguous dates: both readings, the one that was used, and the option for the other. */
export function listDatesLines({ columna, ejemplo, dia, mes, orden, elegido }: DatesOfColumn): string[] {
  const sayOrder = (one: 'dia' | 'mes'): string =>
    orden !== one ? `--orden-fecha ${one}` : elegido ? 'así se leyeron' : 'así se leyeron, porque no se dijo otra cosa';
  return [
    `  Las fechas de «${columna}» se pueden leer de dos maneras («${ejemplo}»):`,
    `    día/mes: van ${formatSpan(dia)} (${sayOrder('dia')})`,
    `    mes/día: van ${formatSpan(mes)} (${sayOrder('mes')})`,
  ];
}

/** The findings of a file, as lines for people. */
export function listValidationLines(doc: ValidationDocument): string[] {
  if ('codigo' in doc) return [`${doc.archivo}`, `  ${doc.mensaje}`];
  const { archivo, hoja, errores, avisos, sinMapear } = doc;
  const lines = [
    `${archivo}${hoja === null ? '' : ` · hoja ${hoja}`} · encabezado en la fila ${String(doc.encabezado)}`,
    `  ${countOf(doc.filas, 'fila', 'filas')}: ${countOf(doc.validas, 'válida', 'válidas')}, ${formatNumber(doc.conError)} con error, ${countOf(doc.vacias, 'vacía', 'vacías')}`,
  ];
  if (sinMapear.length > 0) lines.push(`  Columnas que no se usan: ${sinMapear.join(', ')}`);
  lines.push(...(doc.fechas ?? []).flatMap(listDatesLines));
  if (errores.length > 0) {
    lines.push('  Errores:');
    const rows = errores
      .slice(0, SHOWN)
      .map((error) => [`    fila ${String(error.fila)}`, error.columna ?? '', error.mensaje]);
    lines.push(...formatTable(rows), ...sayMore(errores.length));
    if (errores.some(({ codigo }) => codigo === 'FECHA_AMBIGUA'))
      lines.push(
        '    El orden de las fechas dudosas se dice con --orden-fecha dia (día/mes) o --orden-fecha mes (mes/día).',
      );
  }
  if (avisos.length > 0) {
    lines.push('  Avisos:');
    const rows = avisos
      .slice(0, SHOWN)
      .map((notice) => [`    ${notice.fila === null ? 'archivo' : `fila ${String(notice.fila)}`}`, notice.mensaje]);
    lines.push(...formatTable(rows), ...sayMore(avisos.length));
  }
  return lines;
}

/** Whether every row of the file can be sent. */
export const hasNoErrors = (doc: ValidationDocument): boolean => !('codigo' in doc) && doc.conError === 0;
