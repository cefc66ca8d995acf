/** Field titles and coverage in words, for sheets and for the terminal. */
import { MAIN_AMOUNTS } from '#contract/data-fields.ts';
import { formatDayAndTime, formatDayMonthYear } from '#domain/civil-date.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import type { CoverageDocument, MethodFailure } from '#contract/documents.ts';
import { formatPesos } from '#domain/money.ts';
import { mapViews, type Vista } from '#domain/views/index.ts';
import { LABELS, METHOD_FAILURES } from '#domain/texts/labels.ts';
import { chooseIn, type Choose, type Words } from '#domain/texts/language.ts';

const NAMES: Readonly<Record<Vista, Words>> = { ...mapViews(({ title }) => title), cupones: ['Cupones', 'Coupons'] };
export const nameOfView = (vista: Vista, say: Choose = chooseIn()): string => say(...NAMES[vista]);

const STATES: Readonly<Record<CoverageDocument['estado'], Words>> = {
  al_dia: ['al día', 'up to date'],
  parcial: ['faltan días', 'days are missing'],
  desactualizada: ['hay que actualizar', 'has to be updated'],
  inestable: ['los datos cambiaban mientras se leían', 'the data was changing while read'],
  nunca: ['todavía no se bajó nada', 'nothing was downloaded yet'],
};

/** Why a list could not be read, from the service's answer: "el servicio no lo tiene (respondió 404 el 21/11/2026 10:32)". */
function failureInWords({ clase, respuesta, cuando }: MethodFailure, say: Choose): string {
  const answer =
    respuesta === null || respuesta < 300
      ? say('se pidió', 'asked for')
      : `${say('respondió', 'it answered')} ${String(respuesta)}`;
  return `${say(...METHOD_FAILURES[clase])} (${answer} ${say('el', 'on')} ${formatDayAndTime(cuando)})`;
}
const ASK_TO_ENABLE: Words = [
  'Si lo tenés contratado, pedile al servicio que lo habilite.',
  'If it is in your contract, ask the service to enable it.',
];
const TRY_LATER: Words = ['Probá de nuevo más tarde con «sincronizar».', 'Try again later with “sincronizar”.'];
const WHAT_TO_DO: Readonly<Record<MethodFailure['clase'], Words>> = {
  sin_permiso: ASK_TO_ENABLE,
  no_existe: ['Si lo tenés contratado, preguntale al servicio.', 'If it is in your contract, ask the service.'],
  falla: TRY_LATER,
  sin_respuesta: TRY_LATER,
};

const MAX_FAILURES = 3;

/** The days that the service failed to give: " · del 01/09/2026 al 30/09/2026 el servicio no lo pudo dar (respondió 500 el …)". */
function failuresInWords(failures: NonNullable<CoverageDocument['fallas']>, say: Choose): string {
  const described = failures.slice(-MAX_FAILURES).map((each) => {
    const days =
      each.desde === each.hasta ? `${say('el', 'on')} ${formatDayMonthYear(each.desde)}` : formatPeriod(each, say);
    return ` · ${days} ${failureInWords(each, say)}`;
  });
  const rest = failures.length - described.length;
  const n = String(rest);
  const others =
    rest === 1
      ? say(' · y otro período antes', ' · and another period before')
      : say(` · y otros ${n} períodos antes`, ` · and ${n} other periods before`);
  return [...described, ...(rest === 0 ? [] : [others])].join('');
}

export function formatPeriod(
  { desde, hasta }: { readonly desde: string; readonly hasta: string },
  say: Choose = chooseIn(),
): string {
  const [from, to] = [formatDayMonthYear(desde), formatDayMonthYear(hasta)];
  return say(`del ${from} al ${to}`, `from ${from} to ${to}`);
}

/** One line that says which days a view covers and when they were read. `asked`: the requested days, unless another line names them. */
export function describeCoverage(
  coverage: CoverageDocument,
  asked?: { readonly desde: string; readonly hasta: string },
  say: Choose = chooseIn(),
): string {
  const { estado, contratado, desde, hasta, sincronizado, apartadas = 0, enDuda, falla, fallas = [] } = coverage;
  const { soloApartadas = false, porOtraFecha = false } = coverage;
  const period = desde === null || hasta === null ? '' : ` ${formatPeriod({ desde, hasta }, say)}`;
  const moment = sincronizado === null ? '' : formatDayAndTime(sincronizado);
  // The account does not have this list; rows from the time when the account had the list stay (docs/gaps.md).
  if (!contratado) {
    const queried =
      moment === ''
        ? ''
        : say(
            ` · consultado el ${moment}; si hay filas, son de antes`,
            ` · asked on ${moment}; if there are rows, they are from before`,
          );
    return `${LABELS.notContracted[say('es', 'en')]}${period}${queried}`;
  }
  if (sincronizado === null && falla !== undefined)
    return `${say('No se leyó', 'Not read')}: ${failureInWords(falla, say)}`;
  if (sincronizado === null) {
    const none = say('Todavía no se bajó nada', 'Nothing was downloaded yet');
    return asked === undefined ? none : `${none} ${formatPeriod(asked, say)}`;
  }
  const rows = say(
    apartadas === 1 ? '1 fila apartada' : `${String(apartadas)} filas apartadas`,
    apartadas === 1 ? '1 row set aside' : `${String(apartadas)} rows set aside`,
  );
  const notUnderstood = apartadas === 0 ? '' : ` · ${rows} ${say('sin entender', 'as not understood')}`;
  const doubtNote = enDuda === 0 ? '' : ` · ${String(enDuda)} ${say('en duda', 'in doubt')}`;
  const after = falla === undefined ? '' : ` · ${say('ahora', 'now')} ${failureInWords(falla, say)}`;
  const how = soloApartadas
    ? say('incompletos', 'incomplete')
    : porOtraFecha
      ? say('leídos por otra fecha, pueden faltar filas', 'read by another date, rows may be missing')
      : estado === 'al_dia' && hasta !== null && hasta > sincronizado.slice(0, 10)
        ? say('lo que se sabe hasta ahora', 'what is known so far')
        : say(...STATES[estado]);
  const read =
    period === '' ? say('Leídos el', 'Read on') : `${say('Datos', 'Data')}${period} · ${say('leídos el', 'read on')}`;
  return `${read} ${moment} · ${how}${notUnderstood}${doubtNote}${after}${failuresInWords(fallas, say)}`;
}

