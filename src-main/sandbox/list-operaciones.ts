import { WALLETS, COMERCIOS, WALLET_MARCA, TARJETAS, establecimientoDe } from './catalogue.ts';
import {
  getRequestedComercios,
  writeTotal,
  extras,
  writeEmptyLink,
  type SandboxContext,
  type Body,
  type Rows,
} from './context.ts';
import type { SandboxData } from './data.ts';
import { canonicalize, decimal, formatShortDecimal, valueAt, timeOf } from './format.ts';
import { COST_BY_CUOTAS, idDeOperacion } from './operaciones.ts';
import {
  shuffle,
  writeId,
  importeDe,
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

const pad = (n: number, ancho: number): string => String(n).padStart(ancho, '0');

/** The identity of a sale. A wallet sale has no terminal, lote or card; its reference is in `referencia`. */
export function getIdentity({ ops }: SandboxData, i: number): Identity {
  const wallet = TARJETAS[valueAt(ops.tarjeta, i)]?.marca === WALLET_MARCA;
  const terminal = 20_014_000 + valueAt(ops.comercio, i) * 1000 + valueAt(ops.terminal, i) * 17;
  return {
    terminal: wallet ? '' : String(terminal),
    lote: wallet ? '' : pad((valueAt(ops.dia, i) - 18_000 + valueAt(ops.terminal, i) * 7) % 1000, 4),
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
  valueAt(ops.dia, i) * DAY_SECONDS + Math.max(0, valueAt(ops.segundo, i));

type Filter = (i: number) => boolean;

function filtersOf({ data, rasgos }: SandboxContext, parametros: Parameters): Filter[] {
  const { ops } = data;
  const filtros: Filter[] = [];
  const comercios = getRequestedComercios(parametros, rasgos);
  if (comercios !== undefined) filtros.push((i) => comercios.has(valueAt(ops.comercio, i)));
  const marca = parametros.get('marca')?.normalize('NFC');
  if (marca !== undefined) {
    const fitting = new Set(
      TARJETAS.flatMap((t, n) => (t.marca === marca || `${t.marca}-${t.nombre}` === marca ? [n] : [])),
    );
    filtros.push((i) => fitting.has(valueAt(ops.tarjeta, i)));
  }
  const establecimiento = parametros.get('establecimiento');
  if (establecimiento !== undefined) {
    const searched = canonicalize(establecimiento);
    const fitting = new Set(
      COMERCIOS.flatMap((_, c) =>
        TARJETAS.flatMap((t, n) =>
          canonicalize(establecimientoDe(c, t.marca)) === searched ? [c * TARJETAS.length + n] : [],
        ),
      ),
    );
    filtros.push((i) => fitting.has(valueAt(ops.comercio, i) * TARJETAS.length + valueAt(ops.tarjeta, i)));
  }
  for (const [clave, campo] of [
    ['lote', 'lote'],
    ['comprobante', 'comprobante'],
    ['tarjeta_nro', 'tarjetaNro'],
  ] as const) {
    const texto = parametros.get(clave);
    if (texto === undefined) continue;
    const searched = canonicalize(texto);
    filtros.push((i) => canonicalize(getIdentity(data, i)[campo]) === searched);
  }
  const importe = importeDe(parametros, 'importe');
  if (importe !== undefined) filtros.push((i) => valueAt(ops.importe, i) === importe);
  return filtros;
}

/** The rows of a window by one of the three dates, before other filters. Days are found through an index, times by checking each row. */
function findCandidates(data: SandboxData, ventana: DateWindow, campo: DateField): { filas: Rows; vivas: Filter } {
  const { ops } = data;
  const primero = Math.floor(ventana.desde / DAY_SECONDS);
  const ultimo = Math.ceil(ventana.hasta / DAY_SECONDS);
  if (campo === 'fecha_venta') {
    const isInWindow: Filter = (i) => getInstant(data, i) >= ventana.desde && getInstant(data, i) < ventana.hasta;
    const desde = data.getDayStart(primero);
    const range = { desde, hasta: Math.max(desde, data.getDayStart(ultimo)) };
    if (!ventana.conHora) return { filas: range, vivas: isInWindow };
    return { filas: Int32Array.from(integersBetween(range.desde, range.hasta)).filter(isInWindow), vivas: isInWindow };
  }
  const index = campo === 'fecha_pago' ? data.porPago : data.byPresentation;
  const columna = campo === 'fecha_pago' ? ops.pago : ops.presentacion;
  const desde = index.startOf(primero);
  return {
    filas: index.filas.slice(desde, Math.max(desde, index.startOf(ultimo))).sort(),
    vivas: (i) => valueAt(columna, i) >= primero && valueAt(columna, i) < ultimo,
  };
}

function* integersBetween(desde: number, hasta: number): Generator<number> {
  for (let i = desde; i < hasta; i++) yield i;
}

function search(context: SandboxContext, parametros: Parameters): Rows {
  const { data, rasgos } = context;
  const campo = readOneOf(parametros, 'campo_fecha', DATE_FIELDS);
  const ventana = readWindow(parametros, rasgos, campo === 'fecha_venta');
  const total = data.ops.cantidad;
  if (rasgos.filtros === 'ignora') {
    return rasgos.orden === 'fecha'
      ? sortRows(data, Int32Array.from(integersBetween(0, total)))
      : { desde: 0, hasta: total };
  }
  const { filas, vivas } = findCandidates(data, ventana, campo);
  const filtros = filtersOf(context, parametros);
  const added = [...integersBetween(data.fixed, total)].filter(vivas);
  if (filtros.length === 0 && added.length === 0 && rasgos.orden !== 'fecha') return filas;
  const fixed = filas instanceof Int32Array ? filas : Int32Array.from(integersBetween(filas.desde, filas.hasta));
  const juntas = added.length === 0 ? fixed : Int32Array.from([...fixed, ...added]);
  const left = filtros.length === 0 ? juntas : juntas.filter((i) => filtros.every((filtro) => filtro(i)));
  if (rasgos.orden === 'fecha') return sortRows(data, left);
  return added.length > 0 ? sortById(data, left) : left;
}

const sortRows = (data: SandboxData, filas: Int32Array): Int32Array =>
  filas.sort((a, b) => getInstant(data, a) - getInstant(data, b) || a - b);

/** Sorts rows by id. Sales that appeared later get their place among the others of their day. */
const sortById = ({ ops }: SandboxData, filas: Int32Array): Int32Array =>
  filas.sort((a, b) => valueAt(ops.dia, a) - valueAt(ops.dia, b) || valueAt(ops.orden, a) - valueAt(ops.orden, b));

/** Makes a function that writes a row as JSON text. Parts that are the same in every row are written once. */
export function createWriter({ data, rasgos }: { data: SandboxData; rasgos: Switches }): (i: number) => string {
  const { ops, fechas, liquidaciones } = data;
  const isEmpty = JSON.stringify(writeEmptyLink(rasgos));
  const closing = JSON.stringify(extras(rasgos));
  const final = closing === '{}' ? '}' : `,${closing.slice(1)}`;
  const middle = COMERCIOS.map((_, c) =>
    TARJETAS.map(
      (t) =>
        `","tarjeta":"${t.nombre}","marca":"${t.marca}","establecimiento":"${establecimientoDe(c, t.marca)}","terminal":"`,
    ),
  );
  return (i) => {
    const dia = valueAt(ops.dia, i);
    const segundo = valueAt(ops.segundo, i);
    const { terminal, lote, comprobante, tarjetaNro, autorizacion, referencia } = getIdentity(data, i);
    const tarjeta = valueAt(ops.tarjeta, i);
    const comercio = valueAt(ops.comercio, i);
    const cuotas = valueAt(ops.cuotas, i);
    const bin = valueAt(ops.bin, i);
    const liquidacion = liquidaciones[valueAt(ops.liquidacion, i)];
    const vinculo =
      liquidacion === undefined
        ? `${isEmpty},"liquidaciones_id":${isEmpty}`
        : `"${liquidacion.numero}","liquidaciones_id":"${writeId(liquidacion.id, rasgos)}"`;
    const acreditada =
      rasgos.interbanking === 'no' ? 'null' : liquidacion !== undefined && data.isPaid(liquidacion) ? 'true' : 'false';
    return (
      `{"id":"${writeId(idDeOperacion(dia, valueAt(ops.orden, i)), rasgos)}","fecha_venta":"${fechas.iso(dia)}` +
      `${segundo < 0 ? '' : ` ${timeOf(segundo)}`}","fecha_presentacion":"${fechas.iso(valueAt(ops.presentacion, i))}` +
      `${middle[comercio]?.[tarjeta] ?? ''}${terminal}","lote":"${lote}","comprobante":"${comprobante}","tarjeta_nro":"${tarjetaNro}"` +
      `,"cuotas":"${String(cuotas)}","importe":"${formatShortDecimal(valueAt(ops.importe, i))}","comercio":"${COMERCIOS[comercio]?.nombre ?? ''}"` +
      `,"fecha_pago":"${fechas.iso(valueAt(ops.pago, i))}","autorizacion":"${autorizacion}","nro_liquidacion":${vinculo}` +
      `,"bin":"${bin === 0 ? '' : String(bin)}","plan":"${cuotas > 1 ? `CUOTAS ${String(cuotas)}` : ''}","arancel":"${decimal(valueAt(ops.arancel, i))}"` +
      `,"tna":"${decimal((COST_BY_CUOTAS[cuotas] ?? 0) * 4)}","costo_fin":"${decimal(valueAt(ops.costoFin, i))}"` +
      `,"billetera":"${WALLETS[valueAt(ops.billetera, i)] ?? ''}","referencia":"${referencia}","acreditada":${acreditada}${final}`
    );
  };
}

const MAX_SEARCHES = 4;

/** Searches, and remembers the rows for the pages that follow. Nobody changes the rows in place, so they can be shared. */
function searchOnce(context: SandboxContext, parametros: Parameters): Rows {
  const { searches, data: datos, rasgos } = context;
  const { orden, filtros, max_dias: maxDays } = rasgos;
  const filtro = [...parametros].filter(([clave]) => clave !== 'pagina' && clave !== 'reg_pagina');
  const clave = JSON.stringify([filtro, orden, filtros, maxDays, datos.ops.cantidad]);
  const conocida = searches.get(clave);
  if (conocida !== undefined) return conocida;
  const filas = search(context, parametros);
  const [antigua] = searches.keys();
  if (searches.size >= MAX_SEARCHES && antigua !== undefined) searches.delete(antigua);
  searches.set(clave, filas);
  return filas;
}

/** GET /v1/operaciones. */
export function listOperaciones(context: SandboxContext, parametros: Parameters): Body {
  const { data: datos, rasgos } = context;
  const filas = searchOnce(context, parametros);
  const total = filas instanceof Int32Array ? filas.length : filas.hasta - filas.desde;
  const { inicio, fin } = paginate(total, parametros, LIMITS, rasgos);
  const place = rasgos.orden === 'barajado' ? shuffle(total, ++context.rounds) : (n: number): number => n;
  const write = createWriter(context);
  let texto = '';
  for (let n = inicio; n < fin; n++) {
    const i = filas instanceof Int32Array ? valueAt(filas, place(n)) : filas.desde + place(n);
    texto += `${texto === '' ? '' : ','}${write(i)}`;
  }
  if (rasgos.en_vivo > 0) datos.appear(rasgos.en_vivo);
  return { json: `{"operaciones":[${texto}],"total":${JSON.stringify(writeTotal(total, rasgos))}}` };
}
