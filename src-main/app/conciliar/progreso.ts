import type { Progreso } from '#contract/progress.ts';
import type { Progreso as ProgresoCarga } from '../upload/index.ts';

/** Shorter waits are part of the work: saying each would be noise. */
const WORTH_SAYING_MS = 1_000;

/** An upload's progress as every host shows it. */
export function progresoDe({ estado, total, enviados, tandas, espera, leidos }: ProgresoCarga): Progreso {
  if (leidos > 0) return { fase: 'resultado', hecho: leidos, total };
  if (estado === 'ESPERANDO') return { fase: 'espera', hecho: 0, total: null };
  const texto =
    espera >= WORTH_SAYING_MS
      ? `esperamos ${String(Math.round(espera / 1000))} s a saber si llegó lo último`
      : tandas === 0
        ? undefined
        : `tanda ${String(tandas)}`;
  return { fase: 'envio', hecho: enviados, total, ...(texto === undefined ? {} : { texto }) };
}
