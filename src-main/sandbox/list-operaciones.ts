import { WALLETS, COMERCIOS, WALLET_MARCA, TARJETAS, establecimientoOf } from './catalogue.ts';
import { DAY_SECONDS, readOneOf, writeId, type Body, type Parameters, type SandboxContext } from './parameters.ts';
import type { SandboxData } from './data.ts';
import { valueAt, COST_BY_CUOTAS, getOperacionId } from './operaciones.ts';
import { canonicalize, formatDecimal, formatShortDecimal, timeOf } from './format.ts';
import { findComercios, parseAskedImporte, serveList, type Filters, type List } from './list.ts';

const pad = (n: number, width: number): string => String(n).padStart(width, '0');

/** The identifying texts of sale number `i`. A wallet sale has no terminal, lote or card, but a `referencia`. */
export function getIdentity({ ops }: SandboxData, i: number) {
  const wallet = TARJETAS[valueAt(ops.tarjeta, i)]?.marca === WALLET_MARCA;
  const terminal = 20_014_000 + valueAt(ops.comercio, i) * 1000 + valueAt(ops.terminal, i) * 17;
  return {
    terminal: wallet ? '' : String(terminal),
    lote: wallet ? '' : pad((valueAt(ops.day, i) - 18_000 + valueAt(ops.terminal, i) * 7) % 1000, 4),
    comprobante: pad(valueAt(ops.comprobante, i), 8),
    tarjetaNro: wallet ? '' : pad(valueAt(ops.tarjetaNro, i), 4),
    autorizacion: wallet ? '' : pad(valueAt(ops.autorizacion, i), 6),
    referencia: wallet ? String(valueAt(ops.referencia, i)) : '',
  };
}
export type Identity = ReturnType<typeof getIdentity>;

const DATE_FIELDS = ['fecha_venta', 'fecha_presentacion', 'fecha_pago'] as const;
const dateFieldOf = (parameters: Parameters) => readOneOf(parameters, 'campo_fecha', DATE_FIELDS);

const getInstant = ({ ops }: SandboxData, i: number): number =>
  valueAt(ops.day, i) * DAY_SECONDS + Math.max(0, valueAt(ops.second, i));

/** Filters operations by an identifying text; numbers are compared without their leading zeros. */
const byText =
  (field: keyof Identity): Filters<number>[string] =>
  (text, _name, { data }) => {
    const asked = canonicalize(text);
    return (i) => canonicalize(getIdentity(data, i)[field]) === asked;
  };

/** A row is the index of a sale. The sales of the start are in the order of their ids; those that appeared later follow. */
const OPERACIONES: List<number> = {
  name: 'operaciones',
  limits: { byDefault: 25, maximum: 1000 },
  rows({ context: { data, switches }, parameters, window }) {
    const ofSale = dateFieldOf(parameters) === 'fecha_venta';
    const from = ofSale ? data.getDayStart(Math.floor(window.desde / DAY_SECONDS)) : 0;
    const to = ofSale ? data.getDayStart(Math.ceil(window.hasta / DAY_SECONDS)) : data.fixed;
    const rows: number[] = [];
    for (let i = from; i < to; i++) rows.push(i);
    for (let i = data.fixed; i < data.ops.count; i++) rows.push(i);
    return switches.orden === 'fecha' ? rows.sort((a, b) => getInstant(data, a) - getInstant(data, b) || a - b) : rows;
  },
  idOf: (i, { data: { ops } }) => getOperacionId(valueAt(ops.day, i), valueAt(ops.order, i)),
  instantOf({ context: { data }, parameters }) {
    const field = dateFieldOf(parameters);
    if (field === 'fecha_venta') return (i) => getInstant(data, i);
    const column = field === 'fecha_pago' ? data.ops.paid : data.ops.presented;
    return (i) => valueAt(column, i) * DAY_SECONDS;
  },
  allowsTime: (parameters) => dateFieldOf(parameters) === 'fecha_venta',
  filters: {
    comercios: (text, _name, { data }) => {
      const asked = findComercios(text);
      return (i) => asked.has(valueAt(data.ops.comercio, i));
    },
    marca: (text, _name, { data }) => {
      const fitting = TARJETAS.map(({ marca, nombre }) => marca === text || `${marca}-${nombre}` === text);
      return (i) => fitting[valueAt(data.ops.tarjeta, i)] === true;
    },
    establecimiento: (text, _name, { data }) => {
      const asked = canonicalize(text);
      const fitting = COMERCIOS.map((_, c) =>
        TARJETAS.map(({ marca }) => canonicalize(establecimientoOf(c, marca)) === asked),
      );
      return (i) => fitting[valueAt(data.ops.comercio, i)]?.[valueAt(data.ops.tarjeta, i)] === true;
    },
    lote: byText('lote'),
    comprobante: byText('comprobante'),
    tarjeta_nro: byText('tarjetaNro'),
    importe: (text, name, { data }) => {
      const asked = parseAskedImporte(text, name);
      return (i) => valueAt(data.ops.importe, i) === asked;
    },
  },
  write: writeOperacion,
};

