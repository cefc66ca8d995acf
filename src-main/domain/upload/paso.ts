import { aplicar } from './aplicar.ts';
import type { Fase, Maquina, Mono } from './maquina.ts';
import type { Conciliacion, ListaLeida } from '../conciliacion.ts';
import type { Evento, Marcador, Pertenencia } from './tipos.ts';
import { conteoDe, pasaDe } from './conteo.ts';

/** What an observation leads to: events to make durable, and the state after them. */
export interface Paso {
  readonly eventos: readonly Evento[];
  readonly maquina: Maquina;
}

/** Applies events in order. */
export function conEventos(m: Maquina, mono: Mono, ...eventos: readonly Evento[]): Paso {
  return { eventos, maquina: eventos.reduce((n, evento) => aplicar(n, evento, mono), m) };
}

/** A change that is worth nothing after a restart: a reading seen, the time of the next one. */
export const conFase = (m: Maquina, fase: Fase): Paso => ({ eventos: [], maquina: { ...m, fase } });

export const pedirDecision = (
  m: Maquina,
  mono: Mono,
  decision: Extract<Evento, { kind: 'decision_pedida' }>['decision'],
) => conEventos(m, mono, { kind: 'decision_pedida', decision });

/**
 * Reconciliations of a list that could be a first send of ours that nobody answered for: not in the baseline (or named by an answer that
 * we did not take), not known to us already, and with no more than its one coupon.
 */
export function candidatasDe(m: Maquina, lista: ListaLeida, base: ReadonlySet<string> | undefined): readonly string[] {
  const conocidas = new Set([...m.descartadas, ...(m.id === null ? [] : [m.id])]);
  return lista.conciliaciones
    .filter((c) => base?.has(c.id) !== true || m.nombradas.includes(c.id))
    .filter((c) => !conocidas.has(c.id) && !pasaDe(conteoDe(c), 1))
    .map((c) => c.id);
}

/** The order of ids: as numbers where both are, else as text (docs/upload.md, 2: "adopt the lower id"). */
export function compararIds(a: string, b: string): number {
  if (/^\d+$/.test(a) && /^\d+$/.test(b)) {
    const diferencia = BigInt(a) - BigInt(b);
    return diferencia < 0n ? -1 : diferencia > 0n ? 1 : 0;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whose a reconciliation is, from the rows it shows. */
export type Duenio = 'nuestra' | 'ajena' | 'igual' | 'invisible' | 'ausente' | 'mezclada';

/**
 * With our marker it is ours. With rows of somebody else it is not. Equal content without a marker proves nothing (I6); no rows
 * at all neither.
 */
export function duenioDe(p: Pertenencia | undefined, marcador: Marcador | null): Duenio {
  if (p === undefined) return 'invisible';
  if (!p.existe) return 'ausente';
  if (p.marca > 0) return p.otras > 0 ? 'mezclada' : 'nuestra';
  // Without a marker, rows of ours beside those of another are as likely ours as theirs.
  if (p.otras > 0) return marcador === null && p.igual > 0 ? 'mezclada' : 'ajena';
  return p.igual > 0 ? 'igual' : 'invisible';
}

export const esImportada = (c: Conciliacion): boolean => c.estado.trim().toUpperCase() === 'IMPORTADO';
