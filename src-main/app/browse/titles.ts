/** Fields and coverage in words, for sheets and for a terminal. */
import { MAIN_AMOUNTS } from '#contract/data-fields.ts';
import { formatDayAndTime, formatDayMonthYear } from '#domain/civil-date.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import type { CoverageDocument, MethodFailure } from '#contract/documents.ts';
import { formatPesos } from '#domain/money.ts';
import { mapViews, type Vista } from '#domain/views/index.ts';
import { LABELS } from '#domain/texts/labels.ts';

export const NAMES: Readonly<Record<Vista, string>> = {
  ...mapViews(({ title: [es] }) => es),
  cupones: 'Cupones',
};

/** A field as people call it: `nro_liquidacion` → "Nro. liquidación". */
export const titleOf = (name: string): string => getFieldLabel(name);

const STATES: Readonly<Record<CoverageDocument['estado'], string>> = {
  al_dia: 'al día',
  parcial: 'faltan días',
  desactualizada: 'hay que actualizar',
  inestable: 'los datos cambiaban mientras se leían',
  nunca: 'todavía no se bajó nada',
};

const WHAT_IT_SAID = {
  sin_permiso: 'el servicio no deja leerlo con el acceso de la cuenta',
  no_existe: 'el servicio no lo tiene',
  falla: 'el servicio no lo pudo dar',
  sin_respuesta: 'el servicio no contestó',
} as const;

/** Why a method could not be read, by the service's answer: "el servicio no lo tiene (respondió 404 el 21/11/2026 10:32)". */
function failureInWords({ clase, respuesta, cuando }: MethodFailure): string {
  const answer = respuesta === null || respuesta < 300 ? 'se pidió' : `respondió ${String(respuesta)}`;
  return `${WHAT_IT_SAID[clase]} (${answer} el ${formatDayAndTime(cuando)})`;
}
const WHAT_TO_DO = {
  sin_permiso: 'Si lo tenés contratado, pedile al servicio que lo habilite.',
  no_existe: 'Si lo tenés contratado, preguntale al servicio.',
  falla: 'Probá de nuevo más tarde con «sincronizar».',
  sin_respuesta: 'Probá de nuevo más tarde con «sincronizar».',
} as const;

/** A line has room for so many stretches. */
const MAX_FAILURES = 3;

/** " · del 01/09/2026 al 30/09/2026 el servicio no lo pudo dar (respondió 500 el …)": the days that it did not give. */
function failuresInWords(failures: NonNullable<CoverageDocument['fallas']>): string {
  const described = failures.slice(-MAX_FAILURES).map((each) => {
    const days = each.desde === each.hasta ? `el ${formatDayMonthYear(each.desde)}` : formatPeriod(each);
    return ` · ${days} ${failureInWords(each)}`;
  });
  const rest = failures.length - described.length;
  return [...described, ...(rest > 0 ? [` · y otros ${String(rest)} períodos antes`] : [])].join('');
}

/** "del 01/10/2026 al 31/10/2026". */
export const formatPeriod = ({ desde, hasta }: { readonly desde: string; readonly hasta: string }): string =>
  `del ${formatDayMonthYear(desde)} al ${formatDayMonthYear(hasta)}`;

/** The days that a view covers and when they were read, in one line. `asked`: the days that were asked for, where no line beside it says them. */
export function describeCoverage(
  coverage: CoverageDocument,
  asked?: { readonly desde: string; readonly hasta: string },
): string {
  const { estado, contratado, desde, hasta, sincronizado, apartadas = 0, enDuda, falla, fallas = [] } = coverage;
  const { soloApartadas = false, porOtraFecha = false } = coverage;
  const period = desde === null || hasta === null ? '' : ` ${formatPeriod({ desde, hasta })}`;
  const moment = sincronizado === null ? '' : formatDayAndTime(sincronizado);
  // Rows of the time when the service was contracted stay (docs/gaps.md).
  if (!contratado) {
    const queried = moment === '' ? '' : ` · consultado el ${moment}; si hay filas, son de antes`;
    return `${LABELS.notContracted.es}${period}${queried}`;
  }
  if (sincronizado === null && falla !== undefined) return `No se leyó: ${failureInWords(falla)}`;
  if (sincronizado === null) return `Todavía no se bajó nada${asked === undefined ? '' : ` ${formatPeriod(asked)}`}`;
  const rows = apartadas === 1 ? '1 fila apartada' : `${String(apartadas)} filas apartadas`;
  const notUnderstood = apartadas === 0 ? '' : ` · ${rows} sin entender`;
  const doubtNote = enDuda === 0 ? '' : ` · ${String(enDuda)} en duda`;
  const after = falla === undefined ? '' : ` · ahora ${failureInWords(falla)}`;
  const how = soloApartadas
    ? 'incompletos'
    : porOtraFecha
      ? 'leídos por otra fecha, pueden faltar filas'
      : STATES[estado];
  const read = period === '' ? 'Leídos el' : `Datos${period} · leídos el`;
  return `${read} ${moment} · ${how}${notUnderstood}${doubtNote}${after}${failuresInWords(fallas)}`;
}

