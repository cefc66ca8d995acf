import type { Conciliacion } from '../conciliacion.ts';
import { conteoDe, cubre, explica, mismoEncabezado, suma } from './conteo.ts';
import { BORRANDOSE_MS, pausaDe, verificar, type Fase, type Maquina, type Mono } from './maquina.ts';
import {
  candidatasDe,
  conEventos,
  conFase,
  duenioDe,
  esImportada,
  pedirDecision,
  type Duenio,
  type Paso,
} from './paso.ts';
import type { CodigoDetenida, Evento, Observacion } from './tipos.ts';

type Verificando = Extract<Fase, { state: 'VERIFYING' }>;
const LECTURAS = 6;
const LECTURAS_QUIETAS = 3;

const detener = (m: Maquina, codigo: CodigoDetenida): Paso => conFase(m, { state: 'STOPPED', codigo });

/** Polls until the header is closed, covered, and the same in three readings that span `estableMs` (docs/upload.md, 6). */
export function alSondear(m: Maquina, fase: Verificando, c: Conciliacion | undefined, mono: Mono): Paso {
  const agotada = mono - fase.inicio >= m.ajustes.esperaMs;
  const pausa = Math.max(100, m.ajustes.estableMs / 2);
  if (c === undefined) {
    return fase.ausentes >= 2
      ? pedirDecision(m, mono, { tipo: 'desaparecida', id: m.id ?? '' })
      : conFase(m, { ...fase, ausentes: fase.ausentes + 1, quieto: null, hasta: mono + pausa });
  }
  const lista = esImportada(c) && cubre(c);
  const clave = JSON.stringify([conteoDe(c), c.conciliados, c.sinConciliar, c.estado]);
  const quieto =
    lista && fase.quieto?.clave === clave
      ? { ...fase.quieto, veces: fase.quieto.veces + 1 }
      : { clave, desde: mono, veces: 1 };
  if (lista && quieto.veces >= LECTURAS_QUIETAS && mono - quieto.desde >= quietudDe(m, c)) {
    return conFase(m, { ...fase, paso: 'lista', ausentes: 0, hasta: mono });
  }
  // Still open after all this time: its close was only half done. It cannot be closed without a coupon, so a person decides.
  if (agotada && !esImportada(c)) return pedirDecision(m, mono, { tipo: 'cierre_crecido', id: m.id ?? '' });
  if (agotada) return detener(m, 'ESPERA_AGOTADA');
  // While it works, a little slower each time: up to five seconds.
  const espera = lista ? pausa : Math.min(5_000, Math.max(pausa, (mono - fase.inicio) / 8));
  return conFase(m, { ...fase, ausentes: 0, quieto: lista ? quieto : null, hasta: mono + espera });
}

/** What is waited for where counts or rows are fewer than they should be: they may be late, and a coupon is not said to be missing in a hurry. */
const sinPrisa = ({ ajustes: { estableMs, esperaMs } }: Maquina): number =>
  Math.max(estableMs, Math.min(5 * estableMs, esperaMs / 2));

/** How long the header must not change. */
const quietudDe = (m: Maquina, c: Conciliacion): number =>
  explica(conteoDe(c), m.aplicados) ? m.ajustes.estableMs : sinPrisa(m);

/** Is there another reconciliation that could be a send of ours that came twice, or late? */
export function alListarVerificando(
  m: Maquina,
  fase: Verificando,
  { lista }: Extract<Observacion, { tipo: 'lista' }>,
  mono: Mono,
): Paso {
  // Ours should be in it. Where every first send was answered and nothing was deleted, there is nothing else to look for in it.
  const prescindible = lista.negada === true && !m.primeroPerdido && m.anteriores.length === 0;
  if (!lista.completa && !prescindible) return conFase(m, { ...fase, hasta: mono + pausaDe(m) });
  const anteriores = lista.conciliaciones.map((c) => c.id).filter((id) => m.anteriores.includes(id) && id !== m.id);
  const nuevas = candidatasDe(m, lista, m.primeraBase ?? undefined);
  // An id of the baseline may have been freed and given to a first send of ours that nobody answered: our marker alone can tell.
  const reusadas = m.primeroPerdido && m.marcador !== null ? candidatasDe(m, lista, undefined) : [];
  const candidatas = [...new Set([...nuevas, ...reusadas, ...anteriores])].filter((id) => !m.descartadas.includes(id));
  if (candidatas.length > 0) return conFase(m, { ...fase, paso: 'candidatas', candidatas, hasta: mono });
  return leyendo(m, fase, [], mono);
}

/** Never 0 again: that is what a verification begins with. */
const contar = (fase: Verificando, avanza: boolean): number => (avanza ? 1 : fase.lecturas + 1);

/**
 * With our marker, it is deleted (after its own proof). What shows no rows is waited for, then asked about. Equal content without a marker can
 * be ours only where the service does not give markers back: our own rows beside it tell.
 */
