import { countDaysInMonth, parseIsoDate, toDayNumber } from '#domain/civil-date.ts';
import { COMERCIOS, establecimientoOf, TARJETAS } from './catalogue.ts';
import {
  writeTotal,
  getExtras,
  toJson,
  type SandboxContext,
  type Body,
  writeId,
  requireParameter,
  Refusal,
  DAY_SECONDS,
  type Parameters,
} from './parameters.ts';
import { valueAt, getOperacionId } from './operaciones.ts';
import { formatThousands, formatDecimal, timeOf } from './format.ts';
import {
  findComercios,
  createComercioTest,
  parseAskedImporte,
  selectRows,
  serveList,
  writePage,
  type Filters,
  type List,
} from './list.ts';
import { getIdentity } from './list-operaciones.ts';
import type { Movimiento, Rechazo } from './movimientos.ts';

/** GET /v1/calendario: one entry per day of the month, amounts with thousands commas. */
export function listCalendario(context: SandboxContext, parameters: Parameters): Body {
  const { data, switches } = context;
  const month = requireParameter(parameters, 'fecha');
  const first = parseIsoDate(`${month}-01`);
  if (first === undefined) throw new Refusal(400, 'Fecha inválida en fecha');
  const asked = parameters.get('comercios');
  const comercios = asked === undefined ? undefined : findComercios(asked);
  const days = countDaysInMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)));
  const sumOf = (getPart: (comercio: number) => number): string =>
    formatThousands(
      COMERCIOS.reduce((n, _, c) => (comercios === undefined || comercios.has(c) ? n + getPart(c) : n), 0),
    );
  return toJson(
    Array.from({ length: days }, (_, d) => {
      const day = toDayNumber(first) + d;
      return {
        dia: String(d + 1).padStart(2, '0'),
        fecha: data.fechas.iso(day),
        vendido: sumOf((c) => data.soldOn(day, c)),
        acreditado: sumOf((c) => data.creditedOn(day, c)),
        ...getExtras(switches),
      };
    }),
  );
}

export function listComercios({ data, switches }: SandboxContext): Body {
  const comercios = COMERCIOS.map((c, place) => ({
    id: writeId(c.id, switches),
    nombre: data.stores[place]?.nombre,
    razon_social: data.stores[place]?.razonSocial,
    cuit: data.stores[place]?.cuit,
    direccion: c.direccion,
    codigo_postal: c.codigoPostal,
    provincia: c.provincia,
    localidad: c.localidad,
    rubro: 'PANADERÍA Y CONFITERÍA',
    ...getExtras(switches),
  }));
  return toJson({ comercios, total: writeTotal(comercios.length, switches) });
}

const RECONCILED = new Map<string, (m: Movimiento) => boolean>([
  ['TODOS', () => true],
  ['N', (m) => m.liquidacion < 0 && m.operacion < 0],
  ['C', (m) => m.liquidacion >= 0 || m.operacion >= 0],
  ['T', (m) => m.operacion >= 0],
  ['L', (m) => m.liquidacion >= 0],
]);

const byImporte =
  (compare: (importe: number, asked: number) => boolean): Filters<Movimiento>[string] =>
  (text, name) => {
    const asked = parseAskedImporte(text, name);
    return ({ importe }) => compare(importe, asked);
  };

const MOVIMIENTOS: List<Movimiento> = {
  name: 'movimientos',
  limits: { byDefault: 25, maximum: 1000 },
  rows: ({ context }) => context.data.movimientos,
  idOf: ({ id }) => id,
  instantOf:
    () =>
    ({ fecha, segundo }) =>
      fecha * DAY_SECONDS + segundo,
  allowsTime: () => true,
  filters: {
    conciliado: (text, name) => {
      const passes = RECONCILED.get(text);
      if (passes === undefined) throw new Refusal(400, `Valor inválido en ${name}`);
      return passes;
    },
    importe: byImporte((importe, asked) => importe === asked),
    importe_min: byImporte((importe, asked) => importe >= asked),
    importe_max: byImporte((importe, asked) => importe <= asked),
    cuenta: (text) => (m) => m.banco.cuenta === text,
    cbu: (text) => (m) => m.banco.cbu === text,
    debito_credito: (text) => (m) => m.debitoCredito === text,
    categoria: (text) => (m) => m.categoria === text,
    marca: (text) => (m) => m.marca === text,
    q: (text) => {
      const words = text.toUpperCase();
      return (m) => [m.informacion, m.banco.codigo, m.cuit, m.referencia].some((t) => t.toUpperCase().includes(words));
    },
  },
  write: toMovimientoWire,
};