/** A line of a stamp: fields that some rows do not report, with how many rows; no line when all rows report all fields. */
export function describeNotReported(missing: readonly (readonly [campo: string, filas: number])[]): readonly string[] {
  const whichFields = missing.flatMap(([field, rows]) => (rows === 0 ? [] : [`${titleOf(field)} (${String(rows)})`]));
  return whichFields.length === 0
    ? []
    : [`Sin informar por el servicio, y fuera de las sumas (cuántas filas): ${whichFields.join(', ')}`];
}

/** "$ 1.234,00"; each amount with its name where the view has several main amounts. */
function worthOf(vista: Vista, sums: Readonly<Record<string, bigint>>): string {
  const names = MAIN_AMOUNTS[vista] ?? [];
  const said = names.map((name) => {
    const amount = formatPesos(sums[name] ?? 0n);
    return names.length === 1 ? amount : `${titleOf(name).toLowerCase()} ${amount}`;
  });
  return said.length === 0 ? '' : `, ${said.join(', ')}`;
}

interface InDoubt {
  readonly rows: number;
  readonly sums: Readonly<Record<string, bigint>>;
}

/** "1 fila, $ 1.234,00…": rows in doubt, which are still in the sums; undefined without any. */
export function describeInDoubt(vista: Vista, { rows, sums }: InDoubt): string | undefined {
  if (rows === 0) return undefined;
  const [which, then] =
    rows === 1
      ? [
          '1 fila',
          'El servicio dejó de mostrarla; sigue sumada hasta que otra lectura, una hora después o más, lo confirme',
        ]
      : [
          `${String(rows)} filas`,
          'El servicio dejó de mostrarlas; siguen sumadas hasta que otra lectura, una hora después o más, lo confirme',
        ];
  return `${which}${worthOf(vista, sums)}. ${then}`;
}

/** The rows in doubt as a line of a stamp; no line without any. */
export function listInDoubtLines(vista: Vista, inDoubt: InDoubt): readonly string[] {
  const said = describeInDoubt(vista, inDoubt);
  return said === undefined ? [] : [`En duda: ${said}`];
}

/** "1 en duda, $ 1.234,00": the rows in doubt, for a cell. */
export const describeInDoubtBriefly = (vista: Vista, { rows, sums }: InDoubt): string =>
  `${String(rows)} en duda${worthOf(vista, sums)}`;

/** "Retiradas: 2 filas…": withdrawn rows, which are listed but in no sum; no line without any. */
export const describeWithdrawn = (rows: number): readonly string[] =>
  rows === 0
    ? []
    : [
        `Retiradas: ${rows === 1 ? '1 fila' : `${String(rows)} filas`} que el servicio dejó de dar; no están en las sumas`,
      ];

/** Why there are no rows: not contracted, could not be read, not downloaded or sent, or nothing with the filter (docs/screens.md). */
export function describeEmpty({ contratado, sincronizado, falla }: CoverageDocument, vista?: Vista): string {
  if (!contratado) return 'El servicio no está contratado.';
  if (sincronizado === null && falla !== undefined) {
    return `No se leyó: ${failureInWords(falla)}. ${WHAT_TO_DO[falla.clase]}`;
  }
  if (sincronizado !== null) return 'No hay nada con ese filtro.';
  return vista === 'cupones'
    ? 'Todavía no se envió ningún cupón. Enviá una planilla con «conciliar».'
    : 'Todavía no se bajó. Bajalo con «sincronizar».';
}