export function writeOperacion(
  i: number,
  { data, switches }: Pick<SandboxContext, 'data' | 'switches'>,
): Readonly<Record<string, string | boolean | null>> {
  const { ops, fechas } = data;
  const day = valueAt(ops.day, i);
  const second = valueAt(ops.second, i);
  const { terminal, lote, comprobante, tarjetaNro, autorizacion, referencia } = getIdentity(data, i);
  const tarjeta = TARJETAS[valueAt(ops.tarjeta, i)];
  const comercio = valueAt(ops.comercio, i);
  const cuotas = valueAt(ops.cuotas, i);
  const bin = valueAt(ops.bin, i);
  const liquidacion = data.liquidaciones[valueAt(ops.liquidacion, i)];
  return {
    id: writeId(getOperacionId(day, valueAt(ops.order, i)), switches),
    fecha_venta: `${fechas.iso(day)}${second < 0 ? '' : ` ${timeOf(second)}`}`,
    fecha_presentacion: fechas.iso(valueAt(ops.presented, i)),
    tarjeta: tarjeta?.nombre ?? '',
    marca: tarjeta?.marca ?? '',
    establecimiento: tarjeta === undefined ? '' : establecimientoOf(comercio, tarjeta.marca),
    terminal,
    lote,
    comprobante,
    tarjeta_nro: tarjetaNro,
    cuotas: String(cuotas),
    importe: formatShortDecimal(valueAt(ops.importe, i)),
    comercio: data.stores[comercio]?.nombre ?? '',
    fecha_pago: fechas.iso(valueAt(ops.paid, i)),
    autorizacion,
    nro_liquidacion: liquidacion?.numero ?? '',
    liquidaciones_id: liquidacion === undefined ? '' : writeId(liquidacion.id, switches),
    bin: bin === 0 ? '' : String(bin),
    plan: cuotas > 1 ? `CUOTAS ${String(cuotas)}` : '',
    arancel: formatDecimal(valueAt(ops.fee, i)),
    tna: formatDecimal((COST_BY_CUOTAS[cuotas] ?? 0) * 4),
    costo_fin: formatDecimal(valueAt(ops.financing, i)),
    billetera: WALLETS[valueAt(ops.wallet, i)] ?? '',
    referencia,
    acreditada: switches.interbanking === 'no' ? null : liquidacion !== undefined && data.isPaid(liquidacion),
  };
}

const serveOperaciones = serveList(OPERACIONES);
export function listOperaciones(context: SandboxContext, parameters: Parameters): Body {
  const body = serveOperaciones(context, parameters);
  if (context.switches.en_vivo > 0) context.data.appear(context.switches.en_vivo);
  return body;
}
