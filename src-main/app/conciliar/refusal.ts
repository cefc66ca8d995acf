import path from 'node:path';
import type { StoppedUpload, SentBefore } from '#contract/documents.ts';
import { formatNumber, formatShortDay, shortenName } from '#domain/texts/language.ts';
import { AppError, getErrorMessage, type ErrorCode } from '#contract/errors.ts';
import { CONSOLE } from '#domain/texts/command-line.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { describeCount, getPhrase } from '#domain/texts/upload-sentences.ts';
import type { FileErrorCode } from '#domain/finding.ts';
import { describe, makeOption } from '#domain/upload/decision.ts';
import type { EqualUploads, Ledger, RepeatedFile, UploadRow } from '#storage/ledger/index.ts';
import { createMachines } from '../uploaded/uploads.ts';
import type { Draft } from './draft.ts';

/** The answer "they are different sales" to the question about a file that repeats another file of the call. May come together with another answer. */
const SEND_COPIES = 'enviar-iguales';

/** The answers to the questions about files, which the person gets before anything is sent. An existing upload takes other answers. */
const ANSWERS_ABOUT_FILES: ReadonlySet<string> = new Set(['nueva', 'enviar-todos', 'omitir-enviados', SEND_COPIES]);

export function splitAnswer(given: string | undefined): {
  readonly sendsCopies: boolean;
  readonly answer: string | undefined;
} {
  const answers = given?.split(',') ?? [];
  const others = answers.filter((one) => one !== SEND_COPIES);
  return { sendsCopies: others.length < answers.length, answer: others.length === 0 ? undefined : others.join(',') };
}

/** Refuses an answer about files that was given for an existing upload; the message names the command that takes it. Throws `DECISION_INVALIDA`. */
export function refuseAnswerAboutFile(upload: string, key: string): void {
  if (!key.split(',').every((one) => ANSWERS_ABOUT_FILES.has(one))) return;
  throw new AppError('DECISION_INVALIDA', {
    detail: { carga: upload, clave: key },
    mensaje: REFUSALS.answerAboutFile(key),
  });
}

/** The error for an answer that the question does not offer. Without a question, it lists the answers that may be given in advance. */
export function refuseAnswer(key: string, question?: StoppedUpload): AppError {
  const offered = question?.decision?.opciones.map(({ clave }) => clave) ?? [...ANSWERS_ABOUT_FILES];
  return new AppError('DECISION_INVALIDA', { detail: { clave: key }, mensaje: REFUSALS.notOffered(key, offered) });
}

/** The document that says why nothing was sent; the command `conciliar` then exits with 1. */
function toRefused(draft: Draft, code: ErrorCode | FileErrorCode, message: string): StoppedUpload {
  const validacion = draft.leidos.map((file) => (file.tipo === 'leido' ? file.resumen : file.ilegible));
  const [only] = validacion;
  return {
    carga: null,
    estado: 'RECHAZADA',
    codigo: code,
    mensaje: message,
    enviados: 0,
    pendientes: draft.validas,
    validacion: validacion.length === 1 && only !== undefined ? only : validacion,
  };
}

/** Why a draft cannot be sent; undefined if it can. A file that cannot be read stops the whole upload, whatever the options. */
export function findReasonNotToSend(
  ledger: Pick<Ledger, 'countCupones'>,
  draft: Draft,
  omitErrors: boolean,
): StoppedUpload | undefined {
  for (const file of draft.leidos)
    if (file.tipo === 'ilegible') return toRefused(draft, file.ilegible.codigo, file.ilegible.mensaje);
  const refuse = (code: ErrorCode): StoppedUpload => toRefused(draft, code, getErrorMessage(code));
  const hasErrors = draft.leidos.some((file) => file.tipo === 'leido' && file.resumen.conError > 0);
  if (hasErrors && !omitErrors) return refuse('VALIDACION_RECHAZADA');
  // The draft is empty if all its coupons were left out as sent before.
  if (ledger.countCupones(draft.carga) === 0)
    return draft.enviados.cupones > 0 ? toRefused(draft, 'SIN_CUPONES', CONSOLE.allSentBefore) : refuse('SIN_CUPONES');
  return undefined;
}

/** Earlier uploads of the same coupons. `borrada`: the reconciliation of the finished upload was deleted. */
type EarlierUploads = EqualUploads & { readonly borrada: boolean };

type SentUploads = Pick<Ledger, 'upload' | 'readEvents' | 'readLearned'>;

/** How many coupons of an upload were sent, and how many remain. `draftCupones`: the number in the draft, used if the ledger does not have the upload. */
function countsOf(
  ledger: SentUploads,
  upload: UploadRow | undefined,
  draftCupones: number,
): Pick<StoppedUpload, 'enviados' | 'pendientes'> {
  if (upload === undefined) return { enviados: 0, pendientes: draftCupones };
  const { applied, rejected } = createMachines(ledger, upload.cuenta)(upload.carga);
  return { enviados: applied, pendientes: Math.max(0, upload.total - rejected.length - applied) };
}

