import { getBank, COMERCIOS, establecimientoDe, TARJETAS } from './catalogue.ts';
import { getRequestedComercios, writeTotal, extras, pageOf, json, type SandboxContext, type Body } from './context.ts';
import { conMiles, decimal, valueAt } from './format.ts';
import {
  totalImpuestos,
  sumPercepciones,
  sumRetenciones,
  type Impuestos,
  type Liquidacion,
  RATES,
} from './liquidaciones.ts';
import { getIdentity } from './list-operaciones.ts';
import { containsDay, writeId, readWindow, type Parametros } from './parametros.ts';

const LIMITS = { defecto: 10, maximo: 50 };
/** No maximum is stated for the reconciled ones; a server has one. */
const RECONCILED_LIMITS = { defecto: 10, maximo: 100 };

const byId = (a: Liquidacion, b: Liquidacion): number => a.id - b.id;

/** The settlements that the parameters select, in order of date. `tarjetas` is a list of `<marca>-<tarjeta>`. */
function choose({ datos, rasgos }: SandboxContext, parametros: Parametros): readonly Liquidacion[] {
  const ventana = readWindow(parametros, rasgos, false);
  if (rasgos.filtros === 'ignora') return datos.liquidaciones;
  const comercios = getRequestedComercios(parametros, rasgos);
  const marca = parametros.get('marca')?.normalize('NFC');
  const banco = parametros.get('banco');
  const tarjetas = parametros
    .get('tarjetas')
    ?.normalize('NFC')
    .split(',')
    .map((t) => t.trim());
  return datos.liquidaciones.filter((liquidacion) => {
    const { comercio, fecha, pago } = liquidacion;
    const tarjeta = TARJETAS[liquidacion.tarjeta];
    return (
      containsDay(ventana, rasgos.fecha_filtro === 'pago' ? pago : fecha) &&
      (comercios === undefined || comercios.has(comercio)) &&
      (marca === undefined || tarjeta?.marca === marca) &&
      (banco === undefined || getBank(comercio).id === banco) &&
      (tarjetas === undefined || tarjetas.includes(`${tarjeta?.marca ?? ''}-${tarjeta?.nombre ?? ''}`))
    );
  });
}

const headerOf = ({ datos, rasgos }: SandboxContext, l: Liquidacion): object => {
  const tarjeta = TARJETAS[l.tarjeta];
  return {
    id: writeId(l.id, rasgos),
    marca: tarjeta?.marca,
    tarjeta: tarjeta?.nombre,
    comercio: COMERCIOS[l.comercio]?.nombre,
    provincia: COMERCIOS[l.comercio]?.provincia,
    establecimiento: tarjeta === undefined ? '' : establecimientoDe(l.comercio, tarjeta.marca),
    tipo: l.tipo,
    numero: l.numero,
    fecha: datos.fechas.dayMonthYear(l.fecha),
  };
};

function salesOf({ datos }: SandboxContext, l: Liquidacion): object[] {
  const { ops } = datos;
  const grupos = new Map<
    string,
    { descripcion: string; terminal: string; lote: string; comprobante: string; cantidad: number; importe: number }
  >();
  for (const i of datos.operacionesDe(l.fila)) {
    const { terminal, lote, comprobante } = getIdentity(datos, i);
    const importe = valueAt(ops.importe, i);
    const clave = `${importe < 0 ? 'D' : 'V'}/${terminal}/${lote}`;
    const grupo = grupos.get(clave);
    if (grupo === undefined) {
      const description = importe < 0 ? 'DEVOLUCIONES' : 'VENTAS';
      grupos.set(clave, { descripcion: description, terminal, lote, comprobante, cantidad: 1, importe });
    } else {
      grupo.cantidad++;
      grupo.importe += importe;
    }
  }
  return [...grupos.values()].map((g) => ({
    descripcion: g.descripcion,
    terminal: g.terminal,
    lote: g.lote,
    comprobante: g.cantidad === 1 ? g.comprobante : '',
    transacciones: String(g.cantidad),
    tarjeta: TARJETAS[l.tarjeta]?.nombre,
    importe: decimal(g.importe),
    motivo: '',
  }));
}

function listDiscounts(l: Liquidacion): object[] {
  const { descontado, impuestos } = l;
  const lineOf = (description: string, tipo: string, importe: number, tasa: number | null = null): object[] =>
    importe === 0
      ? []
      : [
          {
            descripcion: description,
            porcentaje: tasa === null ? '' : decimal(tasa),
            cuotas: '',
            importe: decimal(importe),
            tipo,
            motivo: '',
          },
        ];
  return [
    ...lineOf('ARANCEL', 'ARANCEL', descontado.arancel, TARJETAS[l.tarjeta]?.arancel ?? 0),
    ...lineOf('PROMOCIÓN', 'PROMOCION', descontado.promocion, 35),
    ...lineOf('COSTO FINANCIERO', 'CUOTA', descontado.cuota),
    ...lineOf('ADELANTO DE FONDOS', 'ADELANTO', descontado.adelanto, 120),
    ...lineOf('MANTENIMIENTO TERMINAL', 'OTRO', descontado.otro),
    ...listImpuestoLines(impuestos, l.comercio).flatMap((i) => lineOf(i.descripcion, i.tipo, i.importe, i.tasa)),
  ];
}

