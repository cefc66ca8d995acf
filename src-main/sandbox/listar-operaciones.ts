import { BILLETERAS, COMERCIOS, MARCA_BILLETERA, TARJETAS, establecimientoDe } from './catalogo.ts';
import {
  comerciosPedidos,
  escribirTotal,
  extras,
  vinculoVacio,
  type Contexto,
  type Cuerpo,
  type Filas,
} from './contexto.ts';
import type { Datos } from './datos.ts';
import { canonico, decimal, decimalCorto, en, hora } from './formato.ts';
import { COSTO_POR_CUOTAS, idDeOperacion } from './operaciones.ts';
import {
  barajar,
  escribirId,
  importeDe,
  leerVentana,
  paginar,
  SEGUNDOS_DIA,
  unoDe,
  type Parametros,
  type Ventana,
} from './parametros.ts';
import type { Rasgos } from './rasgos.ts';

/** The identifying texts of a sale, as written on the wire and as matched against coupons. */
export interface Identidad {
  terminal: string;
  lote: string;
  comprobante: string;
  tarjetaNro: string;
  autorizacion: string;
  referencia: string;
}

const relleno = (n: number, ancho: number): string => String(n).padStart(ancho, '0');

/** A wallet sale has no terminal, batch nor card; its reference is in `referencia`. */
export function identidadDe({ ops }: Datos, i: number): Identidad {
  const wallet = TARJETAS[en(ops.tarjeta, i)]?.marca === MARCA_BILLETERA;
  const terminal = 20_014_000 + en(ops.comercio, i) * 1000 + en(ops.terminal, i) * 17;
  return {
    terminal: wallet ? '' : String(terminal),
    lote: wallet ? '' : relleno((en(ops.dia, i) - 18_000 + en(ops.terminal, i) * 7) % 1000, 4),
    comprobante: relleno(en(ops.comprobante, i), 8),
    tarjetaNro: wallet ? '' : relleno(en(ops.tarjetaNro, i), 4),
    autorizacion: wallet ? '' : relleno(en(ops.autorizacion, i), 6),
    referencia: wallet ? String(en(ops.referencia, i)) : '',
  };
}

const LIMITES = { defecto: 25, maximo: 1000 };
const CAMPOS_FECHA = ['fecha_venta', 'fecha_presentacion', 'fecha_pago'] as const;
type CampoFecha = (typeof CAMPOS_FECHA)[number];

const instanteDe = ({ ops }: Datos, i: number): number =>
  en(ops.dia, i) * SEGUNDOS_DIA + Math.max(0, en(ops.segundo, i));

type Filtro = (i: number) => boolean;

function filtrosDe({ datos, rasgos }: Contexto, parametros: Parametros): Filtro[] {
  const { ops } = datos;
  const filtros: Filtro[] = [];
  const comercios = comerciosPedidos(parametros, rasgos);
  if (comercios !== undefined) filtros.push((i) => comercios.has(en(ops.comercio, i)));
  const marca = parametros.get('marca')?.normalize('NFC');
  if (marca !== undefined) {
    const sirven = new Set(
      TARJETAS.flatMap((t, n) => (t.marca === marca || `${t.marca}-${t.nombre}` === marca ? [n] : [])),
    );
    filtros.push((i) => sirven.has(en(ops.tarjeta, i)));
  }
  const establecimiento = parametros.get('establecimiento');
  if (establecimiento !== undefined) {
    const buscado = canonico(establecimiento);
    const sirven = new Set(
      COMERCIOS.flatMap((_, c) =>
        TARJETAS.flatMap((t, n) =>
          canonico(establecimientoDe(c, t.marca)) === buscado ? [c * TARJETAS.length + n] : [],
        ),
      ),
    );
    filtros.push((i) => sirven.has(en(ops.comercio, i) * TARJETAS.length + en(ops.tarjeta, i)));
  }
  for (const [clave, campo] of [
    ['lote', 'lote'],
    ['comprobante', 'comprobante'],
    ['tarjeta_nro', 'tarjetaNro'],
  ] as const) {
    const texto = parametros.get(clave);
    if (texto === undefined) continue;
    const buscado = canonico(texto);
    filtros.push((i) => canonico(identidadDe(datos, i)[campo]) === buscado);
  }
  const importe = importeDe(parametros, 'importe');
  if (importe !== undefined) filtros.push((i) => en(ops.importe, i) === importe);
  return filtros;
}

