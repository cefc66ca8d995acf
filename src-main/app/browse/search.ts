/** Ctrl+K among the records of this PC: settlement numbers, vouchers, authorisations, references, cases. */
import type { Found as FoundDocument } from '#contract/data.ts';
import { amountsTyped } from '#domain/typed-amount.ts';
import { centavos, formatPlain } from '#domain/money.ts';
import { splitWords, fold } from '#domain/fold-text.ts';
import { VIEW_NAMES, VIEWS } from '#domain/views/index.ts';
import type { Found } from '#domain/views/view.ts';
import type { ServiceMethod, Vista } from '#domain/vista.ts';
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

const withoutZeros = (texto: string): string => texto.replace(/^0+(?=.)/, '');
const textOf = (fila: ReadRow, campo: string): string => {
  const valor = fila[campo] ?? null;
  return valor === null ? '' : String(valor);
};

/**
 * How well a value fits the typed text: 0 exactly, 1 at its end (people type the last digits), 2 at its beginning, 3 inside; undefined if not
 * at all.
 */
function scoreOf(valor: string, searched: string): number | undefined {
  const propio = fold(valor);
  if (withoutZeros(propio) === withoutZeros(searched)) return 0;
  if (propio.endsWith(searched)) return 1;
  if (propio.startsWith(searched)) return 2;
  return splitWords(searched).some((word) => propio.includes(word)) ? 3 : undefined;
}

const asText = (campo: string, valor: string): string => {
  if (campo === 'tarjeta_nro') return `···${valor}`;
  return /^\d{4}-\d\d-\d\d$/.test(valor) ? `${valor.slice(8)}/${valor.slice(5, 7)}/${valor.slice(0, 4)}` : valor;
};

/** A record and its score: the lower, the better it fits. */
export interface Candidato {
  readonly puntos: number;
  readonly found: FoundDocument;
}

export function foundIn(
  { vista, fields, amount, beside }: Searched,
  fila: ReadRow,
  searched: string,
): Candidato | undefined {
  const [best] = fields
    .flatMap((campo) => {
      const puntos = scoreOf(textOf(fila, campo), searched);
      return puntos === undefined ? [] : [{ campo, puntos }];
    })
    .sort((a, b) => a.puntos - b.puntos);
  if (best === undefined) return undefined;
  const shownAmount = amount === null ? null : (fila[amount] ?? null);
  const details = beside.filter((campo) => campo !== best.campo).map((campo) => asText(campo, textOf(fila, campo)));
  return {
    puntos: best.puntos,
    found: {
      vista,
      clave: textOf(fila, 'id'),
      campo: best.campo,
      valor: textOf(fila, best.campo),
      importe: typeof shownAmount === 'number' ? formatPlain(centavos(shownAmount)) : null,
      subtitulo: details.filter((detalle) => detalle !== '').join(' · '),
    },
  };
}

/** A record that was found by its amount; its name goes beside. */
function byAmount({ vista, fields, amount, beside }: Searched, fila: ReadRow, puntos: number): Candidato {
  const shownAmount = amount === null ? null : (fila[amount] ?? null);
  const statements = [...beside, fields[0] ?? ''].map((campo) => asText(campo, textOf(fila, campo)));
  return {
    puntos,
    found: {
      vista,
      clave: textOf(fila, 'id'),
      campo: amount ?? '',
      valor: '',
      importe: typeof shownAmount === 'number' ? formatPlain(centavos(shownAmount)) : null,
      subtitulo: [...new Set(statements)].filter((dicho) => dicho !== '').join(' · '),
    },
  };
}

/** The found records. `incompleto`: not everything was searched. */
export interface Findings {
  readonly candidatos: readonly Candidato[];
  readonly incompleto: boolean;
}

/** Up to twenty, the best first. */
export const bestOf = (candidatos: readonly Candidato[]): readonly FoundDocument[] =>
  candidatos
    .toSorted((a, b) => a.puntos - b.puntos)
    .slice(0, MAXIMUM)
    .map(({ found }) => found);

/** Records of the service; incomplete while the index is not complete. */
export async function searchRecords(reader: CacheReader, texto: string, signal: AbortSignal): Promise<Findings> {
  const searched = fold(texto.trim());
  if (searched.length < MINIMUM) return { candidatos: [], incompleto: false };
  const typed = amountsTyped(searched);
  const found: Candidato[] = [];
  let incompleto = false;
  for (const view of SEARCHED) {
    const { vista, fields, amount } = view;
    const { filas, completo } = await reader.findByText(
      vista,
      { texto: searched.replace(/\s+/g, ' '), campos: fields, limite: MAXIMUM * 3 },
      signal,
    );
    incompleto ||= !completo;
    const own = filas.flatMap((fila) => foundIn(view, fila, searched) ?? []).sort((a, b) => a.puntos - b.puntos);
    found.push(...own.slice(0, PER_VIEW));
    if (typed === undefined || amount === null) continue;
    const { desde, hasta, sure } = typed;
    const conImporte = await reader.findByImporte(vista, { campo: amount, desde, hasta, limite: PER_VIEW }, signal);
    const already = new Set(own.map(({ found }) => found.clave));
    found.push(
      ...conImporte
        .filter((fila) => !already.has(textOf(fila, 'id')))
        .map((fila) => byAmount(view, fila, sure ? 0 : 1)),
    );
  }
  return { candidatos: found, incompleto };
}