function liquidacionWire(contexto: SandboxContext, l: Liquidacion): object {
  const { rasgos, datos } = contexto;
  const { facturado, descontado } = l;
  const recupero =
    l.recupero === null
      ? null
      : rasgos.fechas_sueltas === 'dmy'
        ? datos.fechas.dayMonthYear(l.recupero)
        : datos.fechas.iso(l.recupero);
  return {
    ...headerOf(contexto, l),
    banco: getBank(l.comercio).nombre,
    fecha_recupero_adelanto: recupero,
    facturado_debito: decimal(facturado.debito),
    facturado_credito: decimal(facturado.credito),
    facturado_credito_cuotas: decimal(facturado.cuotas),
    facturado_descontado: decimal(facturado.descontado),
    facturado_otro: decimal(facturado.otro),
    total_facturado: decimal(facturado.total),
    descontado_arancel: decimal(descontado.arancel),
    descontado_promocion: decimal(descontado.promocion),
    descontado_impuesto: decimal(descontado.impuesto),
    descontado_cuota: decimal(descontado.cuota),
    descontado_adelanto: decimal(descontado.adelanto),
    descontado_otro: decimal(descontado.otro),
    total_descontado: decimal(descontado.total),
    total_acreditado: decimal(l.acreditado),
  };
}

const isCredited = ({ datos, rasgos }: SandboxContext, l: Liquidacion): boolean | null =>
  rasgos.interbanking === 'no' ? null : datos.isPaid(l);

/** GET /v1/liquidaciones. */
export function listLiquidaciones(contexto: SandboxContext, parametros: Parametros): Body {
  const filas = choose(contexto, parametros);
  const withDetail = parametros.get('detalle') === 'true';
  const liquidaciones = pageOf(contexto, parametros, { filas, limites: LIMITS, byId }).map((l) => ({
    ...liquidacionWire(contexto, l),
    acreditada: isCredited(contexto, l),
    ...(withDetail ? { detalle: { ventas: salesOf(contexto, l), descuentos: listDiscounts(l) } } : {}),
    ...extras(contexto.rasgos),
  }));
  return json({ liquidaciones, total: writeTotal(filas.length, contexto.rasgos) });
}

/** GET /v1/liquidaciones/conciliadas: only settlements with operations. */
export function listReconciled(contexto: SandboxContext, parametros: Parametros): Body {
  const filas = choose(contexto, parametros).filter((l) => l.operaciones > 0);
  const liquidaciones = pageOf(contexto, parametros, { filas, limites: RECONCILED_LIMITS, byId }).map((l) => ({
    ...liquidacionWire(contexto, l),
    operaciones: String(l.operaciones),
    cashback: decimal(l.cashback),
    ...extras(contexto.rasgos),
  }));
  return json({ liquidaciones, total: writeTotal(filas.length, contexto.rasgos) });
}

/** GET /v1/liquidaciones/totales: one entry per card name, with thousands commas. */
export function sumLiquidaciones(contexto: SandboxContext, parametros: Parametros): Body {
  const nombres = [...new Set(TARJETAS.map((t) => t.nombre))];
  const filas = choose(contexto, parametros);
  return json(
    nombres.flatMap((nombre) => {
      const propias = filas.filter((l) => TARJETAS[l.tarjeta]?.nombre === nombre);
      if (propias.length === 0) return [];
      const sumOf = (de: (l: Liquidacion) => number): string => conMiles(propias.reduce((n, l) => n + de(l), 0));
      return {
        tarjeta: nombre,
        fac_debito: sumOf((l) => l.facturado.debito),
        fac_credito: sumOf((l) => l.facturado.credito),
        fac_credito_cuotas: sumOf((l) => l.facturado.cuotas),
        fac_descontado: sumOf((l) => l.facturado.descontado),
        fac_otro: sumOf((l) => l.facturado.otro),
        total_facturado: sumOf((l) => l.facturado.total),
        des_arancel: sumOf((l) => l.descontado.arancel),
        des_promocion: sumOf((l) => l.descontado.promocion),
        des_impuesto: sumOf((l) => l.descontado.impuesto),
        des_cuota: sumOf((l) => l.descontado.cuota),
        des_adelanto: sumOf((l) => l.descontado.adelanto),
        des_otro: sumOf((l) => l.descontado.otro),
        total_descontado: sumOf((l) => l.descontado.total),
        total_acreditado: sumOf((l) => l.acreditado),
        ...extras(contexto.rasgos),
      };
    }),
  );
}

