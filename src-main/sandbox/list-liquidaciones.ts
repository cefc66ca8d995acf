import { getBank, COMERCIOS, establecimientoOf, TARJETAS } from './catalogue.ts';
import {
  getExtras,
  toJson,
  type SandboxContext,
  type Body,
  DAY_SECONDS,
  writeId,
  type Parameters,
} from './parameters.ts';
import { valueAt } from './operaciones.ts';
import { formatDecimal } from './format.ts';
import { addUpImpuestos, sumRetenciones, type Impuestos, type Liquidacion, RATES } from './liquidaciones.ts';
import { describeIibb, isSpoilt, type Disorder } from './disorder.ts';
import { createComercioTest, selectRows, serveList, sumAmounts, writeAmounts, type Amount, type List } from './list.ts';
import { getIdentity } from './list-operaciones.ts';

const markOf = ({ tarjeta }: Liquidacion): string => TARJETAS[tarjeta]?.marca ?? '';
const cardOf = ({ tarjeta }: Liquidacion): string => TARJETAS[tarjeta]?.nombre ?? '';

/** What all methods of settlements share. Their parameter `tarjetas` lists texts of the form `<marca>-<tarjeta>`. */
const SETTLEMENTS = {
  name: 'liquidaciones',
  limits: { byDefault: 10, maximum: 50 },
  rows: ({ context }) => context.data.liquidaciones,
  idOf: ({ id }) => id,
  instantOf:
    ({ context: { switches } }) =>
    ({ fecha, pago }) =>
      (switches.fecha_filtro === 'pago' ? pago : fecha) * DAY_SECONDS,
  filters: {
    comercios: createComercioTest,
    marca: (text) => (l) => markOf(l) === text,
    banco: (text) => (l) => getBank(l.comercio).id === text,
    tarjetas: (text) => {
      const asked = text.split(',').map((one) => one.trim());
      return (l) => asked.includes(`${markOf(l)}-${cardOf(l)}`);
    },
  },
} as const satisfies Omit<List<Liquidacion>, 'write'>;

const headerOf = (l: Liquidacion, { data, switches }: SandboxContext): object => {
  const tarjeta = TARJETAS[l.tarjeta];
  return {
    id: writeId(l.id, switches),
    marca: tarjeta?.marca,
    tarjeta: tarjeta?.nombre,
    comercio: data.stores[l.comercio]?.nombre,
    provincia: COMERCIOS[l.comercio]?.provincia,
    establecimiento: tarjeta === undefined ? '' : establecimientoOf(l.comercio, tarjeta.marca),
    tipo: l.tipo,
    numero: l.numero,
    fecha: data.fechas.dayMonthYear(l.fecha),
  };
};

const AMOUNTS: readonly Amount<Liquidacion>[] = [
  ['facturado_debito', 'fac_debito', ({ invoiced }) => invoiced.debito],
  ['facturado_credito', 'fac_credito', ({ invoiced }) => invoiced.credito],
  ['facturado_credito_cuotas', 'fac_credito_cuotas', ({ invoiced }) => invoiced.cuotas],
  ['facturado_descontado', 'fac_descontado', ({ invoiced }) => invoiced.discounted],
  ['facturado_otro', 'fac_otro', ({ invoiced }) => invoiced.otro],
  ['total_facturado', 'total_facturado', ({ invoiced }) => invoiced.total],
  ['descontado_arancel', 'des_arancel', ({ discounted }) => discounted.arancel],
  ['descontado_promocion', 'des_promocion', ({ discounted }) => discounted.promotion],
  ['descontado_impuesto', 'des_impuesto', ({ discounted }) => discounted.impuesto],
  ['descontado_cuota', 'des_cuota', ({ discounted }) => discounted.instalment],
  ['descontado_adelanto', 'des_adelanto', ({ discounted }) => discounted.adelanto],
  ['descontado_otro', 'des_otro', ({ discounted }) => discounted.otro],
  ['total_descontado', 'total_descontado', ({ discounted }) => discounted.total],
  ['total_acreditado', 'total_acreditado', ({ acreditado }) => acreditado],
];

