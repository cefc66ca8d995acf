import { WALLETS, COMERCIOS, WALLET_MARCA, TARJETAS, establecimientoOf } from './catalogue.ts';
import { writeTotal, getExtras, type SandboxContext, type Body } from './context.ts';
import type { SandboxData } from './data.ts';
import { valueAt } from './columns.ts';
import { canonicalize, formatDecimal, formatShortDecimal, timeOf } from './format.ts';
import { findComercios, listTests, parseAskedImporte, type Filters } from './list.ts';
import { COST_BY_CUOTAS, getOperacionId } from './operaciones.ts';
import {
  writeId,
  readWindow,
  paginate,
  DAY_SECONDS,
  readOneOf,
  type Parameters,
  type DateWindow,
} from './parameters.ts';
import type { Switches } from './switches.ts';

/** The identifying texts of a sale, as they are written on the wire and matched against coupons. */
export interface Identity {
  terminal: string;
  lote: string;
  comprobante: string;
  tarjetaNro: string;
  autorizacion: string;
  referencia: string;
}

const pad = (n: number, width: number): string => String(n).padStart(width, '0');

/** The identity of a sale. A wallet sale has no terminal, lote or card; its reference is in `referencia`. */
export function getIdentity({ ops }: SandboxData, i: number): Identity {
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

const LIMITS = { byDefault: 25, maximum: 1000 };
const DATE_FIELDS = ['fecha_venta', 'fecha_presentacion', 'fecha_pago'] as const;
type DateField = (typeof DATE_FIELDS)[number];

const getInstant = ({ ops }: SandboxData, i: number): number =>
  valueAt(ops.day, i) * DAY_SECONDS + Math.max(0, valueAt(ops.second, i));

type Filter = (i: number) => boolean;

/** Rows of operations before paging: all of `[desde, hasta)`, which makes no list of a million rows for each page, or a list. */
type FoundRows = { readonly desde: number; readonly hasta: number } | Int32Array;

/** The filters of operations, which are rows of columns. Numbers are compared without their leading zeros. */
function filtersOf(data: SandboxData): Filters<number> {
  const { ops } = data;
  const byText =
    (field: keyof Identity) =>
    (text: string): Filter => {
      const asked = canonicalize(text);
      return (i) => canonicalize(getIdentity(data, i)[field]) === asked;
    };
  return {
    comercios: (text) => {
      const asked = findComercios(text);
      return (i) => asked.has(valueAt(ops.comercio, i));
    },
    marca: (text) => {
      const fitting = TARJETAS.map(({ marca, nombre }) => marca === text || `${marca}-${nombre}` === text);
      return (i) => fitting[valueAt(ops.tarjeta, i)] === true;
    },
    establecimiento: (text) => {
      const asked = canonicalize(text);
      const fitting = COMERCIOS.map((_, c) =>
        TARJETAS.map(({ marca }) => canonicalize(establecimientoOf(c, marca)) === asked),
      );
      return (i) => fitting[valueAt(ops.comercio, i)]?.[valueAt(ops.tarjeta, i)] === true;
    },
    lote: byText('lote'),
    comprobante: byText('comprobante'),
    tarjeta_nro: byText('tarjetaNro'),
    importe: (text, name) => {
      const asked = parseAskedImporte(text, name);
      return (i) => valueAt(ops.importe, i) === asked;
    },
  };
}

/** The rows of a window by one of the three dates, before other filters. Days are found through an index, times by checking each row. */
function findCandidates(
  data: SandboxData,
  window: DateWindow,
  field: DateField,
): { filas: FoundRows; isAlive: Filter } {
  const { ops } = data;
  const first = Math.floor(window.desde / DAY_SECONDS);
  const last = Math.ceil(window.hasta / DAY_SECONDS);
  if (field === 'fecha_venta') {
    const isInWindow: Filter = (i) => getInstant(data, i) >= window.desde && getInstant(data, i) < window.hasta;
    const from = data.getDayStart(first);
    const range = { desde: from, hasta: Math.max(from, data.getDayStart(last)) };
    if (!window.conHora) return { filas: range, isAlive: isInWindow };
    return {
      filas: Int32Array.from(integersBetween(range.desde, range.hasta)).filter(isInWindow),
      isAlive: isInWindow,
    };
  }
  const index = field === 'fecha_pago' ? data.porPago : data.byPresentation;
  const column = field === 'fecha_pago' ? ops.paid : ops.presented;
  const from = index.startOf(first);
  return {
    filas: index.filas.slice(from, Math.max(from, index.startOf(last))).sort(),
    isAlive: (i) => valueAt(column, i) >= first && valueAt(column, i) < last,
  };
}

export function* integersBetween(from: number, to: number): Generator<number> {
  for (let i = from; i < to; i++) yield i;
}

function search(context: SandboxContext, parameters: Parameters): FoundRows {
  const { data, switches } = context;
  const field = readOneOf(parameters, 'campo_fecha', DATE_FIELDS);
  const window = readWindow(parameters, switches, field === 'fecha_venta');
  const total = data.ops.count;
  const { filas, isAlive } = findCandidates(data, window, field);
  const filters = listTests(filtersOf(data), parameters);
  const added = [...integersBetween(data.fixed, total)].filter(isAlive);
  if (filters.length === 0 && added.length === 0 && switches.orden !== 'fecha') return filas;
  const fixed = filas instanceof Int32Array ? filas : Int32Array.from(integersBetween(filas.desde, filas.hasta));
  const joined = added.length === 0 ? fixed : Int32Array.from([...fixed, ...added]);
  const left = filters.length === 0 ? joined : joined.filter((i) => filters.every((passes) => passes(i)));
  if (switches.orden === 'fecha') return sortRows(data, left);
  return added.length > 0 ? sortById(data, left) : left;
}

const sortRows = (data: SandboxData, rows: Int32Array): Int32Array =>
  rows.sort((a, b) => getInstant(data, a) - getInstant(data, b) || a - b);

/** Sorts rows by id. Sales that appeared later get their place among the others of their day. */
const sortById = ({ ops }: SandboxData, rows: Int32Array): Int32Array =>
  rows.sort((a, b) => valueAt(ops.day, a) - valueAt(ops.day, b) || valueAt(ops.order, a) - valueAt(ops.order, b));

/** Makes a function that writes a row as JSON text. Parts that are the same in every row are written once. */
export function createWriter({ data, switches }: { data: SandboxData; switches: Switches }): (i: number) => string {
  const { ops, fechas, liquidaciones } = data;
  const closing = JSON.stringify(getExtras(switches));
  const final = closing === '{}' ? '}' : `,${closing.slice(1)}`;
  const middle = COMERCIOS.map((_, c) =>
    TARJETAS.map(
      (t) =>
        `","tarjeta":"${t.nombre}","marca":"${t.marca}","establecimiento":"${establecimientoOf(c, t.marca)}","terminal":"`,
    ),
  );
  return (i) => {
    const day = valueAt(ops.day, i);
    const second = valueAt(ops.second, i);
    const { terminal, lote, comprobante, tarjetaNro, autorizacion, referencia } = getIdentity(data, i);
    const tarjeta = valueAt(ops.tarjeta, i);
    const comercio = valueAt(ops.comercio, i);
    const cuotas = valueAt(ops.cuotas, i);
    const bin = valueAt(ops.bin, i);
    const liquidacion = liquidaciones[valueAt(ops.liquidacion, i)];
    const link =
      liquidacion === undefined
        ? '"","liquidaciones_id":""'
        : `"${liquidacion.numero}","liquidaciones_id":"${writeId(liquidacion.id, switches)}"`;
    const credited =
      switches.interbanking === 'no'
        ? 'null'
        : liquidacion !== undefined && data.isPaid(liquidacion)
          ? 'true'
          : 'false';
    return (
      `{"id":"${writeId(getOperacionId(day, valueAt(ops.order, i)), switches)}","fecha_venta":"${fechas.iso(day)}` +
      `${second < 0 ? '' : ` ${timeOf(second)}`}","fecha_presentacion":"${fechas.iso(valueAt(ops.presented, i))}` +
      `${middle[comercio]?.[tarjeta] ?? ''}${terminal}","lote":"${lote}","comprobante":"${comprobante}","tarjeta_nro":"${tarjetaNro}"` +
      `,"cuotas":"${String(cuotas)}","importe":"${formatShortDecimal(valueAt(ops.importe, i))}","comercio":"${data.stores[comercio]?.nombre ?? ''}"` +
      `,"fecha_pago":"${fechas.iso(valueAt(ops.paid, i))}","autorizacion":"${autorizacion}","nro_liquidacion":${link}` +
      `,"bin":"${bin === 0 ? '' : String(bin)}","plan":"${cuotas > 1 ? `CUOTAS ${String(cuotas)}` : ''}","arancel":"${formatDecimal(valueAt(ops.fee, i))}"` +
      `,"tna":"${formatDecimal((COST_BY_CUOTAS[cuotas] ?? 0) * 4)}","costo_fin":"${formatDecimal(valueAt(ops.financing, i))}"` +
      `,"billetera":"${WALLETS[valueAt(ops.wallet, i)] ?? ''}","referencia":"${referencia}","acreditada":${credited}${final}`
    );
  };
}

/** GET /v1/operaciones. */
export function listOperaciones(context: SandboxContext, parameters: Parameters): Body {
  const { data, switches } = context;
  const rows = search(context, parameters);
  const total = rows instanceof Int32Array ? rows.length : rows.hasta - rows.desde;
  const { inicio, fin } = paginate(total, parameters, LIMITS, switches);
  const write = createWriter(context);
  let text = '';
  for (let n = inicio; n < fin; n++) {
    const i = rows instanceof Int32Array ? valueAt(rows, n) : rows.desde + n;
    text += `${text === '' ? '' : ','}${write(i)}`;
  }
  if (switches.en_vivo > 0) data.appear(switches.en_vivo);
  return { json: `{"operaciones":[${text}],"total":${JSON.stringify(writeTotal(total, switches))}}` };
}
