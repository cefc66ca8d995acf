import type { Progreso } from '#contract/progress.ts';
import type { Progreso as ProgresoCarga } from '../upload/index.ts';

/** Shorter waits are part of the work: saying each would be noise. */
const WORTH_SAYING_MS = 1_000;

const segundos = (ms: number): string => `${String(Math.ceil(ms / 1000))} s`;

/** What there is to say besides the numbers. */
function textoDe({ problema, espera, estado, auditando }: ProgresoCarga): string | undefined {
  if (problema !== null) {
    const que = problema === 'SIN_CONEXION' || problema === 'TIEMPO_AGOTADO' ? 'no responde' : 'responde mal';
    return `el servicio ${que}, probamos de nuevo en ${segundos(espera)}`;
  }
  if (auditando && espera >= WORTH_SAYING_MS) return `esperamos ${segundos(espera)} y miramos de nuevo`;
  if (estado === 'ESPERANDO') return undefined;
  return espera >= WORTH_SAYING_MS ? `esperamos ${segundos(espera)} a saber si llegó lo último` : undefined;
}

/** An upload's progress as every host shows it. */
export function progresoDe(progreso: ProgresoCarga): Progreso {
  const { carga, estado, total, enviados, tandas, leidos, auditando, problema } = progreso;
  const texto = textoDe(progreso);
  const dicho = texto === undefined ? { carga } : { carga, texto };
  if (auditando) return { fase: 'auditoria', hecho: 0, total: null, ...dicho };
  if (leidos > 0 && problema === null) return { fase: 'resultado', hecho: leidos, total, carga };
  if (estado === 'ESPERANDO') return { fase: 'espera', hecho: 0, total: null, ...dicho };
  return { fase: 'envio', hecho: enviados, total, tandas, ...dicho };
}
