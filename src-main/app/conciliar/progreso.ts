import type { Progreso } from '#contract/progress.ts';
import { enCastellano, frase, type Frase } from '#domain/frase.ts';
import type { Progreso as ProgresoCarga } from '../upload/index.ts';

/** Shorter waits are part of the work: saying each would be noise. */
const WORTH_SAYING_MS = 1_000;

/** What there is to say besides the numbers. */
function dichoDe({ problema, espera, estado, auditando }: ProgresoCarga): Frase | undefined {
  const n = Math.ceil(espera / 1000);
  if (problema !== null) {
    return frase(problema === 'SIN_CONEXION' || problema === 'TIEMPO_AGOTADO' ? 'no_responde' : 'responde_mal', { n });
  }
  if (espera < WORTH_SAYING_MS) return undefined;
  if (auditando) return frase('mirar', { n });
  return estado === 'ESPERANDO' ? undefined : frase('esperar', { n });
}

/** An upload's progress as every host shows it. */
export function progresoDe(progreso: ProgresoCarga): Progreso {
  const { carga, estado, total, enviados, tandas, leidos, auditando, problema } = progreso;
  const dicha = dichoDe(progreso);
  const dicho = dicha === undefined ? { carga } : { carga, texto: enCastellano(dicha), frase: dicha };
  if (auditando) return { fase: 'auditoria', hecho: 0, total: null, ...dicho };
  if (leidos > 0 && problema === null) return { fase: 'resultado', hecho: leidos, total, carga };
  if (estado === 'ESPERANDO') return { fase: 'espera', hecho: 0, total: null, ...dicho };
  return { fase: 'envio', hecho: enviados, total, tandas, ...dicho };
}
