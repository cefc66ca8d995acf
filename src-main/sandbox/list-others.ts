import { countDaysInMonth, parseIsoDate, toDayNumber } from '#domain/civil-date.ts';
import { COMERCIOS, establecimientoOf, TARJETAS } from './catalogue.ts';
import {
  getRequestedComercios,
  writeTotal,
  getExtras,
  pageOf,
  toJson,
  type SandboxContext,
  type Body,
} from './context.ts';
import { formatThousands, formatDecimal, valueAt, timeOf } from './format.ts';
import { getIdentity } from './list-operaciones.ts';
import type { Movimiento } from './movimientos.ts';
import { getOperacionId } from './operaciones.ts';
import {
  containsDay,
  writeId,
  requireParameter,
  importeOf,
  readWindow,
  Refusal,
  DAY_SECONDS,
  readOneOf,
  type Parameters,
} from './parameters.ts';

/** GET /v1/calendario: one entry per day of the month, amounts with thousands commas. */
export function listCalendario(context: SandboxContext, parameters: Parameters): Body {
  const { data, switches } = context;
  const month = requireParameter(parameters, 'fecha');
  const first = parseIsoDate(`${month}-01`);
  if (first === undefined) throw new Refusal(400, 'Fecha inválida en fecha');
  const comercios = getRequestedComercios(parameters);
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

/** GET /v1/comercios: all of the account. */
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

const MOVIMIENTOS_LIMITS = { byDefault: 25, maximum: 1000 };
/** The description states no maximum; a real server has one. */
const RECHAZOS_LIMITS = { byDefault: 25, maximum: 100 };

const RECONCILED: Record<'TODOS' | 'N' | 'C' | 'T' | 'L', (m: Movimiento) => boolean> = {
  TODOS: () => true,
  N: (m) => m.liquidacion < 0 && m.operacion < 0,
  C: (m) => m.liquidacion >= 0 || m.operacion >= 0,
  T: (m) => m.operacion >= 0,
  L: (m) => m.liquidacion >= 0,
};

function chooseMovimientos({ data, switches }: SandboxContext, parameters: Parameters): readonly Movimiento[] {
  const window = readWindow(parameters, switches, true);
  const matched = RECONCILED[readOneOf(parameters, 'conciliado', ['TODOS', 'N', 'C', 'T', 'L'])];
  const exact = importeOf(parameters, 'importe');
  const minimum = importeOf(parameters, 'importe_min') ?? Number.NEGATIVE_INFINITY;
  const maximum = importeOf(parameters, 'importe_max') ?? Number.POSITIVE_INFINITY;
  const isAskedValue = (key: string, value: string): boolean => {
    const request = parameters.get(key);
    return request === undefined || request.normalize('NFC') === value;
  };
  const q = parameters.get('q')?.normalize('NFC').toUpperCase();
  return data.movimientos.filter((m) => {
    const instant = m.fecha * DAY_SECONDS + m.segundo;
    return (
      instant >= window.desde &&
      instant < window.hasta &&
      matched(m) &&
      (exact === undefined || m.importe === exact) &&
      m.importe >= minimum &&
      m.importe <= maximum &&
      isAskedValue('cuenta', m.banco.cuenta) &&
      isAskedValue('cbu', m.banco.cbu) &&
      isAskedValue('debito_credito', m.debitoCredito) &&
      isAskedValue('categoria', m.categoria) &&
      isAskedValue('marca', m.marca) &&
      (q === undefined ||
        [m.informacion, m.banco.codigo, m.cuit, m.referencia].some((t) => t.toUpperCase().includes(q)))
    );
  });
}

function toMovimientoWire({ data, switches }: SandboxContext, m: Movimiento): object {
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
    ...getExtras(switches),
  };
}

/** Credits less debits. */
const netOf = (movimientos: readonly Movimiento[]): string =>
  formatDecimal(movimientos.reduce((n, m) => n + (m.debitoCredito === 'C' ? m.importe : -m.importe), 0));

/** GET /v1/movimientos. Without the bank feed the answer is `interbanking: false` and an empty list. */
export function listMovimientos(context: SandboxContext, parameters: Parameters): Body {
  const { switches } = context;
  const rows = chooseMovimientos(context, parameters);
  if (switches.interbanking === 'no') {
    return toJson({ interbanking: false, movimientos: [], total: writeTotal(0, switches), importe_total: '0.00' });
  }
  const page = pageOf(context, parameters, { filas: rows, limits: MOVIMIENTOS_LIMITS, byId: (a, b) => a.id - b.id });
  return toJson({
    interbanking: true,
    movimientos: page.map((m) => toMovimientoWire(context, m)),
    total: writeTotal(rows.length, switches),
    importe_total: netOf(rows),
  });
}

/** GET /v1/rechazos: chargebacks, rejections and refunds; the list has the name `operaciones`. */
export function listRechazos(context: SandboxContext, parameters: Parameters): Body {
  const { data, switches } = context;
  const window = readWindow(parameters, switches, false);
  const comercios = getRequestedComercios(parameters);
  const rows = data.rechazos.filter(
    (r) =>
      containsDay(window, switches.fecha_filtro === 'pago' ? r.transfer : r.fecha) &&
      (comercios === undefined || comercios.has(r.comercio)),
  );
  const operaciones = pageOf(context, parameters, {
    filas: rows,
    limits: RECHAZOS_LIMITS,
    byId: (a, b) => a.id - b.id,
  }).map((r) => {
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
      ...getExtras(switches),
    };
  });
  return toJson({ operaciones, total: writeTotal(rows.length, switches) });
}
