/** The lists of settlements. Past 300 lines, a third of them the fields that the two lists of one settlement write, which are read side by side. */
import { getBank, COMERCIOS, establecimientoOf, TARJETAS } from './catalogue.ts';
import {
  getRequestedComercios,
  writeTotal,
  getExtras,
  pageOf,
  toJson,
  type SandboxContext,
  type Body,
} from './context.ts';
import { formatThousands, formatDecimal, valueAt } from './format.ts';
import {
  addUpImpuestos,
  sumPerceptions,
  sumRetenciones,
  type Impuestos,
  type Liquidacion,
  RATES,
} from './liquidaciones.ts';
import { describeIibb, isSpoilt, type Disorder } from './disorder.ts';
import { getIdentity } from './list-operaciones.ts';
import { containsDay, writeId, readWindow, type Parameters } from './parameters.ts';

const LIMITS = { byDefault: 10, maximum: 50 };
/** The description states no maximum for reconciled settlements; a real server has one. */
const RECONCILED_LIMITS = { byDefault: 10, maximum: 100 };

const byId = (a: Liquidacion, b: Liquidacion): number => a.id - b.id;

/** The settlements that the parameters select, in order of date. `tarjetas` is a list of `<marca>-<tarjeta>`. */
function choose({ data, switches }: SandboxContext, parameters: Parameters): readonly Liquidacion[] {
  const window = readWindow(parameters, switches, false);
  const comercios = getRequestedComercios(parameters);
  const marca = parameters.get('marca')?.normalize('NFC');
  const banco = parameters.get('banco');
  const tarjetas = parameters
    .get('tarjetas')
    ?.normalize('NFC')
    .split(',')
    .map((t) => t.trim());
  return data.liquidaciones.filter((liquidacion) => {
    const { comercio, fecha, pago } = liquidacion;
    const tarjeta = TARJETAS[liquidacion.tarjeta];
    return (
      containsDay(window, switches.fecha_filtro === 'pago' ? pago : fecha) &&
      (comercios === undefined || comercios.has(comercio)) &&
      (marca === undefined || tarjeta?.marca === marca) &&
      (banco === undefined || getBank(comercio).id === banco) &&
      (tarjetas === undefined || tarjetas.includes(`${tarjeta?.marca ?? ''}-${tarjeta?.nombre ?? ''}`))
    );
  });
}

