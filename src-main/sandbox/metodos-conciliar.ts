import { civilDateTimeAt, toDayNumber, type CivilDate } from '#domain/civil-date.ts';
import { CAMPOS_EN_ORDEN } from '#domain/cupon.ts';
import type { Conciliaciones, ConciliacionGuardada, Cuentas } from './conciliaciones.ts';
import { extras, hoja, json, type Contexto, type Cuerpo } from './contexto.ts';
import { ecoDe } from './cupon-recibido.ts';
import { en } from './formato.ts';
import { contieneDia, escribirId, leerVentana, recortar, Rechazado, type Parametros } from './parametros.ts';
import type { Rasgos } from './rasgos.ts';

const LIMITES_LISTA = { defecto: 25, maximo: 100 };
/** reg_pagina of the result: 500 by default, honoured up to 100, greater values fall back to 500. */
const RESULTADO_DEFECTO = 500;
const RESULTADO_MAXIMO = 100;

const totalDe = (cuentas: Cuentas, rasgos: Rasgos): number => {
  switch (rasgos.total_cuenta) {
    case 'todos':
      return cuentas.recibidos;
    case 'nuevos':
      return cuentas.nuevos;
    case 'sin_error':
      return cuentas.nuevos + cuentas.existen;
  }
};

/** POST /v2/conciliar-operaciones. */
export function subir(contexto: Contexto, conciliaciones: Conciliaciones, cuerpo: string): Cuerpo {
  const pedido: ReadonlyMap<string, unknown> = new Map(Object.entries(leerJson(cuerpo)));
  const id = pedido.get('id');
  const datos: unknown = pedido.get('datos');
  const subirMas = pedido.get('subir_mas');
  if (typeof id !== 'string' || !Array.isArray(datos) || (subirMas !== 'true' && subirMas !== 'false')) {
    throw new Rechazado(400, 'Faltan id, datos o subir_mas');
  }
  const { id: propio, cuentas } = conciliaciones.subir(id, datos, subirMas === 'false');
  const counters = {
    recibidos: String(cuentas.recibidos),
    total: String(totalDe(cuentas, contexto.rasgos)),
    nuevos: String(cuentas.nuevos),
    existen: String(cuentas.existen),
    error: String(cuentas.error),
  };
  const wrong = contexto.rasgos.contadores === 'mal' ? { total: null, nuevos: '-1', existen: '999' } : {};
  return json({ estado: true, id: propio, ...counters, ...wrong, ...extras(contexto.rasgos) });
}

