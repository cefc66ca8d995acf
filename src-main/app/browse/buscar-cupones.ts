/** What somebody types in Ctrl+K, among the coupons that this PC uploaded: vouchers, authorisations, card digits, references, amounts. */
import { setImmediate as dejarPasar } from 'node:timers/promises';
import { CAMPOS_EN_ORDEN } from '#domain/cupon.ts';
import { amountsTyped, isTyped, type AmountRange } from '#domain/importe-escrito.ts';
import { formatPlain, parseMoney } from '#domain/money.ts';
import { plegar } from '#domain/plegar.ts';
import type { FilaLeida } from '#storage/cache/index.ts';
import type { CuponHallado, Libro } from '#storage/ledger/index.ts';
import { parseCanonical } from '../import/parse-canonical.ts';
import { conciliacionDe } from '../inicio/edades.ts';
import { halladoDe, MINIMO, type Candidato, type Hallazgos } from './buscar.ts';

/** Coupons of ours beside the records of the service. */
const CUANTOS = 8;
/** Enough to choose the best among them. */
const BASTAN = 200;

const CUPONES = {
  vista: 'cupones',
  campos: ['comprobante', 'autorizacion', 'tarjeta_nro', 'wallet_referencia', 'referencia'],
  importe: 'importe',
  ademas: ['fecha_venta', 'tarjeta_desc', 'tarjeta_nro', 'archivo'],
} as const;

const sinCeros = (texto: string): string => texto.replace(/^0+(?=.)/, '');

/** Which texts may be it: those with every word, and those of that amount, of either sign. */
function partesDe(buscado: string, importe: AmountRange | undefined): readonly (readonly string[])[] {
  const palabras = buscado.split(/\s+/).map(sinCeros);
  if (importe === undefined) return [palabras];
  const { desde, hasta } = importe;
  const escrito = formatPlain(desde);
  // Of any centavos, what is before them; the text of a coupon always has them.
  const parte = desde === hasta ? `${escrito}"` : escrito.slice(0, -2);
  return [palabras, ...['', '-'].map((signo) => [`"importe":"${signo}${parte}`])];
}

function candidatoDe(
  { carga, archivo, fila, texto }: CuponHallado,
  { buscado, importe }: { readonly buscado: string; readonly importe: AmountRange | undefined },
  conciliacion: string | null,
): Candidato | undefined {
  const cupon = parseCanonical(texto);
  const valor = parseMoney(cupon.importe ?? '', 'sin-miles') ?? null;
  const leida: FilaLeida = {
    ...Object.fromEntries(CAMPOS_EN_ORDEN.map((campo) => [campo, cupon[campo] ?? null])),
    id: JSON.stringify([carga, archivo, fila]),
    importe: valor,
    archivo,
  };
  const esElImporte = valor !== null && importe !== undefined && isTyped(importe, valor);
  const hallado = halladoDe(CUPONES, leida, buscado);
  const suyo = { cupon: { conciliacion, archivo, fila } };
  if (hallado !== undefined && (!esElImporte || hallado.puntos === 0)) {
    return { ...hallado, hallado: { ...hallado.hallado, ...suyo } };
  }
  if (!esElImporte) return undefined;
  const { fecha_venta: venta = '', comprobante = '', tarjeta_desc: tarjeta = '' } = cupon;
  const cuando = venta === '' ? '' : `${venta.slice(8, 10)}/${venta.slice(5, 7)}/${venta.slice(0, 4)}`;
  const hallada = {
    vista: 'cupones',
    clave: String(leida['id']),
    campo: 'importe',
    valor: '',
    importe: formatPlain(valor),
    subtitulo: [cuando, tarjeta, comprobante, archivo].filter((uno) => uno !== '').join(' · '),
    ...suyo,
  } as const;
  return { puntos: 0, hallado: hallada };
}

/** The newest uploads first; incomplete when there were more than enough. Others work between one stretch of the ledger and the next. */
export async function buscarEnLibro(
  libro: Libro,
  { cuenta, texto }: { readonly cuenta: string; readonly texto: string },
  signal: AbortSignal,
): Promise<Hallazgos> {
  const buscado = plegar(texto.trim());
  if (buscado.length < MINIMO) return { candidatos: [], incompleto: false };
  const importe = amountsTyped(buscado);
  const conciliaciones = new Map<string, string | null>();
  const suConciliacion = (carga: string): string | null => {
    const sabida = conciliaciones.get(carga);
    if (sabida !== undefined) return sabida;
    const id = conciliacionDe(libro, carga);
    conciliaciones.set(carga, id);
    return id;
  };
  const candidatos: Candidato[] = [];
  for (const trozo of libro.buscarCupones(cuenta, partesDe(buscado, importe))) {
    for (const hallado of trozo) {
      const candidato = candidatoDe(hallado, { buscado, importe }, suConciliacion(hallado.carga));
      if (candidato !== undefined) candidatos.push(candidato);
    }
    if (candidatos.length >= BASTAN) break;
    await dejarPasar();
    signal.throwIfAborted();
  }
  const mejores = candidatos.sort((a, b) => a.puntos - b.puntos).slice(0, CUANTOS);
  return { candidatos: mejores, incompleto: candidatos.length >= BASTAN };
}
