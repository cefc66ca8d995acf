/** The search (Ctrl+K) in records of the service on this PC, by number, text or amount; and, below, in the coupons that this PC uploaded. */
import type { Found as FoundDocument } from '#contract/data.ts';
import { formatDayMonthYear } from '#domain/civil-date.ts';
import { parseTypedAmounts, toCentavos, formatPlain, isTyped, type AmountRange, parseMoney } from '#domain/money.ts';
import { splitWords, fold, withoutZeros } from '#domain/fold-text.ts';
import { writeField } from '#domain/row.ts';
import { VIEW_NAMES, VIEWS, type ServiceMethod, type Vista } from '#domain/views/index.ts';
import type { Found } from '#domain/views/view.ts';
import type { ReadRow, CacheReader } from '#storage/cache/index.ts';
import { setImmediate as letThrough } from 'node:timers/promises';
import { FIELDS_IN_ORDER, parseCanonicalText } from '#domain/cupon.ts';
import type { FoundCupon, Ledger } from '#storage/ledger/index.ts';
import { findConciliacion } from '../uploaded/uploads.ts';

const MAXIMUM = 20;
const PER_VIEW = 8;
/** The least number of characters; a shorter text would match almost everything. */
const MINIMUM = 2;

interface Searched extends Pick<Found, 'fields' | 'amount' | 'beside'> {
  readonly vista: Vista;
}

const SEARCHED: readonly (Searched & { readonly vista: ServiceMethod })[] = VIEW_NAMES.flatMap((vista) => {
  const { found } = VIEWS[vista];
  return found === null ? [] : [{ vista, ...found }];
}).toSorted((a, b) => a.rank - b.rank);

/** How well a value matches the typed text. 0: equal, without leading zeros. 1: ends with the text. 2: begins with it. 3: has a word of it. Else undefined. */
function scoreOf(value: string, searched: string): number | undefined {
  const own = fold(value);
  if (withoutZeros(own) === withoutZeros(searched)) return 0;
  if (own.endsWith(searched)) return 1;
  if (own.startsWith(searched)) return 2;
  return splitWords(searched).some((word) => own.includes(word)) ? 3 : undefined;
}

const asText = (field: string, value: string): string =>
  field === 'tarjeta_nro' && value !== '' ? `·· ${value}` : formatDayMonthYear(value);

/** The texts beside a found record. The last four digits of a card come right after the card's name. */
const joinDetails = (details: readonly string[]): string =>
  [...new Set(details)]
    .filter((detail) => detail !== '')
    .join(' · ')
    .replace(' · ·· ', ' ·· ');

interface Place {
  readonly campo: string;
  readonly score: number;
}

export interface Hit {
  readonly score: number;
  readonly found: FoundDocument;
}

function toHit({ vista, fields, amount, beside }: Searched, row: ReadRow, { campo, score }: Place): Hit {
  const shownAmount = amount === null ? null : (row[amount] ?? null);
  const isByAmount = campo === amount;
  const others = isByAmount ? [...beside, fields[0] ?? ''] : beside.filter((field) => field !== campo);
  return {
    score,
    found: {
      vista,
      clave: writeField(row, 'id'),
      campo,
      valor: isByAmount ? '' : writeField(row, campo),
      importe: typeof shownAmount === 'number' ? formatPlain(toCentavos(shownAmount)) : null,
      subtitulo: joinDetails(others.map((field) => asText(field, writeField(row, field)))),
    },
  };
}

function foundIn(searchedView: Searched, row: ReadRow, searched: string): Hit | undefined {
  const [best] = searchedView.fields
    .flatMap((campo) => {
      const score = scoreOf(writeField(row, campo), searched);
      return score === undefined ? [] : [{ campo, score }];
    })
    .sort((a, b) => a.score - b.score);
  return best && toHit(searchedView, row, best);
}

export interface Hits {
  readonly candidatos: readonly Hit[];
  readonly incompleto: boolean;
}

export const bestOf = (candidatos: readonly Hit[]): readonly FoundDocument[] =>
  candidatos
    .toSorted((a, b) => a.score - b.score)
    .slice(0, MAXIMUM)
    .map(({ found }) => found);

