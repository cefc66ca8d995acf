import type { Conciliacion } from '../conciliacion.ts';
import { conteoDe, crecioEn, explica, haCrecido, igualConteo, nadaCuenta, pasaDe } from './conteo.ts';
import { diagnosticar } from './diagnostico.ts';
import { pausaDe, type Fase, type Maquina, type Mono } from './maquina.ts';
import {
  candidatasDe,
  compararIds,
  conEventos,
  conFase,
  duenioDe,
  esImportada,
  pedirDecision,
  type Paso,
} from './paso.ts';
import { esVuelta, PIEZAS } from './sospechas.ts';
import { waitForRows } from './wait-for-rows.ts';
import type { Diagnostico, Observacion } from './tipos.ts';

type En<S extends Fase['state']> = Extract<Fase, { state: S }>;
type Visto<T extends Observacion['tipo']> = Extract<Observacion, { tipo: T }>;

/** The answer to a send (docs/upload.md, "What an answer means"). */
export function alResponder(m: Maquina, fase: En<'ATTEMPT'>, { respuesta }: Visto<'respuesta'>, mono: Mono): Paso {
  const { envio } = fase;
  switch (respuesta.kind) {
    case 'rechazo': {
      const { status, retryAfterMs, detalle } = respuesta;
      return conEventos(m, mono, { kind: 'rechazo', status, retryAfterMs, detalle });
    }
    case 'perdida': {
      const { motivo, status } = respuesta;
      return conEventos(m, mono, { kind: 'perdida', motivo, ...(status === undefined ? {} : { status }) });
    }
    case 'respuesta': {
      const { id, estado, contadores } = respuesta;
      const nuevo = id !== '' && id !== '0' && m.base?.ids.has(id) !== true;
      const nuestro = envio.id === '0' ? nuevo : id === envio.id;
      if (estado && nuestro) {
        return conEventos(m, mono, { kind: 'aplicado', id, prueba: 'respuesta', contadores, huerfanas: [] });
      }
      const conocida = envio.id === '0' && m.base?.ids.has(id) === true ? { id } : {};
      return conEventos(m, mono, { kind: 'perdida', motivo: estado ? 'otro número' : 'estado falso', ...conocida });
    }
  }
}

/**
 * The header before a batch: its counts must be what our applied sends explain. Others are read again twice; counts of less than was applied,
 * or none at all yet of what was answered, are most likely late, and are waited for as long as a request may be, once: they may never come.
 * Where all of them are still 0 then, it counts when it is closed: the answers say what arrived, and one that is lost can only begin again.
 */
export function alVerAntes(m: Maquina, fase: En<'READY'>, c: Conciliacion | undefined, mono: Mono): Paso {
  const antes = c === undefined ? undefined : conteoDe(c);
  const abierta = c === undefined || !esImportada(c);
  if (antes !== undefined && abierta && explica(antes, m.aplicados)) return conFase(m, { state: 'CHECKED', antes });
  const muda = antes !== undefined && abierta && nadaCuenta(antes);
  if (muda && m.sinCuentas) return conFase(m, { state: 'CHECKED', antes: null });
  const deMenos = m.reinicios === 0 && abierta && (antes === undefined || !pasaDe(antes, m.aplicados));
  const atrasada = deMenos && mono < fase.desde + m.ajustes.tardanzaMs;
  if (fase.relecturas < 2 || atrasada) {
    const pausa = fase.relecturas < 2 ? 2_000 : pausaDe(m);
    return conFase(m, { ...fase, relecturas: fase.relecturas + 1, hasta: mono + pausa });
  }
  if (muda && m.reinicios === 0) return conEventos(m, mono, { kind: 'sin_cuentas' });
  return reiniciarPor(m, mono, c === undefined ? 'desaparecida' : 'no_explica');
}

/** Begins again, unless it is not ours to delete or it was done twice already (docs/upload.md, 5). */
export function reiniciarPor(m: Maquina, mono: Mono, motivo: 'no_explica' | 'desaparecida' | 'cierre_rechazado'): Paso {
  const id = m.id ?? '';
  if (motivo !== 'desaparecida' && m.origen === 'persona') return pedirDecision(m, mono, { tipo: 'no_borrable', id });
  if (m.reinicios >= 2 + m.permitidos) {
    return pedirDecision(m, mono, { tipo: 'reinicios_agotados', id, motivo });
  }
  return conEventos(m, mono, { kind: 'reinicio', motivo });
}

