import type { InFile, RowError, RowNotice, RowNoticeCode } from '#domain/finding.ts';
import { CORRECTION_WAY_LABELS } from '#domain/texts/labels.ts';
import { chooseIn, formatNumber, getFileName, nameOfRead, type Choose } from '#domain/texts/language.ts';
import { describeFindingInEnglish } from '#domain/texts/row-notices.ts';
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

/** The sentence of a row's error or notice, whose Spanish travels with it. */
export const sayFinding = (finding: RowNotice | RowError, say: Choose): string =>
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

/** The values that are sent and differ from the files. */
function listCorrectedLines(values: readonly InFile<RowNotice>[], say: Choose): string[] {
  if (values.length === 0) return [];
  const rows = values
    .slice(0, SHOWN)
    .map(({ archivo, hoja = null, fila, columna, valor = '', arreglo = '', modo: way }) =>
      [
        `  ${nameOfRead(archivo, hoja, say('es', 'en'))}, ${say('fila', 'row')} ${String(fila)}`,
        columna ?? '',
        `${quote(valor, say)} → ${quote(arreglo, say)}`,
        way === undefined ? '' : toLowerFirst(CORRECTION_WAY_LABELS[way][say('es', 'en')]),
      ].map(toOneLine),
    );
  const more = values.length - rows.length;
  return [
    say('Valores que se envían distintos de los del archivo:', 'Values that are sent and differ from the file:'),
    ...formatTable(rows),
    ...(more === 0
      ? []
      : [
          say(
            `  … y ${formatNumber(more)} más (todos con --json y en la hoja Corregidos del informe).`,
            `  … and ${formatNumber(more)} more (all with --json and in the sheet Corregidos of the report).`,
          ),
        ]),
  ];
}

/** The notices of files that were not shown row by row. `where`: where each of those that are only counted is. */
export function listNoticeLines(all: readonly InFile<RowNotice>[], where: string, say: Choose = chooseIn()): string[] {
  const corrected = all.filter(({ codigo }) => codigo === 'CORREGIDO');
  const notices = all.filter(({ codigo }) => codigo !== 'CORREGIDO');
  const whole = notices.filter(isToldWhole);
  const others = Map.groupBy(
    [...whole.slice(SHOWN), ...notices.filter((notice) => !isToldWhole(notice))],
    ({ codigo }) => codigo,
  );
  const counts = [...others].map(([code, theirs]) => `${formatNumber(theirs.length)} ${code}`);
  return [
    ...whole.slice(0, SHOWN).map((one) => describeNotice(one, say)),
    ...listCorrectedLines(corrected, say),
    ...(counts.length === 0
      ? []
      : [
          say(
            `Avisos: ${counts.join(', ')}. Cada uno está ${where}.`,
            `Notices: ${counts.join(', ')}. Each is ${where}.`,
          ),
        ]),
  ];
}
