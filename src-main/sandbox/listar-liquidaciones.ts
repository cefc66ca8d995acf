import { bancoDe, COMERCIOS, establecimientoDe, TARJETAS } from './catalogo.ts';
import { comerciosPedidos, escribirTotal, extras, hoja, json, type Contexto, type Cuerpo } from './contexto.ts';
import { conMiles, decimal, en } from './formato.ts';
import {
  totalImpuestos,
  totalPercepciones,
  totalRetenciones,
  type Impuestos,
  type Liquidacion,
  TASAS,
} from './liquidaciones.ts';
import { identidadDe } from './listar-operaciones.ts';
import { contieneDia, escribirId, leerVentana, type Parametros } from './parametros.ts';

const LIMITES = { defecto: 10, maximo: 50 };
/** No maximum is stated for the reconciled ones; a server has one. */
const LIMITES_CONCILIADAS = { defecto: 10, maximo: 100 };

const porId = (a: Liquidacion, b: Liquidacion): number => a.id - b.id;

/** The settlements that the parameters select, in order of date. `tarjetas` is a list of `<marca>-<tarjeta>`. */
function elegir({ datos, rasgos }: Contexto, parametros: Parametros): readonly Liquidacion[] {
  const ventana = leerVentana(parametros, rasgos, false);
  if (rasgos.filtros === 'ignora') return datos.liquidaciones;
  const comercios = comerciosPedidos(parametros, rasgos);
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
      contieneDia(ventana, rasgos.fecha_filtro === 'pago' ? pago : fecha) &&
      (comercios === undefined || comercios.has(comercio)) &&
      (marca === undefined || tarjeta?.marca === marca) &&
      (banco === undefined || bancoDe(comercio).id === banco) &&
      (tarjetas === undefined || tarjetas.includes(`${tarjeta?.marca ?? ''}-${tarjeta?.nombre ?? ''}`))
    );
  });
}

const cabecera = ({ datos, rasgos }: Contexto, l: Liquidacion): object => {
  const tarjeta = TARJETAS[l.tarjeta];
  return {
    id: escribirId(l.id, rasgos),
    marca: tarjeta?.marca,
    tarjeta: tarjeta?.nombre,
    comercio: COMERCIOS[l.comercio]?.nombre,
    provincia: COMERCIOS[l.comercio]?.provincia,
    establecimiento: tarjeta === undefined ? '' : establecimientoDe(l.comercio, tarjeta.marca),
    tipo: l.tipo,
    numero: l.numero,
    fecha: datos.fechas.dmy(l.fecha),
  };
};

