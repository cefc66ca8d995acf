import { formatNumber } from '#domain/texts/language.ts';
import type { Sending, UploadEvent } from '#domain/upload/types.ts';
import type { CuponRow } from '#storage/ledger/index.ts';
import type { Progress } from '#contract/host-events.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { sayAtConsole, getPhrase, type Sentence, type SentenceCode } from '#domain/texts/upload-sentences.ts';
import type { UploadProgress } from './types.ts';

/** A service may fail once for any coupon, so the rows are named only where it failed more often for them. */
const MIN_FAILURES = 2;

/** How many times the service failed (5xx) when it got these coupons; 0 when it once took them. */
export function countFailures(
  events: readonly UploadEvent[],
  { desde, hasta }: Pick<Sending, 'desde' | 'hasta'>,
): number {
  let failures = 0;
  let sending: Sending | null = null;
  for (const event of events) {
    if (event.kind === 'intento') sending = event.envio;
    if (sending === null || sending.desde > desde || sending.hasta < hasta) continue;
    if (event.kind === 'aplicado') return 0;
    if (event.kind === 'perdida' && event.status !== undefined) failures += 1;
  }
  return failures;
}

/**
 * Where the coupons that the service fails for each time are in the spreadsheet, and what to do about them. null where that was not seen, or the ledger
 * does not know the rows.
 */
export function describeRows(
  files: readonly string[],
  rows: { readonly first: CuponRow | undefined; readonly last: CuponRow | undefined },
  failures: number,
): string | null {
  const { first, last } = rows;
  if (failures < MIN_FAILURES || first === undefined || last === undefined) return null;
  const sheetOf = ({ archivo, hoja }: CuponRow): string =>
    `${files[archivo] ?? 'la planilla'}${hoja === null ? '' : `, hoja «${hoja}»`}`;
  const isInOneFile = sheetOf(first) === sheetOf(last);
  const isOneRow = isInOneFile && first.fila === last.fila;
  const from = `${String(first.fila)}${isInOneFile ? '' : ` de ${sheetOf(first)}`}`;
  const which = isOneRow
    ? `el cupón de la fila ${from}`
    : `los cupones de la fila ${from} a la fila ${String(last.fila)}`;
  const what = `El servicio falló las ${formatNumber(failures)} veces que recibió ${which} de ${sheetOf(last)}.`;
  const smaller = isOneRow ? '' : ' Al retomar con tandas más chicas (--por-tanda) se sabe cuál es.';
  return `${what} Si con los demás no falla, revisá ${isOneRow ? 'esa fila' : 'esas filas'}.${smaller}`;
}

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