export function alProbarVerificando(
  m: Maquina,
  fase: Verificando,
  { porId }: Extract<Observacion, { tipo: 'pertenencia' }>,
  mono: Mono,
): Paso {
  const nuestras = fase.candidatas.filter((id) => duenioDe(porId[id], m.marcador) === 'nuestra');
  const veces = (id: string): number => m.anteriores.filter((otra) => otra === id).length;
  // Answered as deleted and still there: it may take a while; answered so over and over, it is a person's.
  if (nuestras.some((id) => veces(id) > 0) && mono - fase.inicio < BORRANDOSE_MS) {
    return conFase(m, { ...fase, paso: 'lista', candidatas: [], hasta: mono + 2_000 });
  }
  const tercas = nuestras.filter((id) => veces(id) >= 3);
  if (tercas.length > 0) return pedirDecision(m, mono, { tipo: 'huerfana_incierta', ids: tercas });
  if (nuestras.length > 0) return conEventos(m, mono, { kind: 'huerfanas', ids: nuestras });
  // What was there before us is ours only by marker.
  const propias = [...m.nombradas, ...m.anteriores];
  const nuevas = fase.candidatas.filter((id) => m.primeraBase?.has(id) !== true || propias.includes(id));
  const de = (duenio: Duenio): readonly string[] => nuevas.filter((id) => duenioDe(porId[id], m.marcador) === duenio);
  const invisibles = de('invisible');
  if (invisibles.length > 0 && mono - fase.inicio < m.ajustes.tardanzaMs) {
    return conFase(m, { ...fase, paso: 'lista', candidatas: [], hasta: mono + pausaDe(m) });
  }
  const vuelveLaMarca = (porId[m.id ?? '']?.marca ?? 0) > 0;
  // Where every first send was answered, what shows no rows is named in the result and nobody is asked.
  const preguntables = m.primeroPerdido ? invisibles : invisibles.filter((id) => m.anteriores.includes(id));
  const importan = [...de('mezclada'), ...preguntables, ...(vuelveLaMarca ? [] : de('igual'))];
  if (importan.length > 0) return pedirDecision(m, mono, { tipo: 'huerfana_incierta', ids: importan });
  return leyendo(m, fase, invisibles, mono);
}

/** The result is read next; what could not be proven either way is kept by name, should it have changed. */
function leyendo(m: Maquina, fase: Verificando, sinProbar: readonly string[], mono: Mono): Paso {
  const n: Maquina = { ...m, fase: { ...fase, paso: 'leer', candidatas: [], hasta: mono } };
  return sinProbar.join() === m.sinProbar.join()
    ? { eventos: [], maquina: n }
    : conEventos(n, mono, { kind: 'sin_probar', ids: sinProbar });
}

/**
 * A whole reading of the result, compared as multisets. Clean: one reading is enough. Anything else must be found equal in two complete
 * readings before it is believed; what goes on coming in another form stops the upload; rows that move between pages while they are read settle over several, as many as go on showing more.
 */
export function alLeer(
  m: Maquina,
  fase: Verificando,
  { lectura, leido }: Extract<Observacion, { tipo: 'lectura' }>,
  mono: Mono,
): Paso {
  const { encabezado, quieto } = lectura;
  const limpia =
    quieto &&
    lectura.faltan === 0 &&
    lectura.sobran === 0 &&
    lectura.cuarentena === 0 &&
    explica(conteoDe(encabezado), m.aplicados);
  // A row that was not understood may be a coupon that is missing: nothing is said to be missing beside it (I5).
  const { existentes, error } = encabezado;
  const isBlind = lectura.cuarentena > 0 && lectura.faltan > existentes + error;
  const repetida = quieto && fase.huella === lectura.huella && !isBlind;
  if (!limpia && !repetida) {
    const avanza = fase.faltan !== null && lectura.faltan < fase.faltan && mono - fase.inicio < m.ajustes.esperaMs;
    if (fase.lecturas >= LECTURAS && !avanza) return detener(m, isBlind ? 'RESPUESTA_INVALIDA' : 'LECTURA_INESTABLE');
    // Fewer rows than the header counts as matched or not: they are still being written.
    const porVenir = lectura.filas < encabezado.conciliados + encabezado.sinConciliar;
    const previa = m.ultimaLectura?.lectura.encabezado;
    const movida = !quieto || (previa !== undefined && fase.huella !== null && !mismoEncabezado(previa, encabezado));
    return conFase(m, {
      ...fase,
      lecturas: contar(fase, avanza),
      faltan: lectura.faltan,
      paso: movida ? 'sondeo' : 'leer',
      quieto: null,
      huella: quieto ? lectura.huella : null,
      hasta: mono + Math.max(1_000, porVenir ? sinPrisa(m) : m.ajustes.estableMs / 2),
    });
  }
  const leida: Evento = { kind: 'leida', lectura, leido };
  const sobran = Math.max(lectura.sobran, lectura.filas - m.aplicados, suma(conteoDe(encabezado)) - m.aplicados, 0);
  if (sobran > m.aceptados) {
    return conEventos(m, mono, leida, {
      kind: 'decision_pedida',
      decision: { tipo: 'duplicacion', id: m.id ?? '', sobran },
    });
  }
  return conEventos(m, mono, leida, faltaAuditar(m, fase) ? { kind: 'auditoria_pendiente' } : { kind: 'terminada' });
}

/** The late audit is done when this verification began after D had passed since the last lost answer (docs/upload.md, 7). */
const faltaAuditar = (m: Maquina, fase: Verificando): boolean =>
  m.ultimaPerdida !== null && fase.inicio < m.ultimaPerdida + m.ajustes.tardanzaMs;

/** D has passed: header, list and result once more. */
export const alAuditar = (m: Maquina, mono: Mono): Paso => conFase(m, verificar(mono, true));