/** The question if the same coupons were uploaded before (docs/upload.md, "Sending the same again"). `enviados`, `pendientes`: of the earlier upload. */
export function askAboutEqual(
  ledger: SentUploads,
  { pendiente: pending, terminada: finished, borrada }: EarlierUploads,
  draftCupones: number,
): StoppedUpload | undefined {
  const uploadId = pending ?? finished;
  if (uploadId === null) return undefined;
  const fresh = makeOption('nueva', getPhrase('op_nueva'));
  const upload = ledger.upload(uploadId);
  const previous =
    upload === undefined ? {} : { anterior: { carga: uploadId, archivos: upload.archivos, at: upload.congelado } };
  const base = { carga: uploadId, estado: 'DECISION', ...countsOf(ledger, upload, draftCupones) };
  if (pending !== null) {
    const resume = makeOption(`retomar:${pending}`, getPhrase('op_retomar'));
    return {
      ...base,
      codigo: 'CARGA_PENDIENTE',
      mensaje: `${getErrorMessage('CARGA_PENDIENTE')} ${CONSOLE.toResumePending(pending)} ${CONSOLE.toSendAgain}`,
      decision: { ...describe(getPhrase('pendiente', { ids: [pending] }), [resume, fresh]), ...previous },
    };
  }
  const question = getPhrase(borrada ? 'ya_enviada_borrada' : 'ya_enviada', { ids: [uploadId] });
  return {
    ...base,
    codigo: 'YA_ENVIADO',
    mensaje: `${getErrorMessage('YA_ENVIADO')} ${borrada ? `${CONSOLE.wasDeleted} ` : ''}${CONSOLE.toSendAgain}`,
    decision: { ...describe(question, [fresh]), ...previous },
  };
}

const MAX_NAMED = 3;

/** Names the first uploads: "372 el 22/11 en «A-listado-pos»". */
function describeDestinations({ cargas }: SentBefore, today: string): readonly string[] {
  const named = cargas
    .slice(0, MAX_NAMED)
    .map(
      ({ archivo, dia, cupones }) =>
        `${formatNumber(cupones)} el ${formatShortDay(dia, today)} en «${shortenName(archivo)}»`,
    );
  const rest = cargas.slice(MAX_NAMED).reduce((sum, { cupones }) => sum + cupones, 0);
  return rest === 0 ? named : [...named, `${formatNumber(rest)} en otros envíos`];
}

function toQuestion(
  { codigo, pendientes, decision }: Required<Pick<StoppedUpload, 'codigo' | 'pendientes' | 'decision'>>,
  hints: readonly string[],
): StoppedUpload {
  const mensaje = [decision.pregunta, CONSOLE.nothingSent, ...hints].join(' ');
  return { carga: null, estado: 'DECISION', codigo, mensaje, enviados: 0, pendientes, decision };
}

/** Names a repeated file and its original: «copia.csv» (de «ventas.csv»); whole paths for equal names, and how many coupons if not all are repeated. */
function describeRepeated({ copy, original, de, iguales }: RepeatedFile): string {
  const [name, other] = [path.basename(copy), path.basename(original)];
  const [shown, shownOther] = name === other ? [copy, original] : [name, other];
  const share = iguales === de ? '' : `${formatNumber(iguales)} de sus ${describeCount(de)}, `;
  return `«${shown}» (${share}de «${shownOther}»)`;
}

/** The question if another file of the call has most of a file's coupons (docs/upload.md). `answered`: an earlier answer, which the offered answer includes. */
export function askAboutRepeated(
  ledger: Pick<Ledger, 'countCupones'>,
  { carga, repeated }: Draft,
  answered: string | undefined,
): StoppedUpload {
  const areWhole = repeated.every(({ de, iguales }) => iguales === de);
  const question = getPhrase(areWhole ? 'archivo_repetido' : 'archivo_repetido_casi', {
    ids: repeated.slice(0, MAX_NAMED).map(describeRepeated),
  });
  const key = answered === undefined ? SEND_COPIES : `${answered},${SEND_COPIES}`;
  const decision = describe(question, [makeOption(key, getPhrase('op_enviar_iguales'))]);
  const hint = CONSOLE.toSendCopies(answered === undefined ? '--repetir' : `--decidir ${key}`);
  return toQuestion({ codigo: 'ARCHIVO_REPETIDO', pendientes: ledger.countCupones(carga), decision }, [hint]);
}

/** The question to ask if most coupons of a file were sent before in other files (docs/upload.md, "Sending the same again"). */
export function askAboutSent(sent: SentBefore, today: string): StoppedUpload {
  const { cupones, de, archivos = 1 } = sent;
  const question = getPhrase(archivos === 1 ? 'ya_enviados' : 'ya_enviados_varios', {
    n: cupones,
    ids: describeDestinations(sent, today),
  });
  const all = makeOption('enviar-todos', getPhrase('op_enviar_todos', { n: de }));
  const omit = makeOption('omitir-enviados', getPhrase('op_omitir_enviados', { n: de - cupones }));
  const options = cupones === de ? [all] : [omit, all];
  const decision = { ...describe(question, options), yaEnviados: sent };
  const hints = [...(cupones === de ? [] : [CONSOLE.toLeaveOut]), CONSOLE.toSendAllAgain];
  return toQuestion({ codigo: 'YA_ENVIADO', pendientes: de, decision }, hints);
}
