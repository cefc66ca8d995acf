import type { Conciliacion } from '../conciliacion.ts';
import { pausaDe, type Fase, type Maquina, type Mono } from './maquina.ts';
import { conEventos, conFase, duenioDe, pedirDecision, type Paso } from './paso.ts';
import type { Observacion } from './tipos.ts';

type En<S extends Fase['state']> = Extract<Fase, { state: S }>;

/** A DELETE that gets no answer is tried again this often, each time after D and a new proof; then the upload stops, resumable. */
const BORRADOS = 6;

/** Is what we are about to delete still there? */
export function alVerParaBorrar(m: Maquina, fase: En<'RESTARTING'>, c: Conciliacion | undefined, mono: Mono): Paso {
  return c === undefined
    ? conEventos(m, mono, { kind: 'borrada', id: fase.id, prueba: 'ausente' })
    : conFase(m, { ...fase, paso: 'prueba', hasta: mono });
}

/**
 * The proof of ownership before every DELETE, also a repeated one: an id could have been given to another (I6). With our marker it is ours.
 * Without one, equal content is enough only for the id that the service gave us, and only before the first DELETE of it. What a person
 * said is theirs is looked at again too: the answer may have come days after the question.
 */
export function alProbarParaBorrar(
  m: Maquina,
  fase: En<'RESTARTING'>,
  { porId }: Extract<Observacion, { tipo: 'pertenencia' }>,
  mono: Mono,
): Paso {
  const { id } = fase;
  const duenio = duenioDe(porId[id], m.marcador);
  switch (duenio) {
    case 'ausente':
      return conEventos(m, mono, { kind: 'borrada', id, prueba: 'ausente' });
    case 'ajena':
      // It was ours and now holds somebody else's rows: ours is gone, and this one is not touched.
      return conEventos(m, mono, { kind: 'borrada', id, prueba: 'ajena' });
    case 'nuestra':
      return borrar(m, id, mono);
    case 'igual':
      if (id === m.id && m.origen === 'respuesta' && m.borrados === 0 && m.marcador === null)
        return borrar(m, id, mono);
      break;
    case 'mezclada':
    case 'invisible':
      break;
  }
  if (fase.confirmada === true) return borrar(m, id, mono);
  return pedirDecision(m, mono, { tipo: 'propiedad_incierta', id, huerfana: id !== m.id });
}

const borrar = (m: Maquina, id: string, mono: Mono): Paso =>
  m.borrados >= BORRADOS
    ? { eventos: [], maquina: { ...m, fase: { state: 'STOPPED', codigo: 'CARGA_INTERRUMPIDA' } } }
    : conEventos(m, mono, { kind: 'intento_borrar', id });

export const alBorrar = (
  m: Maquina,
  fase: En<'DELETE_ATTEMPT'>,
  { resultado }: Extract<Observacion, { tipo: 'borrado' }>,
  mono: Mono,
): Paso =>
  conEventos(
    m,
    mono,
    resultado === 'borrada'
      ? { kind: 'borrada', id: fase.id, prueba: 'respuesta' }
      : { kind: 'borrado_perdido', id: fase.id },
  );

/** A DELETE without an answer: gone, or D passes and ownership is proven again. */
export function alVerBorradoPerdido(
  m: Maquina,
  fase: En<'DELETE_UNKNOWN'>,
  c: Conciliacion | undefined,
  mono: Mono,
): Paso {
  if (c === undefined) return conEventos(m, mono, { kind: 'borrada', id: fase.id, prueba: 'ausente' });
  if (mono < fase.vence) {
    return conFase(m, { ...fase, hasta: Math.min(mono + pausaDe(m), fase.vence) });
  }
  return conFase(m, { state: 'RESTARTING', id: fase.id, paso: 'prueba', hasta: mono });
}
