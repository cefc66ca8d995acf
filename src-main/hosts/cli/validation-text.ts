import type { ValidationDocument } from '#contract/documents.ts';
import { requiredOf, rulesOf, type CuponField } from '#domain/cupones/fields.ts';
import type {
  ColumnsUsed,
  RowError,
  RowNotice,
  UnreadableFile,
  ValidationSummary,
  Doubt,
  InFile,
  RowNoticeCode,
} from '#domain/finding.ts';
import { describeDoubt } from '#domain/texts/doubts.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import { labelOf } from '#domain/texts/row-errors.ts';
import { sayAtConsole, wordsOfFile } from '#domain/texts/failures.ts';
import { chooseIn, formatNumber, type Choose, getFileName, nameOfRead } from '#domain/texts/language.ts';
import { formatTable, formatCount, ROWS, toOneLine, toLines } from './format.ts';
import { CORRECTION_WAY_LABELS } from '#domain/texts/labels.ts';
import { describeFindingInEnglish } from '#domain/texts/row-notices.ts';

/** How many findings to print; more are only counted, and the JSON and the report have all of them. */
const SHOWN = 50;

function sayMore(total: number, say: Choose): string[] {
  const more = formatNumber(total - SHOWN);
  return total > SHOWN ? [say(`  … y ${more} más (todos con --json).`, `  … and ${more} more (all with --json).`)] : [];
}

/** Says that this reading of a doubt was taken. `isAnswered`: whether a person chose it. */
const sayTaken = (isAnswered: boolean, say: Choose): string =>
  isAnswered
    ? say('así se leyó', 'this is how it was read')
    : say('así se leyó, porque no se dijo otra cosa', 'this is how it was read, as nothing else was said');

export function listDoubtLines(doubt: Doubt, say: Choose): string[] {
  const { pregunta, lecturas } = describeDoubt(doubt, say('es', 'en'));
  return [
    `  ${toOneLine(pregunta)}`,
    ...doubt.lecturas.map(({ valor }, index) => {
      const how = valor !== doubt.tomada ? `--responder "${doubt.clave}=${valor}"` : sayTaken(doubt.elegida, say);
      return `    ${toOneLine(lecturas[index] ?? valor)} (${how})`;
    }),
  ];
}

const listTaken = (columns: ColumnsUsed['mapeo']): string =>
  Object.entries(columns)
    .map(([field, column]) => `${field} ← ${column}`)
    .join(', ');

/** The lines for a file that lacks required columns: where its table is, and which column each field has. */
function listTableLines({ hoja, encabezado, mapeo, dudas = [] }: UnreadableFile, say: Choose): string[] {
  if (encabezado === undefined || mapeo === undefined) return [];
  const taken = listTaken(mapeo);
  return toLines([
    say(
      `  Encabezado en la fila ${String(encabezado)}${typeof hoja === 'string' ? ` de la hoja ${hoja}` : ''}`,
      `  Header in row ${String(encabezado)}${typeof hoja === 'string' ? ` of the sheet ${hoja}` : ''}`,
    ),
    taken !== '' && `  ${say('Columnas que se tomaron', 'Columns that were taken')}: ${taken}`,
    ...dudas.flatMap((one) => listDoubtLines(one, say)),
  ]);
}

/** Makes the test whether an error concerns only its row. Errors that all rows have because a field lacks a column are shown once. */
function isOfOneRow(missing: readonly RowNotice[]): (error: RowError) => boolean {
  const lacks = (field: CuponField): boolean => missing.some(({ campo }) => campo === field);
  const isKindless = requiredOf('tarjeta').every(lacks);
  return ({ codigo, campo, valor }) =>
    codigo === 'OBLIGATORIO'
      ? campo === null || !lacks(campo)
      : codigo !== 'TIPO_DE_CUPON_INDEFINIDO' || valor !== '' || !isKindless;
}