/** The rows of a window by one of the three dates, before the other filters; days through an index, times one by one. */
function candidatas(datos: Datos, ventana: Ventana, campo: CampoFecha): { filas: Filas; vivas: Filtro } {
  const { ops } = datos;
  const primero = Math.floor(ventana.desde / SEGUNDOS_DIA);
  const ultimo = Math.ceil(ventana.hasta / SEGUNDOS_DIA);
  if (campo === 'fecha_venta') {
    const enVentana: Filtro = (i) => instanteDe(datos, i) >= ventana.desde && instanteDe(datos, i) < ventana.hasta;
    const desde = datos.inicioDelDia(primero);
    const rango = { desde, hasta: Math.max(desde, datos.inicioDelDia(ultimo)) };
    if (!ventana.conHora) return { filas: rango, vivas: enVentana };
    return { filas: Int32Array.from(enteros(rango.desde, rango.hasta)).filter(enVentana), vivas: enVentana };
  }
  const indice = campo === 'fecha_pago' ? datos.porPago : datos.porPresentacion;
  const columna = campo === 'fecha_pago' ? ops.pago : ops.presentacion;
  const desde = indice.inicio(primero);
  return {
    filas: indice.filas.slice(desde, Math.max(desde, indice.inicio(ultimo))).sort(),
    vivas: (i) => en(columna, i) >= primero && en(columna, i) < ultimo,
  };
}

function* enteros(desde: number, hasta: number): Generator<number> {
  for (let i = desde; i < hasta; i++) yield i;
}

function buscar(contexto: Contexto, parametros: Parametros): Filas {
  const { datos, rasgos } = contexto;
  const campo = unoDe(parametros, 'campo_fecha', CAMPOS_FECHA);
  const ventana = leerVentana(parametros, rasgos, campo === 'fecha_venta');
  const total = datos.ops.cantidad;
  if (rasgos.filtros === 'ignora') {
    return rasgos.orden === 'fecha' ? ordenar(datos, Int32Array.from(enteros(0, total))) : { desde: 0, hasta: total };
  }
  const { filas, vivas } = candidatas(datos, ventana, campo);
  const filtros = filtrosDe(contexto, parametros);
  const nuevas = [...enteros(datos.fijas, total)].filter(vivas);
  if (filtros.length === 0 && nuevas.length === 0 && rasgos.orden !== 'fecha') return filas;
  const fijas = filas instanceof Int32Array ? filas : Int32Array.from(enteros(filas.desde, filas.hasta));
  const juntas = nuevas.length === 0 ? fijas : Int32Array.from([...fijas, ...nuevas]);
  const quedan = filtros.length === 0 ? juntas : juntas.filter((i) => filtros.every((filtro) => filtro(i)));
  return rasgos.orden === 'fecha' ? ordenar(datos, quedan) : quedan;
}

const ordenar = (datos: Datos, filas: Int32Array): Int32Array =>
  filas.sort((a, b) => instanteDe(datos, a) - instanteDe(datos, b) || a - b);

