import { assertNever } from '../assert-never.ts';
import { maquinaVacia, pausaDe, reposo, tamanoInicial, type Maquina, type Mono } from './maquina.ts';
import { resolver } from './resolver.ts';
import { bajoSospecha, crecer, detenida, dividir, esVuelta, rechazado, sinSospechas, trasTomar } from './sospechas.ts';
import type { Ajustes, Aprendido, Diagnostico, Envio, Evento } from './tipos.ts';

/**
 * The fold: the state after an event. `mono` is the monotonic clock of this process: a deadline begins when the event is applied, so
 * that resuming an upload starts D again (docs/upload.md, "D").
 */
export function aplicar(m: Maquina, evento: Evento, mono: Mono): Maquina {
  switch (evento.kind) {
    case 'congelada': {
      const ajustes = { ...m.ajustes, porTanda: evento.porTanda ?? m.ajustes.porTanda };
      return {
        ...m,
        ajustes,
        tamano: tamanoInicial(ajustes, m.aprendido),
        total: evento.total,
        marcador: evento.marcador,
        numeros: evento.numeros,
        fase: { state: 'FROZEN' },
      };
    }
    case 'reanudada':
      return reanudar(m, mono);
    case 'base': {
      const ids = new Set(evento.ids);
      return {
        ...m,
        base: { ids, desde: evento.desde },
        primeraBase: m.primeraBase ?? ids,
        fase: { state: 'BASELINED' },
      };
    }
    case 'intento':
      return {
        ...m,
        ultima: { n: evento.envio.n, desde: evento.envio.desde, hasta: evento.envio.hasta },
        fase: { state: 'ATTEMPT', envio: evento.envio },
      };
    case 'perdida':
      return perdida(
        evento.id === undefined ? m : { ...m, nombradas: [...m.nombradas, evento.id] },
        mono,
        evento.status,
      );
    case 'rechazo': {
      const envio = enCurso(m);
      const { status, retryAfterMs, detalle } = evento;
      return envio === null
        ? m
        : { ...m, fase: { state: 'REFUSED', envio, status, retryAfterMs, detalle, candidatas: [], completa: false } };
    }
    case 'aplicado':
      return aplicado(m, evento, mono);
    case 'no_aplicado':
      return noAplicado(m, evento.diagnostico, mono);
    case 'aprendido': {
      const aprendido = {
        ...m.aprendido,
        // What a list once showed is not unlearnt by one that lags behind.
        lista: m.aprendido.lista === true ? true : (evento.lista ?? m.aprendido.lista),
        filas: evento.filas ?? m.aprendido.filas,
      };
      return { ...m, aprendido, fase: reposo(m, mono) };
    }
    case 'sin_cuentas':
      return { ...m, sinCuentas: true, fase: reposo(m, mono) };
    case 'reinicio':
      return reiniciar({ ...m, motivo: evento.motivo }, mono);
    case 'huerfanas': {
      const huerfanas = [...new Set([...m.huerfanas, ...evento.ids])];
      return { ...m, huerfanas, fase: reposo({ ...m, huerfanas }, mono) };
    }
    case 'intento_borrar':
      return { ...m, borrados: m.borrados + 1, fase: { state: 'DELETE_ATTEMPT', id: evento.id } };
    case 'borrado_perdido':
      return {
        ...m,
        perdidas: m.perdidas + 1,
        ultimaPerdida: mono,
        fase: {
          state: 'DELETE_UNKNOWN',
          id: evento.id,
          vence: mono + m.ajustes.tardanzaMs,
          hasta: mono + pausaDe(m),
        },
      };
    case 'borrada':
      return borrada(m, evento.id, mono);
    case 'decision_pedida':
      return {
        ...m,
        fase: { state: 'NEEDS_DECISION', decision: evento.decision, envio: enCurso(m) ?? preguntado(m) },
      };
    case 'decidida': {
      const resuelta = resolver(m, evento.clave, mono);
      return resuelta.evento === undefined ? resuelta.maquina : aplicar(resuelta.maquina, resuelta.evento, mono);
    }
    case 'leida':
      return { ...m, ultimaLectura: { lectura: evento.lectura, leido: evento.leido } };
    case 'filas_esperadas':
      return addWaited(m, evento.ms, mono);
    case 'sin_probar':
      return { ...m, sinProbar: evento.ids };
    case 'auditoria_pendiente':
      return {
        ...m,
        fase: { state: 'LATE_AUDIT', hasta: (m.ultimaPerdida ?? mono) + m.ajustes.tardanzaMs },
      };
    case 'terminada':
      return { ...m, fase: { state: 'DONE' } };
    case 'abandonada':
      return { ...m, fase: { state: 'ABANDONED' } };
    default:
      return assertNever(evento);
  }
}

