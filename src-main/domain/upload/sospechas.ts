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

const menos = (seqs: readonly number[], otros: readonly number[]): readonly number[] =>
  seqs.filter((seq) => !otros.includes(seq));

/** A coupon that was left out and is sent once more: the only send that begins with one of those. */
export const esVuelta = (m: Maquina, { desde }: Pick<Envio, 'desde'>): boolean => m.rechazados.includes(desde);

/** Coupons that the service failed for and that were not sent once more yet, in the order in which they are. */
export const porVolver = (m: Maquina): readonly number[] => menos([...m.fallados, ...m.sospechas], m.vueltos);

/** Left out while the next one is tried, alone. */
export function bajoSospecha(m: Maquina, seq: number, mono: Mono): Maquina {
  const vuelta = esVuelta(m, { desde: seq });
  return {
    ...m,
    rechazados: [...menos(m.rechazados, [seq]), seq].sort((a, b) => a - b),
    sospechas: [...menos(m.sospechas, [seq]), seq],
    fallados: menos(m.fallados, [seq]),
    vueltos: vuelta ? [...m.vueltos, seq] : m.vueltos,
    division: vuelta ? m.division : (m.division ?? { hasta: seq, mayor: 0, falla: true }),
    tamano: 1,
    noAplicados: 0,
    fase: reposo(m, mono),
  };
}

/**
 * Something was taken: what was left out is not the service's doing. Or it is, and it has just ended: what was not sent once more yet is,
 * before the close. `vuelto` was, and it is what was taken.
 */
export const trasTomar = (m: Maquina, vuelto: number | null) => {
  const tomado = vuelto === null ? [] : [vuelto];
  return {
    rechazados: menos(m.rechazados, tomado),
    fallados: menos([...m.fallados, ...menos(m.sospechas, m.vueltos)], tomado),
    sospechas: [],
  };
};

/** Nothing was taken since they were left out: they are sent again when it goes on, those that were passed by already before the close. */
export const sinSospechas = (m: Maquina): Maquina =>
  m.sospechas.length === 0
    ? m
    : {
        ...m,
        rechazados: m.rechazados.filter((seq) => seq < m.siguiente || !m.sospechas.includes(seq)),
        fallados: [...m.fallados, ...m.sospechas.filter((seq) => seq < m.siguiente)],
        vueltos: menos(m.vueltos, m.sospechas),
        sospechas: [],
      };

/** A coupon was refused alone, for good. */
export const rechazado = (m: Maquina, seq: number) => ({
  rechazados: [...menos(m.rechazados, [seq]), seq].sort((a, b) => a - b),
  fallados: menos(m.fallados, [seq]),
  sospechas: menos(m.sospechas, [seq]),
});

export function detenida(m: Maquina, codigo: CodigoDetenida): Maquina['fase'] {
  const fallo = m.fase.state === 'UNKNOWN' && m.fase.status !== undefined;
  return fallo ? { state: 'STOPPED', codigo, envio: m.fase.envio } : { state: 'STOPPED', codigo };
}

/** After what the service failed for was found in a piece, the next ones grow as they had shrunk. */
export const crecer = (m: Maquina): number => Math.min(tamanoInicial(m.ajustes, m.aprendido), m.tamano * PIEZAS);