/** Writes rows as JSON text: what does not change from one row to the next is written once. */
export function crearEscritor({ datos, rasgos }: { datos: Datos; rasgos: Rasgos }): (i: number) => string {
  const { ops, fechas, liquidaciones } = datos;
  const vacio = JSON.stringify(vinculoVacio(rasgos));
  const cierre = JSON.stringify(extras(rasgos));
  const final = cierre === '{}' ? '}' : `,${cierre.slice(1)}`;
  const medio = COMERCIOS.map((_, c) =>
    TARJETAS.map(
      (t) =>
        `","tarjeta":"${t.nombre}","marca":"${t.marca}","establecimiento":"${establecimientoDe(c, t.marca)}","terminal":"`,
    ),
  );
  return (i) => {
    const dia = en(ops.dia, i);
    const segundo = en(ops.segundo, i);
    const { terminal, lote, comprobante, tarjetaNro, autorizacion, referencia } = identidadDe(datos, i);
    const tarjeta = en(ops.tarjeta, i);
    const comercio = en(ops.comercio, i);
    const cuotas = en(ops.cuotas, i);
    const bin = en(ops.bin, i);
    const liquidacion = liquidaciones[en(ops.liquidacion, i)];
    const vinculo =
      liquidacion === undefined
        ? `${vacio},"liquidaciones_id":${vacio}`
        : `"${liquidacion.numero}","liquidaciones_id":"${escribirId(liquidacion.id, rasgos)}"`;
    const acreditada =
      rasgos.interbanking === 'no' ? 'null' : liquidacion !== undefined && datos.pagada(liquidacion) ? 'true' : 'false';
    return (
      `{"id":"${escribirId(idDeOperacion(dia, en(ops.orden, i)), rasgos)}","fecha_venta":"${fechas.iso(dia)}` +
      `${segundo < 0 ? '' : ` ${hora(segundo)}`}","fecha_presentacion":"${fechas.iso(en(ops.presentacion, i))}` +
      `${medio[comercio]?.[tarjeta] ?? ''}${terminal}","lote":"${lote}","comprobante":"${comprobante}","tarjeta_nro":"${tarjetaNro}"` +
      `,"cuotas":"${String(cuotas)}","importe":"${decimalCorto(en(ops.importe, i))}","comercio":"${COMERCIOS[comercio]?.nombre ?? ''}"` +
      `,"fecha_pago":"${fechas.iso(en(ops.pago, i))}","autorizacion":"${autorizacion}","nro_liquidacion":${vinculo}` +
      `,"bin":"${bin === 0 ? '' : String(bin)}","plan":"${cuotas > 1 ? `CUOTAS ${String(cuotas)}` : ''}","arancel":"${decimal(en(ops.arancel, i))}"` +
      `,"tna":"${decimal((COSTO_POR_CUOTAS[cuotas] ?? 0) * 4)}","costo_fin":"${decimal(en(ops.costoFin, i))}"` +
      `,"billetera":"${BILLETERAS[en(ops.billetera, i)] ?? ''}","referencia":"${referencia}","acreditada":${acreditada}${final}`
    );
  };
}

const BUSQUEDAS = 4;

/** What `buscar` gives, remembered for the pages that follow. Nothing is changed in place, so it may be shared. */
function buscarUnaVez(contexto: Contexto, parametros: Parametros): Filas {
  const { busquedas, datos, rasgos } = contexto;
  const { orden, filtros, max_dias: maxDias } = rasgos;
  const filtro = [...parametros].filter(([clave]) => clave !== 'pagina' && clave !== 'reg_pagina');
  const clave = JSON.stringify([filtro, orden, filtros, maxDias, datos.ops.cantidad]);
  const conocida = busquedas.get(clave);
  if (conocida !== undefined) return conocida;
  const filas = buscar(contexto, parametros);
  const [antigua] = busquedas.keys();
  if (busquedas.size >= BUSQUEDAS && antigua !== undefined) busquedas.delete(antigua);
  busquedas.set(clave, filas);
  return filas;
}

/** GET /v1/operaciones. */
export function listarOperaciones(contexto: Contexto, parametros: Parametros): Cuerpo {
  const { datos, rasgos } = contexto;
  const filas = buscarUnaVez(contexto, parametros);
  const total = filas instanceof Int32Array ? filas.length : filas.hasta - filas.desde;
  const { inicio, fin } = paginar(total, parametros, LIMITES, rasgos);
  const lugar = rasgos.orden === 'barajado' ? barajar(total, ++contexto.vueltas) : (n: number): number => n;
  const escribir = crearEscritor(contexto);
  let texto = '';
  for (let n = inicio; n < fin; n++) {
    const i = filas instanceof Int32Array ? en(filas, lugar(n)) : filas.desde + lugar(n);
    texto += `${texto === '' ? '' : ','}${escribir(i)}`;
  }
  if (rasgos.en_vivo > 0) datos.aparecer(rasgos.en_vivo);
  return { json: `{"operaciones":[${texto}],"total":${JSON.stringify(escribirTotal(total, rasgos))}}` };
}