function toMovimientoWire(m: Movimiento, { data, switches }: SandboxContext): object {
  const { ops } = data;
  const liquidacion = data.liquidaciones[m.liquidacion];
  return {
    id: writeId(m.id, switches),
    fecha: `${data.fechas.iso(m.fecha)} ${timeOf(m.segundo)}`,
    banco: m.banco.nombre,
    cuenta: m.banco.cuenta,
    cbu: m.banco.cbu,
    cuit_cuenta: m.titular,
    razon_social: data.stores.find(({ cuit }) => cuit === m.titular)?.razonSocial,
    categoria: m.categoria,
    informacion: m.informacion,
    codigo_banco: m.banco.codigo,
    cuit: m.cuit,
    debito_credito: m.debitoCredito,
    importe: formatDecimal(m.importe),
    referencia: m.referencia,
    tipo: m.tipo,
    marca: m.marca,
    comercio: m.comercio,
    voucher_asociado: m.voucher,
    liquidaciones_id: liquidacion === undefined ? '' : writeId(liquidacion.id, switches),
    transacciones_id:
      m.operacion < 0
        ? ''
        : writeId(getOperacionId(valueAt(ops.day, m.operacion), valueAt(ops.order, m.operacion)), switches),
    conciliado: m.liquidacion >= 0 || m.operacion >= 0,
  };
}

const netOf = (movimientos: readonly Movimiento[]): string =>
  formatDecimal(movimientos.reduce((n, m) => n + (m.debitoCredito === 'C' ? m.importe : -m.importe), 0));

/** GET /v1/movimientos. Without the bank feed the answer is `interbanking: false` and an empty list. */
export function listMovimientos(context: SandboxContext, parameters: Parameters): Body {
  const isConfigured = context.switches.interbanking === 'si';
  const selected = selectRows(MOVIMIENTOS, context, parameters);
  const rows = isConfigured ? selected : [];
  return toJson({
    interbanking: isConfigured,
    movimientos: isConfigured ? writePage(MOVIMIENTOS, rows, { context, parameters }) : [],
    total: writeTotal(rows.length, context.switches),
    importe_total: netOf(rows),
  });
}

/** GET /v1/rechazos: chargebacks, rejections and refunds, in a list `operaciones`. At most 100 per page; the description states no maximum. */
export const listRechazos = serveList<Rechazo>({
  name: 'operaciones',
  limits: { byDefault: 25, maximum: 100 },
  rows: ({ context }) => context.data.rechazos,
  idOf: ({ id }) => id,
  instantOf:
    ({ context: { switches } }) =>
    ({ fecha, transfer }) =>
      (switches.fecha_filtro === 'pago' ? transfer : fecha) * DAY_SECONDS,
  filters: { comercios: createComercioTest },
  write: (r, { data, switches }) => {
    const { lote, comprobante, tarjetaNro, autorizacion } = getIdentity(data, r.operacion);
    const tarjeta = TARJETAS[r.tarjeta];
    return {
      id: writeId(r.id, switches),
      fecha: data.fechas.iso(r.fecha),
      marca: tarjeta?.marca,
      tarjeta: tarjeta?.nombre,
      establecimiento: tarjeta === undefined ? '' : establecimientoOf(r.comercio, tarjeta.marca),
      motivo: r.motivo,
      descripcion: r.descripcion,
      importe: formatDecimal(r.importe),
      comercio: data.stores[r.comercio]?.nombre,
      estado: r.estado,
      lote,
      comprobante,
      tarjeta_nro: tarjetaNro,
      rechazo: r.numero,
      autorizacion,
      fecha_transferencia: data.fechas.iso(r.transfer),
      fecha_presentacion: data.fechas.iso(valueAt(data.ops.presented, r.operacion)),
    };
  },
});