/** A line that names the fields that some rows lack, each with the number of these rows; no line if all rows have all fields. */
export function describeNotReported(
  missing: readonly (readonly [campo: string, filas: number])[],
  say: Choose = chooseIn(),
): readonly string[] {
  const whichFields = missing.flatMap(([field, rows]) =>
    rows === 0 ? [] : [`${getFieldLabel(field, say('es', 'en'))} (${String(rows)})`],
  );
  return whichFields.length === 0
    ? []
    : [
        `${say('Sin informar por el servicio, y fuera de las sumas (cuántas filas)', 'Not reported by the service, and in no sum (how many rows)')}: ${whichFields.join(', ')}`,
      ];
}

function worthOf(vista: Vista, sums: Readonly<Record<string, bigint>>, say: Choose = chooseIn()): string {
  const names = MAIN_AMOUNTS[vista] ?? [];
  const said = names.map((name) => {
    const amount = formatPesos(sums[name] ?? 0n);
    return names.length === 1 ? amount : `${getFieldLabel(name, say('es', 'en')).toLowerCase()} ${amount}`;
  });
  return said.length === 0 ? '' : `, ${said.join(', ')}`;
}

interface InDoubt {
  readonly filas: number;
  readonly sumas: Readonly<Record<string, bigint>>;
}

/** Rows in doubt, which the sums still include: "1 fila, $ 1.234,00…"; undefined if there are none. */
export function describeInDoubt(
  vista: Vista,
  { filas: rows, sumas: sums }: InDoubt,
  say: Choose = chooseIn(),
): string | undefined {
  if (rows === 0) return undefined;
  const one = rows === 1;
  const which = `${String(rows)} ${one ? say('fila', 'row') : say('filas', 'rows')}`;
  const then = say(
    `El servicio dejó de ${one ? 'mostrarla; sigue sumada' : 'mostrarlas; siguen sumadas'} hasta que otra lectura, una hora después o más, lo confirme`,
    `The service stopped showing ${one ? 'it; it is' : 'them; they are'} added up until another reading, an hour later or more, confirms that`,
  );
  return `${which}${worthOf(vista, sums, say)}. ${then}`;
}

export function listInDoubtLines(vista: Vista, inDoubt: InDoubt, say: Choose = chooseIn()): readonly string[] {
  const said = describeInDoubt(vista, inDoubt, say);
  return said === undefined ? [] : [`${say('En duda', 'In doubt')}: ${said}`];
}

export const describeInDoubtBriefly = (vista: Vista, { filas, sumas }: InDoubt): string =>
  `${String(filas)} en duda${worthOf(vista, sumas)}`;

/** Withdrawn rows, which are listed but in no sum: "Retiradas: 2 filas…"; no line if there are none. */
export const describeWithdrawn = (rows: number, say: Choose): readonly string[] =>
  rows === 0
    ? []
    : [
        say(
          `Retiradas: ${rows === 1 ? '1 fila' : `${String(rows)} filas`} que el servicio dejó de dar; no están en las sumas`,
          `Withdrawn: ${rows === 1 ? '1 row' : `${String(rows)} rows`} that the service stopped giving, in no sum`,
        ),
      ];

/** Why a list is empty: the account lacks it, it was not readable, nothing was downloaded or sent yet, or no row passes the filter (docs/screens.md). */
export function describeEmpty(
  { contratado, sincronizado, falla }: CoverageDocument,
  vista?: Vista,
  say: Choose = chooseIn(),
): string {
  if (!contratado) return say('El servicio no está contratado.', 'The service is not contracted.');
  if (sincronizado === null && falla !== undefined) {
    return `${say('No se leyó', 'Not read')}: ${failureInWords(falla, say)}. ${say(...WHAT_TO_DO[falla.clase])}`;
  }
  if (sincronizado !== null) return say('No hay nada con ese filtro.', 'There is nothing with that filter.');
  return vista === 'cupones'
    ? say(
        'Todavía no se envió ningún cupón. Enviá una planilla con «conciliar».',
        'No coupon was sent yet. Send a spreadsheet with “conciliar”.',
      )
    : say(
        'Todavía no se bajó. Bajalo con «sincronizar».',
        'It was not downloaded yet. Download it with “sincronizar”.',
      );
}
