/** Ctrl+K among the coupons that this PC uploaded: vouchers, authorisations, card digits, references, amounts. */
import { setImmediate as letThrough } from 'node:timers/promises';
import { formatDayMonthYear } from '#domain/civil-date.ts';
import { FIELDS_IN_ORDER, parseCanonicalText } from '#domain/cupon.ts';
import { parseTypedAmounts, isTyped, type AmountRange, formatPlain, parseMoney } from '#domain/money.ts';
import { fold, withoutZeros } from '#domain/fold-text.ts';
import type { ReadRow } from '#storage/cache/index.ts';
import type { FoundCupon, Ledger } from '#storage/ledger/index.ts';
import { findConciliacion } from '../uploaded/uploads.ts';
import { foundIn, MINIMUM, type Hit, type Hits } from './search.ts';

/** At most so many coupons of ours are shown beside the records of the service. */
const MAX_FOUND = 8;
/** So many found coupons are enough to choose the best of them. */
const ENOUGH = 200;

const CUPONES = {
  vista: 'cupones',
  fields: ['comprobante', 'autorizacion', 'tarjeta_nro', 'wallet_referencia', 'referencia'],
  amount: 'importe',
  beside: ['fecha_venta', 'tarjeta_desc', 'tarjeta_nro', 'archivo'],
} as const;

/** The texts that a coupon must have: all typed words, or the amount with either sign. */
function partsOf(searched: string, importe: AmountRange | undefined): readonly (readonly string[])[] {
  const words = searched.split(/\s+/).map(withoutZeros);
  if (importe === undefined) return [words];
  const { desde, hasta } = importe;
  const written = formatPlain(desde);
  // An amount without centavos is searched by its whole pesos: the text of a coupon always has centavos.
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
  const found = foundIn(CUPONES, values, searched);
  const its = { cupon: { conciliacion, archivo, fila } };
  if (found !== undefined && (!isTheImporte || found.score === 0)) {
    return { ...found, found: { ...found.found, ...its } };
  }
  if (!isTheImporte) return undefined;
  const { fecha_venta: sale = '', comprobante = '', tarjeta_desc: tarjeta = '' } = cupon;
  const match = {
    vista: 'cupones',
    clave: String(values['id']),
    campo: 'importe',
    valor: '',
    importe: formatPlain(value),
    subtitulo: [formatDayMonthYear(sale), tarjeta, comprobante, archivo].filter((item) => item !== '').join(' · '),
    ...its,
  } as const;
  return { score: 0, found: match };
}

/**
 * The newest uploads come first; incomplete when the search stopped because enough were found. The thread is given back between two stretches of the
 * ledger.
 */
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
    const knownConciliacion = conciliaciones.get(upload);
    if (knownConciliacion !== undefined) return knownConciliacion;
    const id = findConciliacion(ledger, upload);
    conciliaciones.set(upload, id);
    return id;
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