interface ImpuestoLine {
  readonly tipo: 'IMPUESTO' | 'PERCEPCION' | 'RETENCIÓN';
  readonly motivo: 'IVA' | 'IIBB' | 'GANANCIAS';
  readonly descripcion: string;
  readonly tasa: number | null;
  readonly importe: number;
}

/** The lines that a settlement's taxes are made of; those of zero are left out. */
function listImpuestoLines(i: Impuestos, comercio: number): readonly ImpuestoLine[] {
  const provincia = COMERCIOS[comercio]?.provincia ?? '';
  const lines: ImpuestoLine[] = [
    {
      tipo: 'IMPUESTO',
      motivo: 'IVA',
      descripcion: 'IVA 10,5 % COSTO FINANCIERO',
      tasa: RATES.iva105,
      importe: i.iva105,
    },
    { tipo: 'IMPUESTO', motivo: 'IVA', descripcion: 'IVA 21 % ARANCEL', tasa: RATES.iva21, importe: i.iva21 },
    { tipo: 'RETENCIÓN', motivo: 'IVA', descripcion: 'RETENCIÓN IVA', tasa: RATES.retIva, importe: i.retIva },
    { tipo: 'RETENCIÓN', motivo: 'IIBB', descripcion: `RETENCIÓN IIBB ${provincia}`, tasa: null, importe: i.retIibb },
    {
      tipo: 'RETENCIÓN',
      motivo: 'GANANCIAS',
      descripcion: 'RETENCIÓN GANANCIAS',
      tasa: RATES.retGanancias,
      importe: i.retGanancias,
    },
    { tipo: 'PERCEPCION', motivo: 'IVA', descripcion: 'PERCEPCIÓN IVA', tasa: RATES.perIva, importe: i.perIva },
  ];
  return lines.filter((linea) => linea.importe !== 0);
}

/** GET /v1/impuestos: the list is under `liquidaciones`; `detalle` is always there, empty unless asked for. */
export function listImpuestos(contexto: SandboxContext, parametros: Parametros): Body {
  const filas = choose(contexto, parametros);
  const withDetail = parametros.get('detalle') === 'true';
  const liquidaciones = pageOf(contexto, parametros, { filas, limites: LIMITS, byId }).map((l) => ({
    ...headerOf(contexto, l),
    impuesto_iva_105: decimal(l.impuestos.iva105),
    impuesto_iva_21: decimal(l.impuestos.iva21),
    imp_iva: decimal(l.impuestos.iva105 + l.impuestos.iva21),
    impuesto_otros: decimal(l.impuestos.otros),
    total_impuestos: decimal(totalImpuestos(l.impuestos)),
    retencion_iva: decimal(l.impuestos.retIva),
    retencion_iibb: decimal(l.impuestos.retIibb),
    retencion_ganancias: decimal(l.impuestos.retGanancias),
    retencion_otros: decimal(l.impuestos.retOtros),
    total_retenciones: decimal(sumRetenciones(l.impuestos)),
    percepcion_iva: decimal(l.impuestos.perIva),
    percepcion_iibb: decimal(l.impuestos.perIibb),
    percepcion_ganancias: decimal(l.impuestos.perGanancias),
    percepcion_otros: decimal(l.impuestos.perOtros),
    total_percepciones: decimal(sumPercepciones(l.impuestos)),
    detalle: withDetail
      ? listImpuestoLines(l.impuestos, l.comercio).map(({ tipo, motivo, descripcion, tasa, importe }) => ({
          tipo,
          motivo,
          descripcion,
          porcentaje: tasa === null ? null : decimal(tasa),
          importe: decimal(importe),
        }))
      : [],
    ...extras(contexto.rasgos),
  }));
  return json({ liquidaciones, total: writeTotal(filas.length, contexto.rasgos) });
}

/** GET /v1/impuestos/totales: one object, with thousands commas. */
export function sumImpuestos(contexto: SandboxContext, parametros: Parametros): Body {
  const filas = choose(contexto, parametros);
  const sumOf = (de: (i: Impuestos) => number): string => conMiles(filas.reduce((n, l) => n + de(l.impuestos), 0));
  return json({
    imp_iva_105: sumOf((i) => i.iva105),
    imp_iva_21: sumOf((i) => i.iva21),
    imp_iva: sumOf((i) => i.iva105 + i.iva21),
    imp_otros: sumOf((i) => i.otros),
    tot_impuestos: sumOf(totalImpuestos),
    ret_iva: sumOf((i) => i.retIva),
    ret_iibb: sumOf((i) => i.retIibb),
    ret_ganancias: sumOf((i) => i.retGanancias),
    ret_otros: sumOf((i) => i.retOtros),
    tot_retenciones: sumOf(sumRetenciones),
    per_iva: sumOf((i) => i.perIva),
    per_iibb: sumOf((i) => i.perIibb),
    per_ganancias: sumOf((i) => i.perGanancias),
    per_otros: sumOf((i) => i.perOtros),
    tot_percepciones: sumOf(sumPercepciones),
    ...extras(contexto.rasgos),
  });
}
