/** Ctrl+K among the records of this PC: settlement numbers, vouchers, authorisations, references, cases. */
import type { Found as FoundDocument } from '#contract/data.ts';
import { formatDayMonthYear } from '#domain/civil-date.ts';
import { parseTypedAmounts, toCentavos, formatPlain } from '#domain/money.ts';
import { splitWords, fold, withoutZeros } from '#domain/fold-text.ts';
import { writeField } from '#domain/row.ts';
import { VIEW_NAMES, VIEWS, type ServiceMethod, type Vista } from '#domain/views/index.ts';
import type { Found } from '#domain/views/view.ts';
import type { ReadRow, CacheReader } from '#storage/cache/index.ts';

const MAXIMUM = 20;
const PER_VIEW = 8;
/** A text with fewer characters would find everything. */
export const MINIMUM = 2;

/** How the records of a view are named: `Found` of `domain/views/view.ts`; our coupons have the same. */
interface Searched extends Pick<Found, 'fields' | 'amount' | 'beside'> {
  readonly vista: Vista;
}

/** The searched views, in their order. */
const SEARCHED: readonly (Searched & { readonly vista: ServiceMethod })[] = VIEW_NAMES.flatMap((vista) => {
  const { found } = VIEWS[vista];
  return found === null ? [] : [{ vista, ...found }];
}).toSorted((a, b) => a.rank - b.rank);

/**
 * How well a value fits the typed text: 0 exactly, 1 at its end (people type the last digits), 2 at its beginning, 3 inside; undefined if not
 * at all.
 */
function scoreOf(value: string, searched: string): number | undefined {
  const own = fold(value);
  if (withoutZeros(own) === withoutZeros(searched)) return 0;
  if (own.endsWith(searched)) return 1;
  if (own.startsWith(searched)) return 2;
  return splitWords(searched).some((word) => own.includes(word)) ? 3 : undefined;
}

const asText = (field: string, value: string): string =>
  field === 'tarjeta_nro' ? `···${value}` : formatDayMonthYear(value);

/** A record and its score: the lower, the better it fits. */
export interface Hit {
  readonly score: number;
  readonly found: FoundDocument;
}

export function foundIn({ vista, fields, amount, beside }: Searched, row: ReadRow, searched: string): Hit | undefined {
  const [best] = fields
    .flatMap((field) => {
      const points = scoreOf(writeField(row, field), searched);
      return points === undefined ? [] : [{ campo: field, score: points }];
    })
    .sort((a, b) => a.score - b.score);
  if (best === undefined) return undefined;
  const shownAmount = amount === null ? null : (row[amount] ?? null);
  const details = beside.filter((field) => field !== best.campo).map((field) => asText(field, writeField(row, field)));
  return {
    score: best.score,
    found: {
      vista,
      clave: writeField(row, 'id'),
      campo: best.campo,
      valor: writeField(row, best.campo),
      importe: typeof shownAmount === 'number' ? formatPlain(toCentavos(shownAmount)) : null,
      subtitulo: details.filter((detail) => detail !== '').join(' · '),
    },
  };
}

/** A record that was found by its amount; its name goes beside. */
function byAmount({ vista, fields, amount, beside }: Searched, row: ReadRow, points: number): Hit {
  const shownAmount = amount === null ? null : (row[amount] ?? null);
  const statements = [...beside, fields[0] ?? ''].map((field) => asText(field, writeField(row, field)));
  return {
    score: points,
    found: {
      vista,
      clave: writeField(row, 'id'),
      campo: amount ?? '',
      valor: '',
      importe: typeof shownAmount === 'number' ? formatPlain(toCentavos(shownAmount)) : null,
      subtitulo: [...new Set(statements)].filter((said) => said !== '').join(' · '),
    },
  };
}

/** The found records. `incompleto`: not everything was searched. */
export interface Hits {
  readonly candidatos: readonly Hit[];
  readonly incompleto: boolean;
}

/** Up to twenty, the best first. */
export const bestOf = (candidatos: readonly Hit[]): readonly FoundDocument[] =>
  candidatos
    .toSorted((a, b) => a.score - b.score)
    .slice(0, MAXIMUM)
    .map(({ found }) => found);

/** Records of the service; incomplete while the index is not complete. */
export async function searchRecords(reader: CacheReader, text: string, signal: AbortSignal): Promise<Hits> {
  const searched = fold(text.trim());
  if (searched.length < MINIMUM) return { candidatos: [], incompleto: false };
  const typed = parseTypedAmounts(searched);
  const found: Hit[] = [];
  let incomplete = false;
  for (const view of SEARCHED) {
    const { vista, fields, amount } = view;
    const { filas, completo } = await reader.findByText(
      vista,
      { texto: searched.replace(/\s+/g, ' '), campos: fields, limite: MAXIMUM * 3 },
      signal,
    );
    incomplete ||= !completo;
    const own = filas.flatMap((row) => foundIn(view, row, searched) ?? []).sort((a, b) => a.score - b.score);
    found.push(...own.slice(0, PER_VIEW));
    if (typed === undefined || amount === null) continue;
    const { desde, hasta, sure } = typed;
    const withImporte = await reader.findByImporte(vista, { campo: amount, desde, hasta, limite: PER_VIEW }, signal);
    const already = new Set(own.map(({ found }) => found.clave));
    found.push(
      ...withImporte
        .filter((row) => !already.has(writeField(row, 'id')))
        .map((row) => byAmount(view, row, sure ? 0 : 1)),
    );
  }
  return { candidatos: found, incompleto: incomplete };
}
