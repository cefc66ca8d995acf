/** What somebody types in Ctrl+K, among the records of this PC: settlement numbers, vouchers, authorisations, references, cases. */
import type { Found } from '#contract/data.ts';
import { amountsTyped } from '#domain/typed-amount.ts';
import { centavos, formatPlain } from '#domain/money.ts';
import { splitWords, fold } from '#domain/fold-text.ts';
import type { ServiceMethod, Vista } from '#domain/vista.ts';
import type { ReadRow, CacheReader } from '#storage/cache/index.ts';

const MAXIMUM = 20;
const PER_VIEW = 8;
/** Fewer characters than this would find everything. */
export const MINIMUM = 2;

interface Searched {
  readonly vista: Vista;
  /** What names a record, the one that says most first. */
  readonly campos: readonly string[];
  readonly importe: string | null;
  readonly ademas: readonly string[];
}

const SEARCHED_FIELDS: readonly (Searched & { readonly vista: ServiceMethod })[] = [
  { vista: 'liquidaciones', campos: ['numero'], importe: 'total_acreditado', ademas: ['fecha', 'tarjeta', 'comercio'] },
  {
    vista: 'operaciones',
    campos: ['comprobante', 'autorizacion', 'referencia'],
    importe: 'importe',
    ademas: ['fecha_venta', 'tarjeta', 'tarjeta_nro', 'comercio'],
  },
  {
    vista: 'rechazos',
    campos: ['rechazo', 'comprobante', 'autorizacion'],
    importe: 'importe',
    ademas: ['fecha', 'motivo', 'tarjeta', 'comercio'],
  },
  {
    vista: 'movimientos',
    campos: ['referencia', 'voucher_asociado', 'informacion'],
    importe: 'importe_neto',
    ademas: ['fecha', 'banco', 'informacion'],
  },
  { vista: 'conciliaciones', campos: ['id'], importe: null, ademas: ['fecha', 'estado'] },
  { vista: 'comercios', campos: ['nombre', 'cuit'], importe: null, ademas: ['nombre', 'localidad', 'provincia'] },
];

const withoutZeros = (texto: string): string => texto.replace(/^0+(?=.)/, '');
const textOf = (fila: ReadRow, campo: string): string => {
  const valor = fila[campo] ?? null;
  return valor === null ? '' : String(valor);
};

/** How well a value is what was typed: 0 exactly, 1 at its end (people type the last digits), 2 at its beginning, 3 inside; else undefined. */
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

/** A record, and how well it is what was typed: less is better. */
export interface Candidato {
  readonly puntos: number;
  readonly hallado: Found;
}

export function foundIn(
  { vista, campos, importe, ademas }: Searched,
  fila: ReadRow,
  searched: string,
): Candidato | undefined {
  const [best] = campos
    .flatMap((campo) => {
      const puntos = scoreOf(textOf(fila, campo), searched);
      return puntos === undefined ? [] : [{ campo, puntos }];
    })
    .sort((a, b) => a.puntos - b.puntos);
  if (best === undefined) return undefined;
  const shownAmount = importe === null ? null : (fila[importe] ?? null);
  const details = ademas.filter((campo) => campo !== best.campo).map((campo) => asText(campo, textOf(fila, campo)));
  return {
    puntos: best.puntos,
    hallado: {
      vista,
      clave: textOf(fila, 'id'),
      campo: best.campo,
      valor: textOf(fila, best.campo),
      importe: typeof shownAmount === 'number' ? formatPlain(centavos(shownAmount)) : null,
      subtitulo: details.filter((detalle) => detalle !== '').join(' · '),
    },
  };
}

/** A record that is known by its amount: what it is called goes beside. */
function byAmount({ vista, campos, importe, ademas }: Searched, fila: ReadRow, puntos: number): Candidato {
  const shownAmount = importe === null ? null : (fila[importe] ?? null);
  const statements = [...ademas, campos[0] ?? ''].map((campo) => asText(campo, textOf(fila, campo)));
  return {
    puntos,
    hallado: {
      vista,
      clave: textOf(fila, 'id'),
      campo: importe ?? '',
      valor: '',
      importe: typeof shownAmount === 'number' ? formatPlain(centavos(shownAmount)) : null,
      subtitulo: [...new Set(statements)].filter((dicho) => dicho !== '').join(' · '),
    },
  };
}

/** What was looked at; `incompleto`: not everything was. */
export interface Findings {
  readonly candidatos: readonly Candidato[];
  readonly incompleto: boolean;
}

/** Up to twenty, the best first. */
export const bestOf = (candidatos: readonly Candidato[]): readonly Found[] =>
  candidatos
    .toSorted((a, b) => a.puntos - b.puntos)
    .slice(0, MAXIMUM)
    .map(({ hallado: found }) => found);

/** Records of the service; incomplete while the index does not have everything. */
export async function searchRecords(reader: CacheReader, texto: string, signal: AbortSignal): Promise<Findings> {
  const searched = fold(texto.trim());
  if (searched.length < MINIMUM) return { candidatos: [], incompleto: false };
  const amount = amountsTyped(searched);
  const encontrados: Candidato[] = [];
  let incompleto = false;
  for (const searchedFields of SEARCHED_FIELDS) {
    const { filas, completo } = await reader.findByText(
      searchedFields.vista,
      { texto: searched.replace(/\s+/g, ' '), campos: searchedFields.campos, limite: MAXIMUM * 3 },
      signal,
    );
    incompleto ||= !completo;
    const own = filas
      .flatMap((fila) => foundIn(searchedFields, fila, searched) ?? [])
      .sort((a, b) => a.puntos - b.puntos);
    encontrados.push(...own.slice(0, PER_VIEW));
    if (amount === undefined || searchedFields.importe === null) continue;
    const { vista, importe: campo } = searchedFields;
    const { desde, hasta, sure } = amount;
    const conImporte = await reader.findByImporte(vista, { campo, desde, hasta, limite: PER_VIEW }, signal);
    const already = new Set(own.map(({ hallado: found }) => found.clave));
    encontrados.push(
      ...conImporte
        .filter((fila) => !already.has(textOf(fila, 'id')))
        .map((fila) => byAmount(searchedFields, fila, sure ? 0 : 1)),
    );
  }
  return { candidatos: encontrados, incompleto };
}