function ventas({ datos }: Contexto, l: Liquidacion): object[] {
  const { ops } = datos;
  const grupos = new Map<
    string,
    { descripcion: string; terminal: string; lote: string; comprobante: string; cantidad: number; importe: number }
  >();
  for (const i of datos.operacionesDe(l.fila)) {
    const { terminal, lote, comprobante } = identidadDe(datos, i);
    const importe = en(ops.importe, i);
    const clave = `${importe < 0 ? 'D' : 'V'}/${terminal}/${lote}`;
    const grupo = grupos.get(clave);
    if (grupo === undefined) {
      const descripcion = importe < 0 ? 'DEVOLUCIONES' : 'VENTAS';
      grupos.set(clave, { descripcion, terminal, lote, comprobante, cantidad: 1, importe });
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

function descuentos(l: Liquidacion): object[] {
  const { descontado, impuestos } = l;
  const linea = (descripcion: string, tipo: string, importe: number, tasa: number | null = null): object[] =>
    importe === 0
      ? []
      : [
          {
            descripcion,
            porcentaje: tasa === null ? '' : decimal(tasa),
            cuotas: '',
            importe: decimal(importe),
            tipo,
            motivo: '',
          },
        ];
  return [
    ...linea('ARANCEL', 'ARANCEL', descontado.arancel, TARJETAS[l.tarjeta]?.arancel ?? 0),
    ...linea('PROMOCIÓN', 'PROMOCION', descontado.promocion, 35),
    ...linea('COSTO FINANCIERO', 'CUOTA', descontado.cuota),
    ...linea('ADELANTO DE FONDOS', 'ADELANTO', descontado.adelanto, 120),
    ...linea('MANTENIMIENTO TERMINAL', 'OTRO', descontado.otro),
    ...lineasDeImpuestos(impuestos, l.comercio).flatMap((i) => linea(i.descripcion, i.tipo, i.importe, i.tasa)),
  ];
}

function liquidacionWire(contexto: Contexto, l: Liquidacion): object {
  const { rasgos, datos } = contexto;
  const { facturado, descontado } = l;
  const recupero =
    l.recupero === null
      ? null
      : rasgos.fechas_sueltas === 'dmy'
        ? datos.fechas.dmy(l.recupero)
        : datos.fechas.iso(l.recupero);
  return {
    ...cabecera(contexto, l),
    banco: bancoDe(l.comercio).nombre,
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

const acreditada = ({ datos, rasgos }: Contexto, l: Liquidacion): boolean | null =>
  rasgos.interbanking === 'no' ? null : datos.pagada(l);

/** GET /v1/liquidaciones. */
export function listarLiquidaciones(contexto: Contexto, parametros: Parametros): Cuerpo {
  const filas = elegir(contexto, parametros);
  const conDetalle = parametros.get('detalle') === 'true';
  const liquidaciones = hoja(contexto, parametros, { filas, limites: LIMITES, porId }).map((l) => ({
    ...liquidacionWire(contexto, l),
    acreditada: acreditada(contexto, l),
    ...(conDetalle ? { detalle: { ventas: ventas(contexto, l), descuentos: descuentos(l) } } : {}),
    ...extras(contexto.rasgos),
  }));
  return json({ liquidaciones, total: escribirTotal(filas.length, contexto.rasgos) });
}

/** GET /v1/liquidaciones/conciliadas: only settlements with operations. */
export function listarConciliadas(contexto: Contexto, parametros: Parametros): Cuerpo {
  const filas = elegir(contexto, parametros).filter((l) => l.operaciones > 0);
  const liquidaciones = hoja(contexto, parametros, { filas, limites: LIMITES_CONCILIADAS, porId }).map((l) => ({
    ...liquidacionWire(contexto, l),
    operaciones: String(l.operaciones),
    cashback: decimal(l.cashback),
    ...extras(contexto.rasgos),
  }));
  return json({ liquidaciones, total: escribirTotal(filas.length, contexto.rasgos) });
}

/** GET /v1/liquidaciones/totales: one entry per card name, with thousands commas. */
export function totalesLiquidaciones(contexto: Contexto, parametros: Parametros): Cuerpo {
  const nombres = [...new Set(TARJETAS.map((t) => t.nombre))];
  const filas = elegir(contexto, parametros);
  return json(
    nombres.flatMap((nombre) => {
      const propias = filas.filter((l) => TARJETAS[l.tarjeta]?.nombre === nombre);
      if (propias.length === 0) return [];
      const suma = (de: (l: Liquidacion) => number): string => conMiles(propias.reduce((n, l) => n + de(l), 0));
      return {
        tarjeta: nombre,
        fac_debito: suma((l) => l.facturado.debito),
        fac_credito: suma((l) => l.facturado.credito),
        fac_credito_cuotas: suma((l) => l.facturado.cuotas),
        fac_descontado: suma((l) => l.facturado.descontado),
        fac_otro: suma((l) => l.facturado.otro),
        total_facturado: suma((l) => l.facturado.total),
        des_arancel: suma((l) => l.descontado.arancel),
        des_promocion: suma((l) => l.descontado.promocion),
        des_impuesto: suma((l) => l.descontado.impuesto),
        des_cuota: suma((l) => l.descontado.cuota),
        des_adelanto: suma((l) => l.descontado.adelanto),
        des_otro: suma((l) => l.descontado.otro),
        total_descontado: suma((l) => l.descontado.total),
        total_acreditado: suma((l) => l.acreditado),
        ...extras(contexto.rasgos),
      };
    }),
  );
}

interface LineaImpuesto {
  readonly tipo: 'IMPUESTO' | 'PERCEPCION' | 'RETENCIÓN';
  readonly motivo: 'IVA' | 'IIBB' | 'GANANCIAS';
  readonly descripcion: string;
  readonly tasa: number | null;
  readonly importe: number;
}

/** The lines that a settlement's taxes are made of; those of zero are left out. */
function lineasDeImpuestos(i: Impuestos, comercio: number): readonly LineaImpuesto[] {
  const provincia = COMERCIOS[comercio]?.provincia ?? '';
  const lineas: LineaImpuesto[] = [
    {
      tipo: 'IMPUESTO',
      motivo: 'IVA',
      descripcion: 'IVA 10,5 % COSTO FINANCIERO',
      tasa: TASAS.iva105,
      importe: i.iva105,
    },
    { tipo: 'IMPUESTO', motivo: 'IVA', descripcion: 'IVA 21 % ARANCEL', tasa: TASAS.iva21, importe: i.iva21 },
    { tipo: 'RETENCIÓN', motivo: 'IVA', descripcion: 'RETENCIÓN IVA', tasa: TASAS.retIva, importe: i.retIva },
    { tipo: 'RETENCIÓN', motivo: 'IIBB', descripcion: `RETENCIÓN IIBB ${provincia}`, tasa: null, importe: i.retIibb },
    {
      tipo: 'RETENCIÓN',
      motivo: 'GANANCIAS',
      descripcion: 'RETENCIÓN GANANCIAS',
      tasa: TASAS.retGanancias,
      importe: i.retGanancias,
    },
    { tipo: 'PERCEPCION', motivo: 'IVA', descripcion: 'PERCEPCIÓN IVA', tasa: TASAS.perIva, importe: i.perIva },
  ];
  return lineas.filter((linea) => linea.importe !== 0);
}

/** GET /v1/impuestos: the list is under `liquidaciones`; `detalle` is always there, empty unless asked for. */
export function listarImpuestos(contexto: Contexto, parametros: Parametros): Cuerpo {
  const filas = elegir(contexto, parametros);
  const conDetalle = parametros.get('detalle') === 'true';
  const liquidaciones = hoja(contexto, parametros, { filas, limites: LIMITES, porId }).map((l) => ({
    ...cabecera(contexto, l),
    impuesto_iva_105: decimal(l.impuestos.iva105),
    impuesto_iva_21: decimal(l.impuestos.iva21),
    imp_iva: decimal(l.impuestos.iva105 + l.impuestos.iva21),
    impuesto_otros: decimal(l.impuestos.otros),
    total_impuestos: decimal(totalImpuestos(l.impuestos)),
    retencion_iva: decimal(l.impuestos.retIva),
    retencion_iibb: decimal(l.impuestos.retIibb),
    retencion_ganancias: decimal(l.impuestos.retGanancias),
    retencion_otros: decimal(l.impuestos.retOtros),
    total_retenciones: decimal(totalRetenciones(l.impuestos)),
    percepcion_iva: decimal(l.impuestos.perIva),
    percepcion_iibb: decimal(l.impuestos.perIibb),
    percepcion_ganancias: decimal(l.impuestos.perGanancias),
    percepcion_otros: decimal(l.impuestos.perOtros),
    total_percepciones: decimal(totalPercepciones(l.impuestos)),
    detalle: conDetalle
      ? lineasDeImpuestos(l.impuestos, l.comercio).map(({ tipo, motivo, descripcion, tasa, importe }) => ({
          tipo,
          motivo,
          descripcion,
          porcentaje: tasa === null ? null : decimal(tasa),
          importe: decimal(importe),
        }))
      : [],
    ...extras(contexto.rasgos),
  }));
  return json({ liquidaciones, total: escribirTotal(filas.length, contexto.rasgos) });
}

/** GET /v1/impuestos/totales: one object, with thousands commas. */
export function totalesImpuestos(contexto: Contexto, parametros: Parametros): Cuerpo {
  const filas = elegir(contexto, parametros);
  const suma = (de: (i: Impuestos) => number): string => conMiles(filas.reduce((n, l) => n + de(l.impuestos), 0));
  return json({
    imp_iva_105: suma((i) => i.iva105),
    imp_iva_21: suma((i) => i.iva21),
    imp_iva: suma((i) => i.iva105 + i.iva21),
    imp_otros: suma((i) => i.otros),
    tot_impuestos: suma(totalImpuestos),
    ret_iva: suma((i) => i.retIva),
    ret_iibb: suma((i) => i.retIibb),
    ret_ganancias: suma((i) => i.retGanancias),
    ret_otros: suma((i) => i.retOtros),
    tot_retenciones: suma(totalRetenciones),
    per_iva: suma((i) => i.perIva),
    per_iibb: suma((i) => i.perIibb),
    per_ganancias: suma((i) => i.perGanancias),
    per_otros: suma((i) => i.perOtros),
    tot_percepciones: suma(totalPercepciones),
    ...extras(contexto.rasgos),
  });
}
