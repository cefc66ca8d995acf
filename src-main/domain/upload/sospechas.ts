/** Batches that the service fails for (5xx), and the coupons in them that it fails for: the folds of `observar-envio.ts`, `trasElPlazo`. */
import { reposo, tamanoInicial, type Maquina, type Mono } from './maquina.ts';
import type { CodigoDetenida, Envio } from './tipos.ts';

/** Pieces of a batch that the service fails for. Each failure costs D: few steps, of many pieces each, since those that pass cost nothing. */
export const PIEZAS = 8;

/** A batch goes on in pieces: refused, to learn whether its size was the reason; failed for (`falla`), to find the coupon. */
export function dividir(m: Maquina, envio: Envio, falla: boolean): Maquina['division'] {
  if (m.division === null) return { hasta: envio.hasta, mayor: 0, ...(falla ? { falla } : {}) };
  return falla ? { ...m.division, hallado: false } : m.division;
}

/** Left out while the next one is tried, alone. */
export const bajoSospecha = (m: Maquina, seq: number, mono: Mono): Maquina => ({
  ...m,
  rechazados: [...m.rechazados, seq].sort((a, b) => a - b),
  sospechas: [...m.sospechas, seq],
  division: m.division ?? { hasta: seq, mayor: 0, falla: true },
  tamano: 1,
  fase: reposo(m, mono),
});

/** Nothing was taken since they were left out: they are sent again when it goes on. */
export const sinSospechas = (m: Maquina): Maquina =>
  m.sospechas.length === 0
    ? m
    : { ...m, rechazados: m.rechazados.filter((seq) => !m.sospechas.includes(seq)), sospechas: [] };

export function detenida(m: Maquina, codigo: CodigoDetenida): Maquina['fase'] {
  const fallo = m.fase.state === 'UNKNOWN' && m.fase.status !== undefined;
  return fallo ? { state: 'STOPPED', codigo, envio: m.fase.envio } : { state: 'STOPPED', codigo };
}

/** After what the service failed for was found in a piece, the next ones grow as they had shrunk. */
export const crecer = (m: Maquina): number => Math.min(tamanoInicial(m.ajustes, m.aprendido), m.tamano * PIEZAS);
