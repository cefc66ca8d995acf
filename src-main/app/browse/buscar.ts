/** What somebody types in Ctrl+K, among the records of this PC: settlement numbers, vouchers, authorisations, references, cases. */
import type { Hallado } from '#contract/datos.ts';
import { amountsTyped } from '#domain/importe-escrito.ts';
import { centavos, formatPlain } from '#domain/money.ts';
import { palabrasDe, plegar } from '#domain/plegar.ts';
import type { Metodo, Vista } from '#domain/vista.ts';
import type { FilaLeida, Lector } from '#storage/cache/index.ts';

const MAXIMO = 20;
const POR_VISTA = 8;
/** Fewer characters than this would find everything. */
export const MINIMO = 2;

interface Buscada {
  readonly vista: Vista;
  /** What names a record, the one that says most first. */
  readonly campos: readonly string[];
  readonly importe: string | null;
  readonly ademas: readonly string[];
}

const BUSCADAS: readonly (Buscada & { readonly vista: Metodo })[] = [
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

const sinCeros = (texto: string): string => texto.replace(/^0+(?=.)/, '');
const textoDe = (fila: FilaLeida, campo: string): string => {
  const valor = fila[campo] ?? null;
  return valor === null ? '' : String(valor);
};

/** How well a value is what was typed: 0 exactly, 1 at its end (people type the last digits), 2 at its beginning, 3 inside; else undefined. */
function puntaje(valor: string, buscado: string): number | undefined {
  const propio = plegar(valor);
  if (sinCeros(propio) === sinCeros(buscado)) return 0;
  if (propio.endsWith(buscado)) return 1;
  if (propio.startsWith(buscado)) return 2;
  return palabrasDe(buscado).some((palabra) => propio.includes(palabra)) ? 3 : undefined;
}

const enTexto = (campo: string, valor: string): string => {
  if (campo === 'tarjeta_nro') return `···${valor}`;
  return /^\d{4}-\d\d-\d\d$/.test(valor) ? `${valor.slice(8)}/${valor.slice(5, 7)}/${valor.slice(0, 4)}` : valor;
};

/** A record, and how well it is what was typed: less is better. */
export interface Candidato {
  readonly puntos: number;
  readonly hallado: Hallado;
}

export function halladoDe(
  { vista, campos, importe, ademas }: Buscada,
  fila: FilaLeida,
  buscado: string,
): Candidato | undefined {
  const [mejor] = campos
    .flatMap((campo) => {
      const puntos = puntaje(textoDe(fila, campo), buscado);
      return puntos === undefined ? [] : [{ campo, puntos }];
    })
    .sort((a, b) => a.puntos - b.puntos);
  if (mejor === undefined) return undefined;
  const monto = importe === null ? null : (fila[importe] ?? null);
  const detalles = ademas.filter((campo) => campo !== mejor.campo).map((campo) => enTexto(campo, textoDe(fila, campo)));
  return {
    puntos: mejor.puntos,
    hallado: {
      vista,
      clave: textoDe(fila, 'id'),
      campo: mejor.campo,
      valor: textoDe(fila, mejor.campo),
      importe: typeof monto === 'number' ? formatPlain(centavos(monto)) : null,
      subtitulo: detalles.filter((detalle) => detalle !== '').join(' · '),
    },
  };
}

/** A record that is known by its amount: what it is called goes beside. */
function byAmount({ vista, campos, importe, ademas }: Buscada, fila: FilaLeida, puntos: number): Candidato {
  const monto = importe === null ? null : (fila[importe] ?? null);
  const dichos = [...ademas, campos[0] ?? ''].map((campo) => enTexto(campo, textoDe(fila, campo)));
  return {
    puntos,
    hallado: {
      vista,
      clave: textoDe(fila, 'id'),
      campo: importe ?? '',
      valor: '',
      importe: typeof monto === 'number' ? formatPlain(centavos(monto)) : null,
      subtitulo: [...new Set(dichos)].filter((dicho) => dicho !== '').join(' · '),
    },
  };
}

/** What was looked at; `incompleto`: not everything was. */
export interface Hallazgos {
  readonly candidatos: readonly Candidato[];
  readonly incompleto: boolean;
}

/** Up to twenty, the best first. */
export const losMejores = (candidatos: readonly Candidato[]): readonly Hallado[] =>
  candidatos
    .toSorted((a, b) => a.puntos - b.puntos)
    .slice(0, MAXIMO)
    .map(({ hallado }) => hallado);

/** Records of the service; incomplete while the index does not have everything. */
export async function buscarRegistros(lector: Lector, texto: string, signal: AbortSignal): Promise<Hallazgos> {
  const buscado = plegar(texto.trim());
  if (buscado.length < MINIMO) return { candidatos: [], incompleto: false };
  const amount = amountsTyped(buscado);
  const encontrados: Candidato[] = [];
  let incompleto = false;
  for (const buscada of BUSCADAS) {
    const { filas, completo } = await lector.halladas(
      buscada.vista,
      { texto: buscado.replace(/\s+/g, ' '), campos: buscada.campos, limite: MAXIMO * 3 },
      signal,
    );
    incompleto ||= !completo;
    const propios = filas
      .flatMap((fila) => halladoDe(buscada, fila, buscado) ?? [])
      .sort((a, b) => a.puntos - b.puntos);
    encontrados.push(...propios.slice(0, POR_VISTA));
    if (amount === undefined || buscada.importe === null) continue;
    const { vista, importe: campo } = buscada;
    const { desde, hasta, sure } = amount;
    const conImporte = await lector.halladasPorImporte(vista, { campo, desde, hasta, limite: POR_VISTA }, signal);
    const ya = new Set(propios.map(({ hallado }) => hallado.clave));
    encontrados.push(
      ...conImporte.filter((fila) => !ya.has(textoDe(fila, 'id'))).map((fila) => byAmount(buscada, fila, sure ? 0 : 1)),
    );
  }
  return { candidatos: encontrados, incompleto };
}