const headerOf = ({ data, switches }: SandboxContext, l: Liquidacion): object => {
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

function salesOf({ data }: SandboxContext, l: Liquidacion): object[] {
  const { ops } = data;
  const groups = new Map<
    string,
    { descripcion: string; terminal: string; lote: string; comprobante: string; cantidad: number; importe: number }
  >();
  for (const i of data.operacionesOf(l.fila)) {
    const { terminal, lote, comprobante } = getIdentity(data, i);
    const importe = valueAt(ops.importe, i);
    const key = `${importe < 0 ? 'D' : 'V'}/${terminal}/${lote}`;
    const group = groups.get(key);
    if (group === undefined) {
      const description = importe < 0 ? 'DEVOLUCIONES' : 'VENTAS';
      groups.set(key, { descripcion: description, terminal, lote, comprobante, cantidad: 1, importe });
    } else {
      group.cantidad++;
      group.importe += importe;
    }
  }
  return [...groups.values()].map((g) => ({
    descripcion: g.descripcion,
    terminal: g.terminal,
    lote: g.lote,
    comprobante: g.cantidad === 1 ? g.comprobante : '',
    transacciones: String(g.cantidad),
    tarjeta: TARJETAS[l.tarjeta]?.nombre,
    importe: formatDecimal(g.importe),
    motivo: '',
  }));
}

function listDiscounts({ data }: SandboxContext, l: Liquidacion): object[] {
  const { discounted, impuestos } = l;
  const lineOf = (description: string, type: string, importe: number, rate: number | null = null): object[] =>
    importe === 0
      ? []
      : [
          {
            descripcion: description,
            porcentaje: rate === null ? '' : formatDecimal(rate),
            cuotas: '',
            importe: formatDecimal(importe),
            tipo: type,
            motivo: '',
          },
        ];
  return [
    ...lineOf('ARANCEL', 'ARANCEL', discounted.arancel, TARJETAS[l.tarjeta]?.arancel ?? 0),
    ...lineOf('PROMOCIÓN', 'PROMOCION', discounted.promotion, 35),
    ...lineOf('COSTO FINANCIERO', 'CUOTA', discounted.instalment),
    ...lineOf('ADELANTO DE FONDOS', 'ADELANTO', discounted.adelanto, 120),
    ...lineOf('MANTENIMIENTO TERMINAL', 'OTRO', discounted.otro),
    ...listImpuestoLines(impuestos, l.comercio, data.disorder).flatMap((i) =>
      lineOf(i.descripcion, i.tipo, i.importe, i.rate),
    ),
  ];
}

function toWire(context: SandboxContext, l: Liquidacion): object {
  const { invoiced, discounted } = l;
  return {
    ...headerOf(context, l),
    banco: getBank(l.comercio).nombre,
    facturado_debito: formatDecimal(invoiced.debito),
    facturado_credito: formatDecimal(invoiced.credito),
    facturado_credito_cuotas: formatDecimal(invoiced.cuotas),
    facturado_descontado: formatDecimal(invoiced.discounted),
    facturado_otro: formatDecimal(invoiced.otro),
    total_facturado: formatDecimal(invoiced.total),
    descontado_arancel: formatDecimal(discounted.arancel),
    descontado_promocion: formatDecimal(discounted.promotion),
    descontado_impuesto: formatDecimal(discounted.impuesto),
    descontado_cuota: formatDecimal(discounted.instalment),
    descontado_adelanto: formatDecimal(discounted.adelanto),
    descontado_otro: formatDecimal(discounted.otro),
    total_descontado: formatDecimal(discounted.total),
    total_acreditado: formatDecimal(l.acreditado),
  };
}

const isCredited = ({ data, switches }: SandboxContext, l: Liquidacion): boolean | null =>
  switches.interbanking === 'no' ? null : data.isPaid(l);

/** GET /v1/liquidaciones. */
export function listLiquidaciones(context: SandboxContext, parameters: Parameters): Body {
  const rows = choose(context, parameters);
  const withDetail = parameters.get('detalle') === 'true';
  const liquidaciones = pageOf(context, parameters, { filas: rows, limits: LIMITS, byId }).map((l) => ({
    ...toWire(context, l),
    fecha_recupero_adelanto: l.recovered === null ? null : context.data.fechas.iso(l.recovered),
    acreditada: isCredited(context, l),
    ...(withDetail ? { detalle: { ventas: salesOf(context, l), descuentos: listDiscounts(context, l) } } : {}),
    ...getExtras(context.switches),
  }));
  return toJson({ liquidaciones, total: writeTotal(rows.length, context.switches) });
}

/** GET /v1/liquidaciones/conciliadas: only settlements with operations. */
export function listReconciled(context: SandboxContext, parameters: Parameters): Body {
  const rows = choose(context, parameters).filter((l) => l.operaciones > 0);
  const liquidaciones = pageOf(context, parameters, { filas: rows, limits: RECONCILED_LIMITS, byId }).map((l) => ({
    ...toWire(context, l),
    operaciones: String(l.operaciones),
    cashback: formatDecimal(l.cashback),
    ...getExtras(context.switches),
  }));
  return toJson({ liquidaciones, total: writeTotal(rows.length, context.switches) });
}

/** GET /v1/liquidaciones/totales: one entry per card name, with thousands commas. */
export function sumLiquidaciones(context: SandboxContext, parameters: Parameters): Body {
  const names = [...new Set(TARJETAS.map((t) => t.nombre))];
  const rows = choose(context, parameters);
  return toJson(
    names.flatMap((name) => {
      const own = rows.filter((l) => TARJETAS[l.tarjeta]?.nombre === name);
      if (own.length === 0) return [];
      const sumOf = (getPart: (l: Liquidacion) => number): string =>
        formatThousands(own.reduce((n, l) => n + getPart(l), 0));
      return {
        tarjeta: name,
        fac_debito: sumOf((l) => l.invoiced.debito),
        fac_credito: sumOf((l) => l.invoiced.credito),
        fac_credito_cuotas: sumOf((l) => l.invoiced.cuotas),
        fac_descontado: sumOf((l) => l.invoiced.discounted),
        fac_otro: sumOf((l) => l.invoiced.otro),
        total_facturado: sumOf((l) => l.invoiced.total),
        des_arancel: sumOf((l) => l.discounted.arancel),
        des_promocion: sumOf((l) => l.discounted.promotion),
        des_impuesto: sumOf((l) => l.discounted.impuesto),
        des_cuota: sumOf((l) => l.discounted.instalment),
        des_adelanto: sumOf((l) => l.discounted.adelanto),
        des_otro: sumOf((l) => l.discounted.otro),
        total_descontado: sumOf((l) => l.discounted.total),
        total_acreditado: sumOf((l) => l.acreditado),
        ...getExtras(context.switches),
      };
    }),
  );
}

interface ImpuestoLine {
  readonly tipo: 'IMPUESTO' | 'PERCEPCION' | 'RETENCIÓN';
  readonly motivo: 'IVA' | 'IIBB' | 'GANANCIAS';
  readonly descripcion: string;
  readonly rate: number | null;
  readonly importe: number;
}

/** The lines of a settlement's taxes, without those of zero. */
function listImpuestoLines(i: Impuestos, comercio: number, disorder: Disorder): readonly ImpuestoLine[] {
  const lines: ImpuestoLine[] = [
    {
      tipo: 'IMPUESTO',
      motivo: 'IVA',
      descripcion: 'IVA 10,5 % COSTO FINANCIERO',
      rate: RATES.iva105,
      importe: i.iva105,
    },
    { tipo: 'IMPUESTO', motivo: 'IVA', descripcion: 'IVA 21 % ARANCEL', rate: RATES.iva21, importe: i.iva21 },
    { tipo: 'RETENCIÓN', motivo: 'IVA', descripcion: 'RETENCIÓN IVA', rate: RATES.retIva, importe: i.retIva },
    {
      tipo: 'RETENCIÓN',
      motivo: 'IIBB',
      descripcion: describeIibb(disorder, comercio),
      rate: null,
      importe: i.retIibb,
    },
    {
      tipo: 'RETENCIÓN',
      motivo: 'GANANCIAS',
      descripcion: 'RETENCIÓN GANANCIAS',
      rate: RATES.retGanancias,
      importe: i.retGanancias,
    },
    { tipo: 'PERCEPCION', motivo: 'IVA', descripcion: 'PERCEPCIÓN IVA', rate: RATES.perIva, importe: i.perIva },
  ];
  return lines.filter((line) => line.importe !== 0);
}

/** GET /v1/impuestos: the list has the name `liquidaciones`; `detalle` is always there, empty unless asked for. */
export function listImpuestos(context: SandboxContext, parameters: Parameters): Body {
  const rows = choose(context, parameters);
  const { disorder } = context.data;
  const withDetail = parameters.get('detalle') === 'true';
  const liquidaciones = pageOf(context, parameters, { filas: rows, limits: LIMITS, byId }).map((l) => ({
    ...headerOf(context, l),
    impuesto_iva_105: formatDecimal(l.impuestos.iva105),
    impuesto_iva_21: formatDecimal(l.impuestos.iva21),
    imp_iva: formatDecimal(l.impuestos.iva105 + l.impuestos.iva21),
    impuesto_otros: formatDecimal(l.impuestos.others),
    total_impuestos: formatDecimal(addUpImpuestos(l.impuestos)),
    retencion_iva: formatDecimal(l.impuestos.retIva),
    retencion_iibb: formatDecimal(l.impuestos.retIibb),
    retencion_ganancias: formatDecimal(l.impuestos.retGanancias),
    retencion_otros: formatDecimal(l.impuestos.retOtros),
    total_retenciones: formatDecimal(sumRetenciones(l.impuestos)),
    percepcion_iva: formatDecimal(l.impuestos.perIva),
    percepcion_iibb: formatDecimal(l.impuestos.perIibb),
    percepcion_ganancias: formatDecimal(l.impuestos.perGanancias),
    percepcion_otros: formatDecimal(l.impuestos.perOtros),
    total_percepciones: formatDecimal(sumPerceptions(l.impuestos)),
    detalle: withDetail
      ? listImpuestoLines(l.impuestos, l.comercio, disorder).map(({ tipo, motivo, descripcion, rate, importe }, n) => ({
          tipo,
          motivo,
          descripcion,
          porcentaje: rate === null ? null : formatDecimal(rate),
          importe: formatDecimal(n === 0 && disorder.detalle === 'centavo' && isSpoilt(l) ? importe + 1 : importe),
        }))
      : [],
    ...getExtras(context.switches),
  }));
  return toJson({ liquidaciones, total: writeTotal(rows.length, context.switches) });
}

/** GET /v1/impuestos/totales: one object, with thousands commas. */
export function sumImpuestos(context: SandboxContext, parameters: Parameters): Body {
  const rows = choose(context, parameters);
  const sumOf = (getPart: (i: Impuestos) => number): string =>
    formatThousands(rows.reduce((n, l) => n + getPart(l.impuestos), 0));
  return toJson({
    imp_iva_105: sumOf((i) => i.iva105),
    imp_iva_21: sumOf((i) => i.iva21),
    imp_iva: sumOf((i) => i.iva105 + i.iva21),
    imp_otros: sumOf((i) => i.others),
    tot_impuestos: sumOf(addUpImpuestos),
    ret_iva: sumOf((i) => i.retIva),
    ret_iibb: sumOf((i) => i.retIibb),
    ret_ganancias: sumOf((i) => i.retGanancias),
    ret_otros: sumOf((i) => i.retOtros),
    tot_retenciones: sumOf(sumRetenciones),
    per_iva: sumOf((i) => i.perIva),
    per_iibb: sumOf((i) => i.perIibb),
    per_ganancias: sumOf((i) => i.perGanancias),
    per_otros: sumOf((i) => i.perOtros),
    tot_percepciones: sumOf(sumPerceptions),
    ...getExtras(context.switches),
  });
}