function salesOf(l: Liquidacion, { data }: SandboxContext): object[] {
  const { ops } = data;
  const isRefund = (i: number): boolean => valueAt(ops.importe, i) < 0;
  const groups = Map.groupBy(data.operacionesOf(l.fila), (i) => {
    const { terminal, lote } = getIdentity(data, i);
    return `${isRefund(i) ? 'D' : 'V'}/${terminal}/${lote}`;
  });
  return Array.from(groups.values(), (rows) => {
    const [first = 0] = rows;
    const { terminal, lote, comprobante } = getIdentity(data, first);
    return {
      descripcion: isRefund(first) ? 'DEVOLUCIONES' : 'VENTAS',
      terminal,
      lote,
      comprobante: rows.length === 1 ? comprobante : '',
      transacciones: String(rows.length),
      tarjeta: cardOf(l),
      importe: formatDecimal(rows.reduce((n, i) => n + valueAt(ops.importe, i), 0)),
      motivo: '',
    };
  });
}

function listDiscounts(l: Liquidacion, { data }: SandboxContext): object[] {
  const { discounted } = l;
  const fee = TARJETAS[l.tarjeta]?.arancel ?? 0;
  const lines = [
    { descripcion: 'ARANCEL', tipo: 'ARANCEL', importe: discounted.arancel, rate: fee },
    { descripcion: 'PROMOCIÓN', tipo: 'PROMOCION', importe: discounted.promotion, rate: 35 },
    { descripcion: 'COSTO FINANCIERO', tipo: 'CUOTA', importe: discounted.instalment, rate: null },
    { descripcion: 'ADELANTO DE FONDOS', tipo: 'ADELANTO', importe: discounted.adelanto, rate: 120 },
    { descripcion: 'MANTENIMIENTO TERMINAL', tipo: 'OTRO', importe: discounted.otro, rate: null },
    ...listImpuestoLines(l, data.disorder),
  ];
  return lines
    .filter(({ importe }) => importe !== 0)
    .map(({ descripcion, tipo, importe, rate }) => ({
      descripcion,
      porcentaje: rate === null ? '' : formatDecimal(rate),
      cuotas: '',
      importe: formatDecimal(importe),
      tipo,
      motivo: '',
    }));
}

const toWire = (l: Liquidacion, context: SandboxContext): object => ({
  ...headerOf(l, context),
  banco: getBank(l.comercio).nombre,
  ...writeAmounts(AMOUNTS, l),
});

export const listLiquidaciones = serveList<Liquidacion>({
  ...SETTLEMENTS,
  write: (l, context, parameters) => ({
    ...toWire(l, context),
    fecha_recupero_adelanto: l.recovered === null ? null : context.data.fechas.iso(l.recovered),
    acreditada: context.switches.interbanking === 'no' ? null : context.data.isPaid(l),
    ...(parameters.get('detalle') === 'true'
      ? { detalle: { ventas: salesOf(l, context), descuentos: listDiscounts(l, context) } }
      : {}),
  }),
});

/** GET /v1/liquidaciones/conciliadas: only settlements with operations. At most 100 per page, like a real server; the description states no maximum. */
export const listReconciled = serveList<Liquidacion>({
  ...SETTLEMENTS,
  limits: { byDefault: 10, maximum: 100 },
  rows: ({ context }) => context.data.liquidaciones.filter((l) => l.operaciones > 0),
  write: (l, context) => ({
    ...toWire(l, context),
    operaciones: String(l.operaciones),
    cashback: formatDecimal(l.cashback),
  }),
});

