import type { Progress } from '#contract/host-events.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { sayAtConsole, getPhrase, type Sentence, type SentenceCode } from '#domain/texts/upload-sentences.ts';
import type { UploadProgress } from './types.ts';

/** Shorter waits are part of the work: saying each would be noise. */
const WORTH_SAYING_MS = 1_000;

function codeOf(problem: ErrorCode): SentenceCode {
  if (problem === 'SIN_CONEXION' || problem === 'TIEMPO_AGOTADO') return 'no_responde';
  return problem === 'DEMASIADOS_PEDIDOS' ? 'pide_esperar' : 'responde_mal';
}

/** What there is to say besides the numbers. */
function statementOf({ problema, espera, estado, isAuditing }: UploadProgress): Sentence | undefined {
  const n = Math.ceil(espera / 1000);
  if (problema !== null) return getPhrase(codeOf(problema), { n });
  if (espera < WORTH_SAYING_MS) return undefined;
  if (isAuditing) return getPhrase('mirar', { n });
  return estado === 'ESPERANDO' ? undefined : getPhrase('esperar', { n });
}

/** An upload's progress as every host shows it. */
export function progressOf(progress: UploadProgress): Progress {
  const { carga, estado, total, enviados, tandas, leidos: readCount, isAuditing, problema } = progress;
  const statement = statementOf(progress);
  const said = statement === undefined ? { carga } : { carga, texto: sayAtConsole(statement), frase: statement };
  if (isAuditing) return { fase: 'auditoria', hecho: 0, total: null, ...said };
  if (readCount > 0 && problema === null) return { fase: 'resultado', hecho: readCount, total, carga };
  if (estado === 'ESPERANDO') return { fase: 'espera', hecho: 0, total: null, ...said };
  return { fase: 'envio', hecho: enviados, total, tandas, ...said };
}