/** The lines for columns that are not required and that no row could use: leaving such a column out removes all its errors. */
function listUselessColumns({ errores, filas }: ValidationSummary, say: Choose): string[] {
  const ofField = Map.groupBy(
    errores.filter(({ campo, columna }) => campo !== null && columna !== null && rulesOf(campo).required === undefined),
    ({ campo }) => campo,
  );
  return [...ofField].flatMap(([field, theirs]) => {
    if (field === null || filas < 2 || theirs.length < filas) return [];
    const column = toOneLine(theirs[0]?.columna ?? '');
    return say(
      `    «${column}» no tiene ${labelOf(field)} en ninguna fila. Si tiene otra cosa, dejala sin usar con --mapear ${field}=`,
      `    “${column}” has no ${labelOf(field, 'en')} in any row. If it has something else, leave it unused with --mapear ${field}=`,
    );
  });
}

export const listValidationLines = (doc: ValidationDocument, say: Choose = chooseIn()): string[] =>
  listLines(doc, say).map(toOneLine);

function listLines(doc: ValidationDocument, say: Choose): string[] {
  if ('codigo' in doc) {
    const english = sayAtConsole(wordsOfFile(doc), 'en');
    return [doc.archivo, `  ${say(doc.mensaje, english)}`, ...listTableLines(doc, say)];
  }
  const { archivo, hoja, errores, avisos, mapeo, sinMapear } = doc;
  const lines = [
    [
      archivo,
      ...(hoja === null ? [] : [`${say('hoja', 'sheet')} ${hoja}`]),
      `${say('encabezado en la fila', 'header in row')} ${String(doc.encabezado)}`,
    ].join(' · '),
    `  ${formatCount(doc.filas, say(...ROWS))}: ${say(
      `${formatCount(doc.validas, ['válida', 'válidas'])}, ${formatNumber(doc.conError)} con error, ${formatCount(doc.vacias, ['vacía', 'vacías'])}`,
      `${formatNumber(doc.validas)} valid, ${formatNumber(doc.conError)} with errors, ${formatNumber(doc.vacias)} blank`,
    )}`,
    `  ${say('Columnas', 'Columns')}: ${listTaken(mapeo)}`,
  ];
  if (sinMapear.length > 0)
    lines.push(`  ${say('Columnas que no se usan', 'Columns that are not used')}: ${sinMapear.join(', ')}`);
  lines.push(...(doc.dudas ?? []).flatMap((one) => listDoubtLines(one, say)));
  const missing = avisos.filter(({ codigo }) => codigo === 'FALTA_COLUMNA');
  const ofRows = errores.filter(isOfOneRow(missing));
  if (errores.length > 0) {
    lines.push(say('  Errores:', '  Errors:'));
    const rows = ofRows
      .slice(0, SHOWN)
      .map((error) => [
        `    ${say('fila', 'row')} ${String(error.fila)}`,
        toOneLine(error.columna ?? ''),
        sayFinding(error, say),
      ]);
    lines.push(
      ...missing.map((one) => `    ${sayFinding(one, say)}`),
      ...formatTable(rows),
      ...sayMore(ofRows.length, say),
    );
    lines.push(...listUselessColumns(doc, say));
  }
  const others = avisos.filter((notice) => !missing.includes(notice));
  if (others.length > 0) {
    lines.push(say('  Avisos:', '  Notices:'));
    const rows = others
      .slice(0, SHOWN)
      .map((notice) => [
        `    ${notice.fila === null ? say('archivo', 'file') : `${say('fila', 'row')} ${String(notice.fila)}`}`,
        sayFinding(notice, say),
      ]);
    lines.push(...formatTable(rows), ...sayMore(others.length, say));
    if (avisos.some(({ codigo }) => codigo === 'YA_ENVIADO'))
      lines.push(
        say(
          '    Lo ya enviado va otra vez, salvo con «conciliar ARCHIVO --decidir omitir-enviados», que lo omite.',
          '    What was sent already goes again, unless “conciliar FILE --decidir omitir-enviados” leaves it out.',
        ),
      );
  }
  return lines;
}

export const hasNoErrors = (doc: ValidationDocument): boolean => !('codigo' in doc) && doc.conError === 0;

