import { civilDateTimeAt, toDayNumber, type CivilDate } from '#domain/civil-date.ts';
import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import type { Conciliaciones, StoredConciliacion, Counts } from './conciliaciones.ts';
import { cutShuffled, extras, pageOf, json, type SandboxContext, type Body } from './context.ts';
import { ecoDe } from './received-cupon.ts';
import { valueAt } from './format.ts';
import { containsDay, writeId, readWindow, cutPage, Refusal, type Parameters } from './parameters.ts';
import type { Switches } from './switches.ts';

const LIST_LIMITS = { byDefault: 25, maximum: 100 };
/** `reg_pagina` of the result: 500 by default; values up to 100 are honoured, and greater ones fall back to 500. */
const DEFAULT_RESULT = 500;
const MAX_RESULT = 100;

const totalDe = (cuentas: Counts, rasgos: Switches): number => {
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
export function upload(context: SandboxContext, conciliaciones: Conciliaciones, cuerpo: string): Body {
  const request: ReadonlyMap<string, unknown> = new Map(Object.entries(leerJson(cuerpo)));
  const id = request.get('id');
  const data: unknown = request.get('datos');
  const subirMas = request.get('subir_mas');
  if (typeof id !== 'string' || !Array.isArray(data) || (subirMas !== 'true' && subirMas !== 'false')) {
    throw new Refusal(400, 'Faltan id, datos o subir_mas');
  }
  const { id: propio, cuentas } = conciliaciones.upload(id, data, subirMas === 'false');
  const counters = {
    recibidos: String(cuentas.recibidos),
    total: String(totalDe(cuentas, context.rasgos)),
    nuevos: String(cuentas.nuevos),
    existen: String(cuentas.existen),
    error: String(cuentas.error),
  };
  const wrong = context.rasgos.contadores === 'mal' ? { total: null, nuevos: '-1', existen: '999' } : {};
  return json({ estado: true, id: propio, ...counters, ...wrong, ...extras(context.rasgos) });
}

function leerJson(cuerpo: string): object {
  try {
    const valor: unknown = JSON.parse(cuerpo);
    if (typeof valor === 'object' && valor !== null) return valor;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Refusal(400, 'El cuerpo no es JSON');
}

const dayMonthYear = (fecha: string): string => `${fecha.slice(8, 10)}/${fecha.slice(5, 7)}/${fecha.slice(0, 4)}`;

/** The header of a reconciliation. The count of existing coupons is `existe` in the list and `existen` elsewhere. */
function headerOf(
  { rasgos }: SandboxContext,
  conciliaciones: Conciliaciones,
  { conciliacion, campo }: { conciliacion: StoredConciliacion; campo: 'existe' | 'existen' },
): object {
  const { origen } = conciliacion;
  const isMute = rasgos.cuenta_al_cerrar === 'si' && conciliacion.estado === 'PENDIENTE';
  const cuentas = isMute ? { recibidos: 0, nuevos: 0, existen: 0, error: 0 } : conciliacion.cuentas;
  const { conciliados, sinConciliar } = conciliaciones.vista(conciliacion);
  const fecha: CivilDate = conciliacion.fecha;
  const hora = civilDateTimeAt(conciliacion.createdAt).slice(10);
  return {
    id: writeId(conciliacion.id, rasgos),
    fecha: rasgos.fechas_sueltas === 'dmy' ? `${dayMonthYear(fecha)}${hora}` : fecha,
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

/** GET /v2/conciliar-operaciones/listar: filters by the date on which each was made; `total` is text here. */
export function listConciliaciones(
  context: SandboxContext,
  conciliaciones: Conciliaciones,
  parametros: Parameters,
): Body {
  const { rasgos } = context;
  const ventana = readWindow(parametros, rasgos, false);
  const filas = conciliaciones
    .readAll()
    .filter(
      (c) =>
        (rasgos.lista_pendientes === 'si' || c.estado !== 'PENDIENTE') &&
        (rasgos.filtros === 'ignora' || containsDay(ventana, toDayNumber(c.fecha))),
    );
  if (filas.length === 0 && rasgos.lista_vacia !== 'lista') return absent(rasgos.lista_vacia, 'No hay conciliaciones');
  const page = pageOf(context, parametros, { filas, limits: LIST_LIMITS, byId: (a, b) => a.id - b.id });
  return json({
    conciliaciones: page.map((conciliacion) => headerOf(context, conciliaciones, { conciliacion, campo: 'existe' })),
    total: String(filas.length),
  });
}

const notFound = 'No se encontró la conciliación';

/** "There is none", as a 404 or as an answer that says so. */
function absent(how: '404' | 'estado', msg: string): Body {
  if (how === '404') throw new Refusal(404, msg);
  return json({ estado: false, msg });
}

/** GET /v2/conciliar-operaciones/{id}. */
export function serveConciliacion(context: SandboxContext, conciliaciones: Conciliaciones, id: string): Body {
  const { rasgos } = context;
  const conciliacion = conciliaciones.search(id);
  const isHidden = rasgos.ver_pendiente === 'no' && conciliacion?.estado === 'PENDIENTE';
  if (conciliacion === undefined || isHidden) return absent(rasgos.ver_ausente, notFound);
  return json(headerOf(context, conciliaciones, { conciliacion, campo: 'existen' }));
}

/** DELETE /v2/conciliar-operaciones/{id}: not found is an answer, not an error. */
export function deleteConciliacion(conciliaciones: Conciliaciones, id: string): Body {
  const conciliacion = conciliaciones.search(id);
  if (conciliacion === undefined) return json({ estado: false, msg: notFound });
  conciliaciones.remove(conciliacion);
  return json({ estado: true });
}

/** The coupon fields of a result: `referencia` … `fecha_pago` and the auxiliaries; the wallet ones only by the switch. */
const camposDe = (rasgos: Switches): readonly (typeof FIELDS_IN_ORDER)[number][] =>
  rasgos.resultado_wallet === 'si' ? FIELDS_IN_ORDER : FIELDS_IN_ORDER.filter((c) => !c.startsWith('wallet_'));

/** GET /v2/conciliar-operaciones/{id}/resultado. */
export function serveResult(
  context: SandboxContext,
  conciliaciones: Conciliaciones,
  { id, parametros }: { id: string; parametros: Parameters },
): Body {
  const { data, rasgos } = context;
  const conciliacion = conciliaciones.search(id);
  if (conciliacion === undefined) return absent(rasgos.ver_ausente, notFound);
  if (conciliacion.estado === 'PENDIENTE' && rasgos.resultado_pendiente === 'error') {
    throw new Refusal(400, 'La conciliación está pendiente');
  }
  const { visible, hidden } = conciliaciones.vista(conciliacion);
  const pedidos = Number(parametros.get('reg_pagina') ?? DEFAULT_RESULT);
  const perPage = pedidos >= 1 && pedidos <= MAX_RESULT ? Math.floor(pedidos) : DEFAULT_RESULT;
  const range = cutPage(visible.length, perPage, parametros, rasgos);
  const page =
    rasgos.resultado_orden === 'barajado'
      ? cutShuffled(context, visible, range)
      : visible.slice(range.inicio, range.fin);
  const campos = camposDe(rasgos);
  const operaciones = page.map(({ crudo, pairing }) => {
    const fila: Record<string, unknown> = {};
    for (const campo of campos) fila[campo] = ecoDe(campo, crudo, rasgos);
    const found = hidden ? undefined : pairing;
    const liquidacion =
      found === undefined ? undefined : data.liquidaciones[valueAt(data.ops.liquidacion, found.operacion)];
    const unsettled = found === undefined ? null : '';
    const fechaLiq = liquidacion === undefined ? null : data.fechas.iso(liquidacion.fecha);
    return {
      ...fila,
      conciliado: found === undefined ? 'false' : 'true',
      modo: found?.modo ?? '',
      nro_liquidacion: liquidacion?.numero ?? unsettled,
      liquidaciones_id: liquidacion === undefined ? unsettled : writeId(liquidacion.id, rasgos),
      fecha_liq: fechaLiq !== null && rasgos.fechas_sueltas === 'dmy' ? dayMonthYear(fechaLiq) : fechaLiq,
      ...extras(rasgos),
    };
  });
  return json({ ...headerOf(context, conciliaciones, { conciliacion, campo: 'existen' }), operaciones });
}