/** Searches the records of the service; incomplete while the search index is being filled. */
export async function searchRecords(reader: CacheReader, text: string, signal: AbortSignal): Promise<Hits> {
  const searched = fold(text.trim());
  if (searched.length < MINIMUM) return { candidatos: [], incompleto: false };
  const typed = parseTypedAmounts(searched);
  const found: Hit[] = [];
  let incomplete = false;
  for (const view of SEARCHED) {
    const { vista, fields, amount } = view;
    const { filas, completo } = await reader
      .ask(signal)
      .findByText(vista, { texto: searched.replace(/\s+/g, ' '), campos: fields, limite: MAXIMUM * 3 });
    incomplete ||= !completo;
    const own = filas.flatMap((row) => foundIn(view, row, searched) ?? []).sort((a, b) => a.score - b.score);
    found.push(...own.slice(0, PER_VIEW));
    if (typed === undefined || amount === null) continue;
    const { desde, hasta, sure } = typed;
    const withImporte = await reader
      .ask(signal)
      .findByImporte(vista, { campo: amount, desde, hasta, limite: PER_VIEW });
    const already = new Set(own.map(({ found }) => found.clave));
    found.push(
      ...withImporte
        .filter((row) => !already.has(writeField(row, 'id')))
        .map((row) => toHit(view, row, { campo: amount, score: sure ? 0 : 1 })),
    );
  }
  return { candidatos: found, incompleto: incomplete };
}

// Below: the search (Ctrl+K) in the coupons that this PC uploaded, by voucher, authorisation, last digits of the card, reference or amount.

const MAX_FOUND = 8;
/** The search stops after this many matches, of which the best are shown. */
const ENOUGH = 200;

const CUPONES = {
  vista: 'cupones',
  fields: ['comprobante', 'autorizacion', 'tarjeta_nro', 'wallet_referencia', 'referencia'],
  amount: 'importe',
  beside: ['fecha_venta', 'tarjeta_desc', 'tarjeta_nro', 'archivo'],
} as const;

/** The parts that a coupon's stored text must contain: all typed words, or the amount with or without a minus. */
function partsOf(searched: string, importe: AmountRange | undefined): readonly (readonly string[])[] {
  const words = searched.split(/\s+/).map(withoutZeros);
  if (importe === undefined) return [words];
  const { desde, hasta } = importe;
  const written = formatPlain(desde);
  // An amount typed without centavos also matches other centavos: searches its pesos and the dot.
  const part = desde === hasta ? `${written}"` : written.slice(0, -2);
  return [words, ...['', '-'].map((sign) => [`"importe":"${sign}${part}`])];
}

function candidatoOf(
  { carga, archivo, fila, texto }: FoundCupon,
  { searched, importe }: { readonly searched: string; readonly importe: AmountRange | undefined },
  conciliacion: string | null,
): Hit | undefined {
  const cupon = parseCanonicalText(texto);
  const value = parseMoney(cupon.importe ?? '', 'sin-miles') ?? null;
  const values: ReadRow = {
    ...Object.fromEntries(FIELDS_IN_ORDER.map((field) => [field, cupon[field] ?? null])),
    id: JSON.stringify([carga, archivo, fila]),
    importe: value,
    archivo,
  };
  const isTheImporte = value !== null && importe !== undefined && isTyped(importe, value);
  const byText = foundIn(CUPONES, values, searched);
  const hit =
    isTheImporte && byText?.score !== 0 ? toHit(CUPONES, values, { campo: CUPONES.amount, score: 0 }) : byText;
  return hit && { ...hit, found: { ...hit.found, cupon: { conciliacion, archivo, fila } } };
}

/** Searches from the newest upload on; incomplete if the search stops after `ENOUGH` matches. Lets other work run after each chunk of coupons. */
export async function searchLedger(
  ledger: Ledger,
  { cuenta, texto }: { readonly cuenta: string; readonly texto: string },
  signal: AbortSignal,
): Promise<Hits> {
  const searched = fold(texto.trim());
  if (searched.length < MINIMUM) return { candidatos: [], incompleto: false };
  const importe = parseTypedAmounts(searched);
  const conciliaciones = new Map<string, string | null>();
  const conciliacionOf = (upload: string): string | null => {
    if (!conciliaciones.has(upload)) conciliaciones.set(upload, findConciliacion(ledger, upload));
    return conciliaciones.get(upload) ?? null;
  };
  const candidatos: Hit[] = [];
  for (const chunk of ledger.searchCupones(cuenta, partsOf(searched, importe))) {
    for (const found of chunk) {
      const candidato = candidatoOf(found, { searched, importe }, conciliacionOf(found.carga));
      if (candidato !== undefined) candidatos.push(candidato);
    }
    if (candidatos.length >= ENOUGH) break;
    await letThrough();
    signal.throwIfAborted();
  }
  const bestCandidates = candidatos.sort((a, b) => a.score - b.score).slice(0, MAX_FOUND);
  return { candidatos: bestCandidates, incompleto: candidatos.length >= ENOUGH };
}
