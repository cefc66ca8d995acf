/** The operation behind a coupon of ours: the service says whether it matched and with which settlement, never with which operation. */
import type { RastroPor } from '#contract/datos.ts';
import type { CuponCampo } from '#domain/cupon.ts';
import { parseMoney } from '#domain/money.ts';
import type { FilaLeida, Filtro } from '#storage/cache/index.ts';

/** The fields that are known of the coupon; dates ISO, amounts decimal text with a dot. */
export type CuponBuscado = Readonly<
  Partial<Record<CuponCampo | 'nro_liquidacion' | 'liquidaciones_id' | 'fecha_liq', string | null | undefined>>
>;

interface Candidatas {
  readonly filas: readonly FilaLeida[];
  readonly por: RastroPor | null;
  readonly campos: readonly string[];
  readonly ambiguo: boolean;
}

const NINGUNA: Candidatas = { filas: [], por: null, campos: [], ambiguo: false };

const sinCeros = (texto: string): string =>
  texto
    .trim()
    .replace(/^0+(?=.)/, '')
    .toLowerCase();
const deFila = (fila: FilaLeida, campo: string): string => {
  const valor = fila[campo] ?? null;
  return valor === null ? '' : sinCeros(String(valor));
};
const deCupon = (cupon: CuponBuscado, campo: keyof CuponBuscado): string => sinCeros(cupon[campo] ?? '');

const coincide = (cupon: CuponBuscado, fila: FilaLeida, campo: CuponCampo): boolean =>
  deCupon(cupon, campo) !== '' && deCupon(cupon, campo) === deFila(fila, campo);
/** One of the two does not say, or both say the same. */
const noContradice = (cupon: CuponBuscado, fila: FilaLeida, campo: CuponCampo): boolean =>
  deCupon(cupon, campo) === '' || deFila(fila, campo) === '' || coincide(cupon, fila, campo);

/** What may tell between several that fit, in this order. */
const DESEMPATES = ['nro_liquidacion', 'autorizacion', 'terminal', 'lote', 'establecimiento', 'cuotas'] as const;

function elegir(
  cupon: CuponBuscado,
  candidatas: readonly FilaLeida[],
  base: Pick<Candidatas, 'por' | 'campos'>,
): Candidatas {
  let filas = candidatas;
  const campos = [...base.campos];
  for (const campo of DESEMPATES) {
    if (filas.length <= 1) break;
    const pedido = deCupon(cupon, campo);
    const quedan = pedido === '' ? [] : filas.filter((fila) => deFila(fila, campo) === pedido);
    if (quedan.length === 0 || quedan.length === filas.length) continue;
    filas = quedan;
    campos.push(campo);
  }
  return { filas, por: base.por, campos, ambiguo: filas.length > 1 };
}

interface Reglas {
  readonly campos: readonly string[];
  readonly por: RastroPor;
  readonly cumple: (fila: FilaLeida) => boolean;
}

const reglas = (cupon: CuponBuscado): readonly Reglas[] => [
  {
    campos: ['wallet_referencia', 'referencia'],
    por: 'billetera',
    cumple: (fila) =>
      deCupon(cupon, 'wallet_referencia') !== '' && deCupon(cupon, 'wallet_referencia') === deFila(fila, 'referencia'),
  },
  {
    campos: ['comprobante', 'tarjeta_nro'],
    por: 'venta_y_comprobante',
    cumple: (fila) => coincide(cupon, fila, 'comprobante') && noContradice(cupon, fila, 'tarjeta_nro'),
  },
  {
    campos: ['autorizacion', 'tarjeta_nro'],
    por: 'venta_y_autorizacion',
    cumple: (fila) => coincide(cupon, fila, 'autorizacion') && coincide(cupon, fila, 'tarjeta_nro'),
  },
];

/** Among operations of its day and amount, those that the first rule that fits any allows. */
function entreLasDelDia(cupon: CuponBuscado, delDia: readonly FilaLeida[]): Candidatas | undefined {
  for (const { campos, por, cumple } of reglas(cupon)) {
    const filas = delDia.filter(cumple);
    if (filas.length > 0) return elegir(cupon, filas, { por, campos: ['fecha_venta', 'importe', ...campos] });
  }
  return undefined;
}

/**
 * Which coupon is which sale, among the sales of one settlement: each sale gets one coupon at most, by the rules of the trail. Of equal sales,
 * each of the equal coupons gets one. By the identifier of the operation.
 */
export function emparejar<C extends { readonly cupon: CuponBuscado }>(
  ventas: readonly FilaLeida[],
  cupones: readonly C[],
): ReadonlyMap<string, C> {
  const lugarDe = (fecha: unknown, importe: unknown): string => `${String(fecha).slice(0, 10)} ${String(importe)}`;
  const porLugar = Map.groupBy(ventas, (venta) => lugarDe(venta['fecha_venta'], venta['importe']));
  const deVenta = new Map<string, C>();
  for (const uno of cupones) {
    const importe = parseMoney(uno.cupon.importe ?? '', 'sin-miles');
    const libres = (porLugar.get(lugarDe(uno.cupon.fecha_venta, importe)) ?? []).filter(
      (venta) => !deVenta.has(String(venta['id'])),
    );
    const [venta] = entreLasDelDia(uno.cupon, libres)?.filas ?? [];
    if (venta !== undefined) deVenta.set(String(venta['id']), uno);
  }
  return deVenta;
}

/**
 * Operations that may be the coupon: of the same day and amount by wallet reference, by voucher and card, or else by authorisation and
 * card; if there are none, by voucher and amount of any day. All of those that nothing tells apart.
 */
export async function operacionesDeCupon(
  cupon: CuponBuscado,
  { buscar }: { readonly buscar: (filtros: readonly Filtro[]) => Promise<readonly FilaLeida[]> },
): Promise<Candidatas> {
  const importe = parseMoney(cupon.importe ?? '', 'sin-miles');
  if (importe === undefined) return NINGUNA;
  const deImporte: Filtro = { campo: 'importe', valores: [importe] };
  const { fecha_venta: fecha } = cupon;
  if (fecha !== undefined && fecha !== null) {
    const delDia = await buscar([{ campo: 'fecha_venta', valores: [fecha.slice(0, 10)] }, deImporte]);
    const halladas = entreLasDelDia(cupon, delDia);
    if (halladas !== undefined) return halladas;
  }
  const comprobante = (cupon.comprobante ?? '').trim();
  if (comprobante === '') return NINGUNA;
  // As it is written on either side: with or without the zeros in front.
  const formas = [
    ...new Set([
      comprobante,
      sinCeros(comprobante),
      ...[6, 8, 10, 12].map((largo) => sinCeros(comprobante).padStart(largo, '0')),
    ]),
  ];
  const deOtroDia = (await buscar([{ campo: 'comprobante', valores: formas }, deImporte])).filter((fila) =>
    noContradice(cupon, fila, 'tarjeta_nro'),
  );
  const elegida = elegir(cupon, deOtroDia, {
    por: 'comprobante_fecha_otra',
    campos: ['comprobante', 'importe'],
  });
  return { ...elegida, ambiguo: elegida.filas.length > 0 };
}