/** Notices to print in full, because their coupons may be left out, doubtful, sent as sales, or wrongly dated. Others are only counted. */
const TOLD_WHOLE: ReadonlySet<RowNoticeCode> = new Set([
  'OTRA_HOJA_CON_TABLA',
  'FALTA_COLUMNA',
  'OTRA_TABLA_AL_LADO',
  'TITULO_REPETIDO',
  'COLUMNA_DE_SIGNO',
  'FILAS_POR_CUOTA',
  'IMPORTES_NEGATIVOS',
  'FECHA_DECIDE_ORDEN',
  'FILA_IGNORADA',
  'CONCILIACION_SIN_PROBAR',
]);

/** Whether to print a notice in full; `YA_ENVIADO` only if it sums up all coupons that were sent before. */
const isToldWhole = ({ codigo, fila }: RowNotice): boolean =>
  TOLD_WHOLE.has(codigo) || (codigo === 'YA_ENVIADO' && fila === null);

/** How many notices to print at most, so that the rest of the result stays visible. */
const SHOWN_NOTICES = 10;

const sayFinding = (finding: RowNotice | RowError, say: Choose): string =>
  say(finding.mensaje, describeFindingInEnglish(finding));

function describeNotice(notice: InFile<RowNotice>, say: Choose): string {
  const { archivo, fila, codigo, valor = '' } = notice;
  const row = fila === null ? '' : `, ${say('fila', 'row')} ${String(fila)}`;
  const file = archivo === '' ? '' : `${getFileName(archivo)}${row}: `;
  const command =
    codigo === 'OTRA_HOJA_CON_TABLA'
      ? say(
          ` Para enviar esa sola, agregá --hoja "${valor}" a «conciliar».`,
          ` To send only that one, add --hoja "${valor}" to “conciliar”.`,
        )
      : '';
  return `${file}${sayFinding(notice, say)}${command}`;
}

const quote = (text: string, say: Choose): string =>
  text === '' ? say('vacío', 'blank') : say(`«${text}»`, `“${text}”`);

const toLowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function listCorrectedLines(values: readonly InFile<RowNotice>[], say: Choose): string[] {
  if (values.length === 0) return [];
  const rows = values
    .slice(0, SHOWN_NOTICES)
    .map(({ archivo, hoja = null, fila, campo, columna, valor = '', arreglo = '', modo: way }) =>
      [
        `  ${nameOfRead(archivo, hoja, say('es', 'en'))}, ${say('fila', 'row')} ${String(fila)}`,
        columna ?? (campo ? getFieldLabel(campo, say('es', 'en')) : ''),
        `${quote(valor, say)} → ${quote(arreglo, say)}`,
        way === undefined ? '' : toLowerFirst(CORRECTION_WAY_LABELS[way][say('es', 'en')]),
      ].map(toOneLine),
    );
  const more = values.length - rows.length;
  return toLines([
    say('Valores que se envían distintos de los del archivo:', 'Values that are sent and differ from the file:'),
    ...formatTable(rows),
    more > 0 &&
      say(
        `  … y ${formatNumber(more)} más (todos con --json y en la hoja Corregidos del informe).`,
        `  … and ${formatNumber(more)} more (all with --json and in the sheet Corregidos of the report).`,
      ),
  ]);
}

/** Lines for notices of files: some in full (`isToldWhole`), corrected values by row, the others counted. `where`: where a person finds the counted ones. */
export function listNoticeLines(all: readonly InFile<RowNotice>[], where: string, say: Choose = chooseIn()): string[] {
  const corrected = all.filter(({ codigo }) => codigo === 'CORREGIDO');
  const notices = all.filter(({ codigo }) => codigo !== 'CORREGIDO');
  const whole = notices.filter(isToldWhole);
  const others = Map.groupBy(
    [...whole.slice(SHOWN_NOTICES), ...notices.filter((notice) => !isToldWhole(notice))],
    ({ codigo }) => codigo,
  );
  const counts = [...others].map(([code, theirs]) => `${formatNumber(theirs.length)} ${code}`);
  return toLines([
    ...whole.slice(0, SHOWN_NOTICES).map((one) => describeNotice(one, say)),
    ...listCorrectedLines(corrected, say),
    counts.length > 0 &&
      say(`Avisos: ${counts.join(', ')}. Cada uno está ${where}.`, `Notices: ${counts.join(', ')}. Each is ${where}.`),
  ]);
}