/** A later batch or the close, without an answer: the header is read until D has passed (docs/upload.md, 3 and 4). */
export function alVerPerdida(m: Maquina, fase: En<'UNKNOWN'>, c: Conciliacion | undefined, mono: Mono): Paso {
  const { envio } = fase;
  const vencido = mono >= fase.vence;
  const esperar = conFase(m, { ...fase, hasta: proxima(m, fase, mono) });
  if (c === undefined) return vencido ? reiniciarPor(m, mono, 'desaparecida') : esperar;
  const ahora = conteoDe(c);
  const { antes } = envio;
  if (antes === null) {
    if (envio.tipo === 'cierre' && esImportada(c)) return aplicadoPorLectura(m, envio.id, mono);
    // Nothing was counted before it: nothing that is counted now says whether it arrived (I5).
    return vencido ? reiniciarPor(m, mono, 'no_explica') : esperar;
  }
  const crecio = crecioEn(antes, ahora, envio.cupones);
  if (envio.tipo === 'cierre') {
    if (esImportada(c)) return aplicadoPorLectura(m, envio.id, mono);
    if (!vencido) return esperar;
    if (haCrecido(antes, ahora)) return pedirDecision(m, mono, { tipo: 'cierre_crecido', id: envio.id });
  } else if (crecio && !esImportada(c)) {
    return aplicadoPorLectura(m, envio.id, mono);
  }
  if (!vencido) return esperar;
  if (igualConteo(antes, ahora) && !esImportada(c)) return noAplicadoPorPlazo(m, mono);
  return reiniciarPor(m, mono, 'no_explica');
}

/** A refused send: one unchanged reading suffices, no D. */
export function alVerRechazada(m: Maquina, fase: En<'REFUSED'>, c: Conciliacion | undefined, mono: Mono): Paso {
  if (c === undefined) return reiniciarPor(m, mono, 'desaparecida');
  const { envio } = fase;
  const ahora = conteoDe(c);
  const antes = envio.antes ?? ahora;
  if (igualConteo(antes, ahora) && !esImportada(c)) return diagnosticar(m, fase, mono);
  const aplicada = envio.tipo === 'cierre' ? esImportada(c) : crecioEn(antes, ahora, envio.cupones) && !esImportada(c);
  return aplicada ? aplicadoPorLectura(m, envio.id, mono) : reiniciarPor(m, mono, 'no_explica');
}

const aplicadoPorLectura = (m: Maquina, id: string, mono: Mono): Paso =>
  conEventos(m, mono, { kind: 'aplicado', id, prueba: 'encabezado', contadores: null, huerfanas: [] });

/** Coupons that the service failed for one after the other, and nothing that it took between them: then it is the service. */
const SOSPECHAS = 2;

/** Not applied, by the passing of D: sent again, three times at most before somebody looks at why nothing arrives. */
const noAplicadoPorPlazo = (m: Maquina, mono: Mono): Paso =>
  conEventos(m, mono, { kind: 'no_aplicado', prueba: 'plazo', diagnostico: trasElPlazo(m) });

/**
 * Where the service itself said that it failed (5xx), twice for the same batch, something in it may be what it fails for: it is looked for in
 * smaller ones, each sent only once the one before was shown not to be applied (I3). Of opening and closing sends, which are one coupon, nothing
 * else can be tried. One that is sent once more has no further turn: it failed often enough, and the others wait for it.
 */
function trasElPlazo(m: Maquina): Diagnostico {
  const { fase } = m;
  if (fase.state === 'UNKNOWN' && esVuelta(m, fase.envio) && (fase.status !== undefined || m.noAplicados >= 1)) {
    return fallado(fase.envio.desde, fase.status);
  }
  const buscando = m.division?.falla === true;
  if (fase.state === 'UNKNOWN' && fase.status !== undefined && fase.envio.tipo === 'tanda') {
    const { cupones, desde } = fase.envio;
    if (cupones > 1 && (buscando || m.noAplicados >= 1))
      return { que: 'tamano', tamano: Math.ceil(cupones / PIEZAS), falla: true };
    if (cupones === 1 && (buscando || m.noAplicados >= 3)) {
      return m.sospechas.length >= SOSPECHAS
        ? { que: 'detener', codigo: 'CARGA_INTERRUMPIDA' }
        : fallado(desde, fase.status);
    }
  }
  return m.noAplicados >= 3 ? { que: 'detener', codigo: 'CARGA_INTERRUMPIDA' } : { que: 'repetir' };
}