/** The state of an upload from its events, as a process that has just started knows it. */
export function plegar(
  eventos: Iterable<Evento>,
  saber: { ajustes: Ajustes; aprendido: Aprendido; mono: Mono },
): Maquina {
  let m = maquinaVacia(saber.ajustes, saber.aprendido);
  for (const evento of eventos) m = aplicar(m, evento, saber.mono);
  return m;
}

/** A new process: an attempt without an outcome is a lost answer, and every patience begins again. */
function reanudar(m: Maquina, mono: Mono): Maquina {
  // What failed may have passed: pieces that are taken grow again.
  const division = m.division?.falla === true ? { ...m.division, hallado: true } : m.division;
  const n = { ...m, renovado: false, esperas: 0, noAplicados: 0, tamano: tamanoDe(m), division };
  if (m.fase.state === 'ATTEMPT') return perdida(n, mono);
  if (m.fase.state === 'DELETE_ATTEMPT') return aplicar(n, { kind: 'borrado_perdido', id: m.fase.id }, mono);
  // A baseline is read just before its send: one that nothing followed is of another moment.
  const deNuevo = m.fase.state === 'STOPPED' || m.fase.state === 'BASELINED';
  return deNuevo ? { ...n, fase: reposo(n, mono) } : n;
}

const tamanoDe = (m: Maquina): number => (m.division === null ? tamanoInicial(m.ajustes, m.aprendido) : m.tamano);

function enCurso(m: Maquina): Envio | null {
  const fase = m.fase;
  return fase.state === 'ATTEMPT' || fase.state === 'REFUSED' || fase.state === 'UNKNOWN' ? fase.envio : null;
}

/** The send that an earlier question was about: another question does not settle it. */
const preguntado = ({ fase }: Maquina): Envio | null => (fase.state === 'NEEDS_DECISION' ? fase.envio : null);

function addWaited(m: Maquina, ms: number, mono: Mono): Maquina {
  const { fase } = m;
  if (fase.state !== 'UNKNOWN') return m;
  // In a process that has just started, D comes first again.
  const countedFrom = mono < fase.vence ? null : mono;
  return { ...m, fase: { ...fase, waitedMs: fase.waitedMs + ms, countedFrom } };
}

function perdida(m: Maquina, mono: Mono, status?: number): Maquina {
  const envio = enCurso(m);
  if (envio === null) return m;
  return {
    ...m,
    perdidas: m.perdidas + 1,
    ultimaPerdida: mono,
    primeroPerdido: m.primeroPerdido || envio.id === '0',
    fase: {
      state: 'UNKNOWN',
      envio,
      vence: mono + m.ajustes.tardanzaMs,
      hasta: mono,
      candidatas: [],
      leida: mono,
      waitedMs: 0,
      countedFrom: null,
      ...(status === undefined ? {} : { status }),
    },
  };
}

function aplicado(m: Maquina, evento: Extract<Evento, { kind: 'aplicado' }>, mono: Mono): Maquina {
  const envio = enCurso(m) ?? preguntado(m);
  if (envio === null) return m;
  const abre = envio.id === '0';
  const pieza = m.division === null ? null : { ...m.division, mayor: Math.max(m.division.mayor, envio.cupones) };
  // The service takes this one: it is not the service that fails, it is what was left out.
  const hallado = m.sospechas.length > 0 || pieza?.hallado === true;
  const dividida = pieza !== null && envio.hasta >= pieza.hasta;
  const aprendido: Aprendido = {
    ...m.aprendido,
    tamano: dividida && pieza.falla !== true ? pieza.mayor : m.aprendido.tamano,
    numeros: envio.conNumeros ? m.numeros : m.aprendido.numeros,
    lista: abre && envio.tipo === 'primero' && evento.prueba === 'marcador' ? true : m.aprendido.lista,
    filas: abre && envio.tipo === 'primero' && evento.prueba === 'marcador' ? true : m.aprendido.filas,
  };
  const n: Maquina = {
    ...m,
    aprendido,
    id: evento.id,
    origen: abre ? origenDe(evento.prueba) : m.origen,
    borrados: abre ? 0 : m.borrados,
    huerfanas: [...m.huerfanas, ...evento.huerfanas],
    siguiente: Math.max(m.siguiente, envio.hasta + 1),
    aplicados: m.aplicados + envio.cupones,
    tandas: m.tandas + 1,
    cerrada: envio.tipo === 'cierre' || envio.tipo === 'unico',
    rechazosSeguidos: 0,
    ...trasTomar(m, esVuelta(m, envio) ? envio.desde : null),
    renovado: false,
    esperas: 0,
    noAplicados: 0,
    division: dividida || pieza === null ? null : { ...pieza, hallado },
    tamano: dividida ? tamanoInicial(m.ajustes, aprendido) : hallado ? crecer(m) : m.tamano,
  };
  const aprende =
    envio.tipo === 'primero' &&
    evento.prueba === 'respuesta' &&
    (n.aprendido.lista === null || n.aprendido.filas === null);
  return { ...n, fase: aprende ? { state: 'LEARNING', lista: null } : reposo(n, mono) };
}