export function sumLiquidaciones(context: SandboxContext, parameters: Parameters): Body {
  const byCard = Map.groupBy(selectRows(SETTLEMENTS, context, parameters), cardOf);
  const names = [...new Set(TARJETAS.map(({ nombre }) => nombre))];
  return toJson(
    names.flatMap((tarjeta) => {
      const rows = byCard.get(tarjeta);
      return rows === undefined ? [] : [{ tarjeta, ...sumAmounts(AMOUNTS, rows), ...getExtras(context.switches) }];
    }),
  );
}

function listImpuestoLines({ impuestos: i, comercio }: Liquidacion, disorder: Disorder) {
  const lines = [
    ['IMPUESTO', 'IVA', 'IVA 10,5 % COSTO FINANCIERO', i.iva105, RATES.iva105],
    ['IMPUESTO', 'IVA', 'IVA 21 % ARANCEL', i.iva21, RATES.iva21],
    ['RETENCIÓN', 'IVA', 'RETENCIÓN IVA', i.retIva, RATES.retIva],
    ['RETENCIÓN', 'IIBB', describeIibb(disorder, comercio), i.retIibb, null],
    ['RETENCIÓN', 'GANANCIAS', 'RETENCIÓN GANANCIAS', i.retGanancias, RATES.retGanancias],
    ['PERCEPCION', 'IVA', 'PERCEPCIÓN IVA', i.perIva, RATES.perIva],
  ] as const;
  return lines
    .filter(([, , , importe]) => importe !== 0)
    .map(([tipo, motivo, descripcion, importe, rate]) => ({ tipo, motivo, descripcion, importe, rate }));
}

const IMPUESTOS: readonly Amount<Impuestos>[] = [
  ['impuesto_iva_105', 'imp_iva_105', (i) => i.iva105],
  ['impuesto_iva_21', 'imp_iva_21', (i) => i.iva21],
  ['imp_iva', 'imp_iva', addUpImpuestos],
  ['impuesto_otros', 'imp_otros', () => 0],
  ['total_impuestos', 'tot_impuestos', addUpImpuestos],
  ['retencion_iva', 'ret_iva', (i) => i.retIva],
  ['retencion_iibb', 'ret_iibb', (i) => i.retIibb],
  ['retencion_ganancias', 'ret_ganancias', (i) => i.retGanancias],
  ['retencion_otros', 'ret_otros', () => 0],
  ['total_retenciones', 'tot_retenciones', sumRetenciones],
  ['percepcion_iva', 'per_iva', (i) => i.perIva],
  ['percepcion_iibb', 'per_iibb', () => 0],
  ['percepcion_ganancias', 'per_ganancias', () => 0],
  ['percepcion_otros', 'per_otros', () => 0],
  ['total_percepciones', 'tot_percepciones', (i) => i.perIva],
];

/** The tax detail of a settlement. With `detalle=centavo`, the first line of a spoilt settlement (`isSpoilt`) is one centavo too high. */
const detailOf = (l: Liquidacion, { disorder }: SandboxContext['data']): object[] =>
  listImpuestoLines(l, disorder).map(({ tipo, motivo, descripcion, rate, importe }, n) => ({
    tipo,
    motivo,
    descripcion,
    porcentaje: rate === null ? null : formatDecimal(rate),
    importe: formatDecimal(n === 0 && disorder.detalle === 'centavo' && isSpoilt(l) ? importe + 1 : importe),
  }));

/** GET /v1/impuestos: the answer calls its list `liquidaciones`. Every row has `detalle`, which is empty unless requested. */
export const listImpuestos = serveList<Liquidacion>({
  ...SETTLEMENTS,
  write: (l, context, parameters) => ({
    ...headerOf(l, context),
    ...writeAmounts(IMPUESTOS, l.impuestos),
    detalle: parameters.get('detalle') === 'true' ? detailOf(l, context.data) : [],
  }),
});

export function sumImpuestos(context: SandboxContext, parameters: Parameters): Body {
  const rows = selectRows(SETTLEMENTS, context, parameters).map(({ impuestos }) => impuestos);
  return toJson({ ...sumAmounts(IMPUESTOS, rows), ...getExtras(context.switches) });
}