const fallado = (seq: number, status: number | undefined): Diagnostico => ({
  que: 'cupon',
  seq,
  detalle: status === undefined ? 'el servicio no respondió' : `el servicio respondió ${String(status)}`,
  sospecha: true,
});

/** When to look again: every so often, and right when D has passed. */
const proxima = (m: Maquina, fase: En<'UNKNOWN'>, mono: Mono): Mono =>
  mono < fase.vence ? Math.min(mono + pausaDe(m), fase.vence) : mono + pausaDe(m);

/** The list after a first send without an answer, or with a refusal: who is new in it? */
export function alListarPrimero(
  m: Maquina,
  fase: En<'UNKNOWN'> | En<'REFUSED'>,
  { lista }: Visto<'lista'>,
  mono: Mono,
): Paso {
  // A partial reading is no evidence of absence (I5), but what it does show may well be ours.
  const candidatas = candidatasDe(m, lista, m.base?.ids);
  if (fase.state === 'REFUSED') {
    if (candidatas.length > 0) return conFase(m, { ...fase, candidatas, completa: lista.completa });
    // As there was none before the send that was refused, there is none after it.
    const sinLista = lista.negada === true && m.base?.ids.size === 0;
    return lista.completa || sinLista ? diagnosticar(m, fase, mono) : conFase(m, fase);
  }
  if (candidatas.length > 0) return conFase(m, { ...fase, candidatas, leida: lista.completa ? mono : fase.leida });
  if ((!lista.completa && lista.negada !== true) || mono < fase.vence)
    return conFase(m, esperandoPrimero(m, fase, mono));
  // A list that is not there is no evidence that the send is not (I5).
  if (lista.negada === true) return pedirDecision(m, mono, { tipo: 'primero_incierto', candidatas: [] });
  return sinRastro(m, mono, []);
}

const esperandoPrimero = (m: Maquina, fase: En<'UNKNOWN'>, mono: Mono): Fase => ({
  ...fase,
  candidatas: [],
  hasta: proxima(m, fase, mono),
});

/** Whose the new ones are. Ours by marker: adopt the lower, delete the others. By content alone a person decides (I6). */
export function alProbarPrimero(
  m: Maquina,
  fase: En<'UNKNOWN'> | En<'REFUSED'>,
  { porId }: Visto<'pertenencia'>,
  mono: Mono,
): Paso {
  const de = (duenio: string): readonly string[] =>
    fase.candidatas.filter((id) => duenioDe(porId[id], m.marcador) === duenio).sort(compararIds);
  const [id, ...huerfanas] = de('nuestra');
  if (id !== undefined) {
    return conEventos(m, mono, { kind: 'aplicado', id, prueba: 'marcador', contadores: null, huerfanas });
  }
  // The refusal is itself an answer: what is not proven ours says nothing against it. But only a whole list says that it is all (I5).
  if (fase.state === 'REFUSED') {
    return fase.completa ? diagnosticar(m, fase, mono) : conFase(m, { ...fase, candidatas: [] });
  }
  const dudosas = [...de('igual'), ...de('invisible'), ...de('mezclada')].sort(compararIds);
  if (fase.leida < fase.vence || mono < fase.vence) return conFase(m, esperandoPrimero(m, fase, mono));
  const waiting = de('invisible').length > 0 ? waitForRows(m, fase, mono) : undefined;
  return waiting ?? sinRastro(m, mono, dudosas);
}

/** D has passed, the list was read complete, and nothing in it is proven ours. */
function sinRastro(m: Maquina, mono: Mono, dudosas: readonly string[]): Paso {
  // Also for a file of one coupon: half applied it is an open one, which not every list shows.
  if (dudosas.length > 0 || m.aprendido.lista !== true) {
    return pedirDecision(m, mono, { tipo: 'primero_incierto', candidatas: dudosas });
  }
  return noAplicadoPorPlazo(m, mono);
}
