import type { ValidationDocument } from '#contract/documents.ts';
import { requiredOf, rulesOf, type CuponField } from '#domain/cupones/fields.ts';
import type { ColumnsUsed, RowError, RowNotice, UnreadableFile, ValidationSummary } from '#domain/finding.ts';
import type { Doubt } from '#domain/doubt.ts';
import { describeDoubt } from '#domain/texts/doubts.ts';
import { labelOf } from '#domain/texts/columns.ts';
import { formatNumber } from '#domain/texts/language.ts';
import { formatTable, formatCount, toOneLine } from './format.ts';

/** More findings than this are only counted; the JSON and the report have them all. */
const SHOWN = 50;

const sayMore = (total: number): string[] =>
  total > SHOWN ? [`  … y ${formatNumber(total - SHOWN)} más (todos con --json).`] : [];

/** A doubt with its readings: the one that was taken, and the option for each other one. */
export function listDoubtLines(doubt: Doubt): string[] {
  const { pregunta, lecturas } = describeDoubt(doubt);
  return [
    `  ${toOneLine(pregunta)}`,
    ...doubt.lecturas.map(({ valor }, index) => {
      const how =
        valor !== doubt.tomada
          ? `--responder "${doubt.clave}=${valor}"`
          : doubt.elegida
            ? 'así se leyó'
            : 'así se leyó, porque no se dijo otra cosa';
      return `    ${toOneLine(lecturas[index] ?? valor)} (${how})`;
    }),
  ];
}

/** The column of each field. */
const listTaken = (columns: ColumnsUsed['mapeo']): string =>
  Object.entries(columns)
    .map(([field, column]) => `${field} ← ${column}`)
    .join(', ');

/** Says of a file whose columns are not enough where its table was found, and which column each field has. */
function listTableLines({ hoja, encabezado, mapeo, dudas = [] }: UnreadableFile): string[] {
  if (encabezado === undefined || mapeo === undefined) return [];
  const taken = listTaken(mapeo);
  return [
    `  Encabezado en la fila ${String(encabezado)}${typeof hoja === 'string' ? ` de la hoja ${hoja}` : ''}`,
    ...(taken === '' ? [] : [`  Columnas que se tomaron: ${taken}`]),
    ...dudas.flatMap(listDoubtLines),
  ];
}

/** Tells errors of single rows from those that all rows have because a field has no column, which is told once. */
function isOfOneRow(missing: readonly RowNotice[]): (error: RowError) => boolean {
  const lacks = (field: CuponField): boolean => missing.some(({ campo }) => campo === field);
  const isKindless = requiredOf('tarjeta').every(lacks);
  return ({ codigo, campo, valor }) =>
    codigo === 'OBLIGATORIO'
      ? campo === null || !lacks(campo)
      : codigo !== 'TIPO_DE_CUPON_INDEFINIDO' || valor !== '' || !isKindless;
}

/** Columns that no row could use for a field that it does not need: leaving each out mends all of its errors. */
function listUselessColumns({ errores, filas }: ValidationSummary): string[] {
  const ofField = Map.groupBy(
    errores.filter(({ campo, columna }) => campo !== null && columna !== null && rulesOf(campo).required === undefined),
    ({ campo }) => campo,
  );
  return [...ofField].flatMap(([field, theirs]) =>
    field === null || filas < 2 || theirs.length < filas
      ? []
      : `    «${toOneLine(theirs[0]?.columna ?? '')}» no tiene ${labelOf(field)} en ninguna fila. Si tiene otra cosa, dejala sin usar con --mapear ${field}=`,
  );
}

/** The findings of a file, as lines for people. */
export const listValidationLines = (doc: ValidationDocument): string[] => listLines(doc).map(toOneLine);

function listLines(doc: ValidationDocument): string[] {
  if ('codigo' in doc) return [doc.archivo, `  ${doc.mensaje}`, ...listTableLines(doc)];
  const { archivo, hoja, errores, avisos, mapeo, sinMapear } = doc;
  const lines = [
    `${archivo}${hoja === null ? '' : ` · hoja ${hoja}`} · encabezado en la fila ${String(doc.encabezado)}`,
    `  ${formatCount(doc.filas, ['fila', 'filas'])}: ${formatCount(doc.validas, ['válida', 'válidas'])}, ${formatNumber(doc.conError)} con error, ${formatCount(doc.vacias, ['vacía', 'vacías'])}`,
  ];
  lines.push(`  Columnas: ${listTaken(mapeo)}`);
  if (sinMapear.length > 0) lines.push(`  Columnas que no se usan: ${sinMapear.join(', ')}`);
  lines.push(...(doc.dudas ?? []).flatMap(listDoubtLines));
  const missing = avisos.filter(({ codigo }) => codigo === 'FALTA_COLUMNA');
  const ofRows = errores.filter(isOfOneRow(missing));
  if (errores.length > 0) {
    lines.push('  Errores:');
    const rows = ofRows
      .slice(0, SHOWN)
      .map((error) => [`    fila ${String(error.fila)}`, toOneLine(error.columna ?? ''), error.mensaje]);
    lines.push(...missing.map(({ mensaje }) => `    ${mensaje}`), ...formatTable(rows), ...sayMore(ofRows.length));
    lines.push(...listUselessColumns(doc));
  }
  const others = avisos.filter((notice) => !missing.includes(notice));
  if (others.length > 0) {
    lines.push('  Avisos:');
    const rows = others
      .slice(0, SHOWN)
      .map((notice) => [`    ${notice.fila === null ? 'archivo' : `fila ${String(notice.fila)}`}`, notice.mensaje]);
    lines.push(...formatTable(rows), ...sayMore(others.length));
    if (avisos.some(({ codigo }) => codigo === 'YA_ENVIADO'))
      lines.push(
        '    Lo ya enviado va otra vez, salvo con «conciliar ARCHIVO --decidir omitir-enviados», que lo omite.',
      );
  }
  return lines;
}

/** Whether every row of the file can be sent. */
export const hasNoErrors = (doc: ValidationDocument): boolean => !('codigo' in doc) && doc.conError === 0;