function leerJson(cuerpo: string): object {
  try {
    const valor: unknown = JSON.parse(cuerpo);
    if (typeof valor === 'object' && valor !== null) return valor;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Rechazado(400, 'El cuerpo no es JSON');
}

const dmy = (fecha: string): string => `${fecha.slice(8, 10)}/${fecha.slice(5, 7)}/${fecha.slice(0, 4)}`;

/** The header; the count of existing coupons is `existe` in the list and `existen` elsewhere. */
function encabezado(
  { rasgos }: Contexto,
  conciliaciones: Conciliaciones,
  { conciliacion, campo }: { conciliacion: ConciliacionGuardada; campo: 'existe' | 'existen' },
): object {
  const { origen } = conciliacion;
  const isMute = rasgos.cuenta_al_cerrar === 'si' && conciliacion.estado === 'PENDIENTE';
  const cuentas = isMute ? { recibidos: 0, nuevos: 0, existen: 0, error: 0 } : conciliacion.cuentas;
  const { conciliados, sinConciliar } = conciliaciones.vista(conciliacion);
  const fecha: CivilDate = conciliacion.fecha;
  const hora = civilDateTimeAt(conciliacion.creada).slice(10);
  return {
    id: escribirId(conciliacion.id, rasgos),
    fecha: rasgos.fechas_sueltas === 'dmy' ? `${dmy(fecha)}${hora}` : fecha,
    origen_desde: origen.desde,
    origen_hasta: origen.hasta,
    total: String(totalDe(cuentas, rasgos)),
    nuevos: String(cuentas.nuevos),
    [campo]: String(cuentas.existen),
    error: String(cuentas.error),
    conciliados: String(conciliados),
    sin_conciliar: String(sinConciliar),
    estado: conciliacion.estado,
    ...extras(rasgos),
  };
}

/** GET /v2/conciliar-operaciones/listar: by the date each was made; `total` is text here. */
export function listarConciliaciones(
  contexto: Contexto,
  conciliaciones: Conciliaciones,
  parametros: Parametros,
): Cuerpo {
  const { rasgos } = contexto;
  const ventana = leerVentana(parametros, rasgos, false);
  const filas = conciliaciones
    .todas()
    .filter(
      (c) =>
        (rasgos.lista_pendientes === 'si' || c.estado !== 'PENDIENTE') &&
        (rasgos.filtros === 'ignora' || contieneDia(ventana, toDayNumber(c.fecha))),
    );
  if (filas.length === 0 && rasgos.lista_vacia !== 'lista') return absent(rasgos.lista_vacia, 'No hay conciliaciones');
  const pagina = hoja(contexto, parametros, { filas, limites: LIMITES_LISTA, porId: (a, b) => a.id - b.id });
  return json({
    conciliaciones: pagina.map((conciliacion) =>
      encabezado(contexto, conciliaciones, { conciliacion, campo: 'existe' }),
    ),
    total: String(filas.length),
  });
}

const noEncontrada = 'No se encontró la conciliación';

/** "There is none", as a 404 or as an answer that says so. */
function absent(how: '404' | 'estado', msg: string): Cuerpo {
  if (how === '404') throw new Rechazado(404, msg);
  return json({ estado: false, msg });
}

/** GET /v2/conciliar-operaciones/{id}. */
export function ver(contexto: Contexto, conciliaciones: Conciliaciones, id: string): Cuerpo {
  const { rasgos } = contexto;
  const conciliacion = conciliaciones.buscar(id);
  const isHidden = rasgos.ver_pendiente === 'no' && conciliacion?.estado === 'PENDIENTE';
  if (conciliacion === undefined || isHidden) return absent(rasgos.ver_ausente, noEncontrada);
  return json(encabezado(contexto, conciliaciones, { conciliacion, campo: 'existen' }));
}

/** DELETE /v2/conciliar-operaciones/{id}: not found is an answer, not an error. */
export function borrar(conciliaciones: Conciliaciones, id: string): Cuerpo {
  const conciliacion = conciliaciones.buscar(id);
  if (conciliacion === undefined) return json({ estado: false, msg: noEncontrada });
  conciliaciones.borrar(conciliacion);
  return json({ estado: true });
}

/** The coupon fields of a result: `referencia` … `fecha_pago` and the auxiliaries; the wallet ones only by the switch. */
const camposDe = (rasgos: Rasgos): readonly (typeof CAMPOS_EN_ORDEN)[number][] =>
  rasgos.resultado_wallet === 'si' ? CAMPOS_EN_ORDEN : CAMPOS_EN_ORDEN.filter((c) => !c.startsWith('wallet_'));

/** GET /v2/conciliar-operaciones/{id}/resultado. */
export function resultado(
  contexto: Contexto,
  conciliaciones: Conciliaciones,
  { id, parametros }: { id: string; parametros: Parametros },
): Cuerpo {
  const { datos, rasgos } = contexto;
  const conciliacion = conciliaciones.buscar(id);
  if (conciliacion === undefined) return absent(rasgos.ver_ausente, noEncontrada);
  if (conciliacion.estado === 'PENDIENTE' && rasgos.resultado_pendiente === 'error') {
    throw new Rechazado(400, 'La conciliación está pendiente');
  }
  const { visibles, ocultas } = conciliaciones.vista(conciliacion);
  const pedidos = Number(parametros.get('reg_pagina') ?? RESULTADO_DEFECTO);
  const porPagina = pedidos >= 1 && pedidos <= RESULTADO_MAXIMO ? Math.floor(pedidos) : RESULTADO_DEFECTO;
  const { inicio, fin } = recortar(visibles.length, porPagina, parametros, rasgos);
  const campos = camposDe(rasgos);
  const operaciones = visibles.slice(inicio, fin).map(({ crudo, pareja }) => {
    const fila: Record<string, unknown> = {};
    for (const campo of campos) fila[campo] = ecoDe(campo, crudo, rasgos);
    const encontrada = ocultas ? undefined : pareja;
    const liquidacion =
      encontrada === undefined ? undefined : datos.liquidaciones[en(datos.ops.liquidacion, encontrada.operacion)];
    const sinLiquidar = encontrada === undefined ? null : '';
    const fechaLiq = liquidacion === undefined ? null : datos.fechas.iso(liquidacion.fecha);
    return {
      ...fila,
      conciliado: encontrada === undefined ? 'false' : 'true',
      modo: encontrada?.modo ?? '',
      nro_liquidacion: liquidacion?.numero ?? sinLiquidar,
      liquidaciones_id: liquidacion === undefined ? sinLiquidar : escribirId(liquidacion.id, rasgos),
      fecha_liq: fechaLiq !== null && rasgos.fechas_sueltas === 'dmy' ? dmy(fechaLiq) : fechaLiq,
      ...extras(rasgos),
    };
  });
  return json({ ...encabezado(contexto, conciliaciones, { conciliacion, campo: 'existen' }), operaciones });
}
