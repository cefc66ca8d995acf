import { assertNever } from '../assert-never.ts';
import { alBorrar, alProbarParaBorrar, alVerBorradoPerdido, alVerParaBorrar } from './observar-borrado.ts';
import {
  alListarPrimero,
  alProbarPrimero,
  alResponder,
  alVerAntes,
  alVerPerdida,
  alVerRechazada,
  reiniciarPor,
} from './observar-envio.ts';
import { alAuditar, alLeer, alListarVerificando, alProbarVerificando, alSondear } from './observar-verificacion.ts';
import { BORRANDOSE_MS, reposo, type Fase, type Maquina, type Mono } from './maquina.ts';
import { conEventos, conFase, type Paso } from './paso.ts';
import { planear } from './plan.ts';
import type { Observacion } from './tipos.ts';
import { noteWaiting } from './wait-for-rows.ts';

/**
 * What an observation means in the present state. An observation that the state did not ask for is a bug of the driver. A read that failed
 * never gets here: it is no observation (I5).
 */
export function observar(m: Maquina, o: Observacion, mono: Mono): Paso {
  switch (o.tipo) {
    case 'lista':
      return alListar(muestraAbiertas(m, o), o, mono);
    case 'encabezado':
      return alVer(m, o, mono);
    case 'pertenencia':
      return alProbar(m, o, mono);
    case 'preparado':
      return alPreparar(m, o, mono);
    case 'respuesta':
      return m.fase.state === 'ATTEMPT' ? alResponder(m, m.fase, o, mono) : inesperada(m, o);
    case 'borrado':
      return m.fase.state === 'DELETE_ATTEMPT' ? alBorrar(m, m.fase, o, mono) : inesperada(m, o);
    case 'renovado':
      return conFase(m, reposo(m, mono));
    case 'esperado':
      return alEsperar(m, mono);
    case 'lectura':
      return m.fase.state === 'VERIFYING' ? alLeer(m, m.fase, o, mono) : inesperada(m, o);
    case 'concluido':
      return conEventos(m, mono, { kind: 'terminada' });
    default:
      return assertNever(o);
  }
}

function inesperada(m: Maquina, o: Observacion): never {
  throw new Error(`Observation ${o.tipo} in state ${m.fase.state}`);
}

/** Any open reconciliation in a list, whoever's, proves that this service lists them. */
function muestraAbiertas(m: Maquina, { lista }: Extract<Observacion, { tipo: 'lista' }>): Maquina {
  const alguna = lista.conciliaciones.some((c) => c.estado.trim().toUpperCase() === 'PENDIENTE');
  return alguna && m.aprendido.lista !== true ? { ...m, aprendido: { ...m.aprendido, lista: true } } : m;
}

function alListar(m: Maquina, o: Extract<Observacion, { tipo: 'lista' }>, mono: Mono): Paso {
  const fase = m.fase;
  if (fase.state === 'FROZEN') return alListarBase(m, fase, o, mono);
  if (fase.state === 'UNKNOWN' || fase.state === 'REFUSED') return alListarPrimero(m, fase, o, mono);
  if (fase.state === 'LEARNING') {
    const esta = o.lista.conciliaciones.some((c) => c.id === m.id);
    if (esta || o.lista.completa) return conFase(m, { ...fase, lista: esta });
    return conEventos(m, mono, { kind: 'aprendido', lista: null, filas: null });
  }
  return fase.state === 'VERIFYING' ? alListarVerificando(m, fase, o, mono) : inesperada(m, o);
}

/**
 * A baseline counts only when it is whole: rows = total, no id twice. One that still shows what we deleted would hide a first send that is
 * given the same id: it is waited for, a while (it may be another's by now).
 */
function alListarBase(
  m: Maquina,
  { borrandose }: Extract<Fase, { state: 'FROZEN' }>,
  { lista, desde }: Extract<Observacion, { tipo: 'lista' }>,
  mono: Mono,
): Paso {
  const vence = borrandose?.vence ?? mono + BORRANDOSE_MS;
  const ids = lista.conciliaciones.map((c) => c.id);
  const seBorra = mono < vence && ids.some((id) => m.anteriores.includes(id));
  // No list at all, where nothing was ever made: what is new later is still proven by its rows, and absence never is (I5).
  if ((!lista.completa && lista.negada !== true) || seBorra)
    return conFase(m, { state: 'FROZEN', borrandose: { vence, hasta: mono + 2_000 } });
  return conEventos(m, mono, { kind: 'base', ids, desde });
}

function alVer(m: Maquina, o: Extract<Observacion, { tipo: 'encabezado' }>, mono: Mono): Paso {
  const fase = m.fase;
  const c = o.encabezado;
  if (fase.state === 'READY') {
    return planear(m).tipo === 'sin_cierre' ? reiniciarPor(m, mono, 'cierre_rechazado') : alVerAntes(m, fase, c, mono);
  }
  if (fase.state === 'UNKNOWN') return alVerPerdida(m, fase, c, mono);
  if (fase.state === 'REFUSED') return alVerRechazada(m, fase, c, mono);
  if (fase.state === 'RESTARTING') return alVerParaBorrar(m, fase, c, mono);
  if (fase.state === 'DELETE_UNKNOWN') return alVerBorradoPerdido(m, fase, c, mono);
  return fase.state === 'VERIFYING' ? alSondear(m, fase, c, mono) : inesperada(m, o);
}

function alProbar(m: Maquina, o: Extract<Observacion, { tipo: 'pertenencia' }>, mono: Mono): Paso {
  const fase = m.fase;
  if (fase.state === 'UNKNOWN' || fase.state === 'REFUSED') return alProbarPrimero(m, fase, o, mono);
  if (fase.state === 'LEARNING') {
    const p = o.porId[m.id ?? ''];
    // A result that showed nothing is "no"; one that could not be read says nothing.
    const filas = p === undefined || !p.existe || p.ilegible === true ? null : p.marca + p.igual + p.otras > 0;
    return conEventos(m, mono, { kind: 'aprendido', lista: fase.lista, filas });
  }
  if (fase.state === 'RESTARTING') return alProbarParaBorrar(m, fase, o, mono);
  return fase.state === 'VERIFYING' ? alProbarVerificando(m, fase, o, mono) : inesperada(m, o);
}

function alPreparar(m: Maquina, o: Extract<Observacion, { tipo: 'preparado' }>, mono: Mono): Paso {
  const plan = planear(m);
  if (plan.tipo !== 'envio') throw new Error('A send was prepared that was not planned');
  const { hash, cupones, conNumeros } = o;
  const antes = m.fase.state === 'CHECKED' ? m.fase.antes : null;
  return conEventos(m, mono, { kind: 'intento', envio: { ...plan.envio, hash, cupones, conNumeros, antes } });
}

/** The states that keep a time of their own are only asked again for the next action. */
function alEsperar(m: Maquina, mono: Mono): Paso {
  const fase = m.fase;
  if (fase.state === 'UNKNOWN') return noteWaiting(m, fase, mono);
  if (fase.state === 'WAITING' && mono >= fase.hasta) return conFase(m, reposo(m, mono));
  return fase.state === 'LATE_AUDIT' && mono >= fase.hasta ? alAuditar(m, mono) : conFase(m, fase);
}