const origenDe = (prueba: Extract<Evento, { kind: 'aplicado' }>['prueba']): Maquina['origen'] =>
  prueba === 'encabezado' ? 'respuesta' : prueba;

function noAplicado(m: Maquina, diagnostico: Diagnostico, mono: Mono): Maquina {
  const envio = enCurso(m) ?? preguntado(m);
  if (envio === null) return m;
  const listo: Maquina = { ...m, fase: reposo(m, mono) };
  switch (diagnostico.que) {
    case 'repetir':
      return { ...listo, noAplicados: m.noAplicados + 1 };
    case 'token':
      return { ...m, renovado: true, fase: { state: 'RENEWING' } };
    case 'espera':
      return { ...m, esperas: m.esperas + 1, fase: { state: 'WAITING', hasta: mono + diagnostico.ms } };
    case 'tamano':
      return { ...listo, tamano: diagnostico.tamano, division: dividir(m, envio, diagnostico.falla === true) };
    case 'numeros':
      return cambiarNumeros(m, mono);
    case 'cupon':
      return diagnostico.sospecha === true
        ? bajoSospecha(m, diagnostico.seq, mono)
        : sinCupon(m, diagnostico.seq, mono);
    case 'detener':
      return { ...sinSospechas(m), fase: detenida(m, diagnostico.codigo) };
    default:
      return assertNever(diagnostico);
  }
}

/** The server seems to want numbers: another form of the same coupons is a new generation, never a changed attempt (I4). */
function cambiarNumeros(m: Maquina, mono: Mono): Maquina {
  const n: Maquina = { ...m, numeros: 'numero', numerosIntentado: true, renovado: false };
  return n.id === null ? otraGeneracion(n, mono) : reiniciar({ ...n, motivo: 'numeros' }, mono);
}

/** The coupon was refused alone. Whole batches are tried again after it: its batch was not too large, it held this. */
function sinCupon(m: Maquina, seq: number, mono: Mono): Maquina {
  const n: Maquina = {
    ...m,
    ...rechazado(m, seq),
    rechazosSeguidos: m.rechazosSeguidos + 1,
    renovado: false,
    division: null,
    tamano: tamanoInicial(m.ajustes, m.aprendido),
  };
  // Numbers did not cure it: back to text, unless numbers were proven since.
  const vuelve = n.id === null && n.numeros === 'numero' && n.aprendido.numeros !== 'numero';
  return vuelve ? otraGeneracion({ ...n, numeros: 'texto' }, mono) : { ...n, fase: reposo(n, mono) };
}

function otraGeneracion(m: Maquina, mono: Mono): Maquina {
  const n: Maquina = {
    ...sinSospechas(m),
    generacion: m.generacion + 1,
    base: null,
    id: null,
    origen: null,
    borrados: 0,
    siguiente: 1,
    aplicados: 0,
    tandas: 0,
    ultima: null,
    cerrada: false,
    motivo: null,
    aceptados: 0,
    division: null,
    tamano: tamanoInicial(m.ajustes, m.aprendido),
  };
  return { ...n, fase: reposo(n, mono) };
}

/** Only what is ours is deleted; after an unanswered send, D passes first (docs/upload.md, 5). */
function reiniciar(m: Maquina, mono: Mono): Maquina {
  if (m.id === null) return otraGeneracion(m, mono);
  const espera = m.ultimaPerdida === null ? mono : Math.max(mono, m.ultimaPerdida + m.ajustes.tardanzaMs);
  return { ...m, fase: { state: 'RESTARTING', id: m.id, paso: 'espera', hasta: espera } };
}

function borrada(m: Maquina, id: string, mono: Mono): Maquina {
  const n: Maquina = { ...m, anteriores: [...m.anteriores, id], huerfanas: m.huerfanas.filter((h) => h !== id) };
  if (id !== m.id) {
    return { ...n, borrados: 0, fase: reposo(n, mono) };
  }
  return otraGeneracion({ ...n, reinicios: m.reinicios + (m.motivo === 'numeros' ? 0 : 1) }, mono);
}
