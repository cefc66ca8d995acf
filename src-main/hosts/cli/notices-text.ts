import type { CorrectionWay, InFile, RowNotice, RowNoticeCode } from '#domain/finding.ts';
import { formatNumber, getFileName, nameOfRead } from '#domain/texts/language.ts';
import { formatTable, toOneLine } from './format.ts';

/** What may have left coupons out, in doubt, sent as sales or on another day, without anybody saying so: told whole, while the others are counted. */
const TOLD_WHOLE: ReadonlySet<RowNoticeCode> = new Set([
  'OTRA_HOJA_CON_TABLA',
  'FALTA_COLUMNA',
  'OTRA_TABLA_AL_LADO',
  'TITULO_REPETIDO',
  'COLUMNA_DE_SIGNO',
  'FECHA_DECIDE_ORDEN',
  'FILA_IGNORADA',
  'CONCILIACION_SIN_PROBAR',
]);

/** Of `YA_ENVIADO`, the one that is about all of the coupons. */
const isToldWhole = ({ codigo, fila }: RowNotice): boolean =>
  TOLD_WHOLE.has(codigo) || (codigo === 'YA_ENVIADO' && fila === null);

/** A longer list of notices would hide the rest of the result. */
const SHOWN = 10;

function describeNotice({ archivo, fila, codigo, valor = '', mensaje }: InFile<RowNotice>): string {
  const file = archivo === '' ? '' : `${getFileName(archivo)}${fila === null ? '' : `, fila ${String(fila)}`}: `;
  const command =
    codigo === 'OTRA_HOJA_CON_TABLA' ? ` Para enviar esa sola, agregá --hoja "${valor}" a «conciliar».` : '';
  return `${file}${mensaje}${command}`;
}

const WAYS: Readonly<Record<CorrectionWay, string>> = {
  mano: 'a mano',
  todas: 'en todas las iguales',
  tarjeta: 'con lo que informó la tarjeta',
  plantilla: 'por la plantilla',
};
const quote = (text = ''): string => (text === '' ? 'vacío' : `«${text}»`);

/** The values that are sent and differ from the files. */
function listCorrectedLines(values: readonly InFile<RowNotice>[]): string[] {
  if (values.length === 0) return [];
  const rows = values
    .slice(0, SHOWN)
    .map(({ archivo, hoja = null, fila, columna, valor, arreglo, modo: way }) =>
      [
        `  ${nameOfRead(archivo, hoja)}, fila ${String(fila)}`,
        columna ?? '',
        `${quote(valor)} → ${quote(arreglo)}`,
        way === undefined ? '' : WAYS[way],
      ].map(toOneLine),
    );
  const more = values.length - rows.length;
  return [
    'Valores que se envían distintos de los del archivo:',
    ...formatTable(rows),
    ...(more === 0 ? [] : [`  … y ${formatNumber(more)} más (todos con --json y en la hoja Corregidos del informe).`]),
  ];
}

/** The notices of files that were not shown row by row. `where`: where each of those that are only counted is. */
export function listNoticeLines(all: readonly InFile<RowNotice>[], where: string): string[] {
  const corrected = all.filter(({ codigo }) => codigo === 'CORREGIDO');
  const notices = all.filter(({ codigo }) => codigo !== 'CORREGIDO');
  const whole = notices.filter(isToldWhole);
  const others = Map.groupBy(
    [...whole.slice(SHOWN), ...notices.filter((notice) => !isToldWhole(notice))],
    ({ codigo }) => codigo,
  );
  const counts = [...others].map(([code, theirs]) => `${formatNumber(theirs.length)} ${code}`);
  return [
    ...whole.slice(0, SHOWN).map(describeNotice),
    ...listCorrectedLines(corrected),
    ...(counts.length === 0 ? [] : [`Avisos: ${counts.join(', ')}. Cada uno está ${where}.`]),
  ];
}
