import type { StoppedUpload, SentBefore, ValidationDocument } from '#contract/documents.ts';
import { formatShortDay, shortenName } from '#domain/texts/language.ts';
import { errorMessage, type ErrorCode } from '#contract/errors.ts';
import { phrase } from '#domain/texts/upload-sentences.ts';
import type { FileErrorCode } from '#domain/finding.ts';
import { descripcion, makeOption } from '#domain/upload/index.ts';
import type { EqualUploads, Ledger } from '#storage/ledger/index.ts';
import type { Draft } from './draft.ts';

/** The document that says why nothing was sent; `conciliar` then exits with 1. */
function refused({ importer, validacion }: Draft, codigo: ErrorCode | FileErrorCode, mensaje: string): StoppedUpload {
  const [only] = validacion;
  const shown: ValidationDocument | readonly ValidationDocument[] =
    validacion.length === 1 && only !== undefined ? only : validacion;
  return {
    carga: null,
    estado: 'RECHAZADA',
    codigo,
    mensaje,
    enviados: 0,
    pendientes: importer.validas,
    validacion: shown,
  };
}

/** Why a draft cannot be sent; undefined when it can. One unreadable file refuses all of them, whatever the options are. */
export function reasonNotToSend(
  ledger: Pick<Ledger, 'cuponesDe'>,
  draft: Draft,
  omitirErrores: boolean,
): StoppedUpload | undefined {
  for (const doc of draft.validacion) {
    if ('codigo' in doc) return refused(draft, doc.codigo, doc.mensaje);
  }
  const refuse = (codigo: ErrorCode): StoppedUpload => refused(draft, codigo, errorMessage(codigo));
  if (!draft.importer.hasNoErrors && !omitirErrores) return refuse('VALIDACION_RECHAZADA');
  if (draft.importer.validas === 0) return refuse('SIN_CUPONES');
  // Only the coupons in the draft are sent, and all of them may have been left out.
  if (ledger.cuponesDe(draft.carga) === 0) return refused(draft, 'SIN_CUPONES', ALL_SENT);
  return undefined;
}

const ALL_SENT =
  'Todos los cupones del archivo ya se habían enviado. No se envió nada. Si querés mandarlos otra vez: el mismo comando con --repetir.';
const WAS_DELETED = 'Su conciliación se borró después: una nueva no repite los cupones.';
const TO_SEND_AGAIN = 'Para mandarlo otra vez: el mismo comando con --repetir.';

/** Uploads of the same coupons, and whether the finished one's reconciliation was deleted here since. */
type EarlierUploads = EqualUploads & { readonly borrada: boolean };

/** The question to a person when the same coupons were uploaded before (docs/upload.md, "Sending the same again"). */
export function askAboutEqual(
  ledger: Pick<Ledger, 'upload'>,
  { pendiente: pending, terminada: finished, borrada }: EarlierUploads,
  pendientes: number,
): StoppedUpload | undefined {
  const carga = pending ?? finished;
  if (carga === null) return undefined;
  const fresh = makeOption('nueva', phrase('op_nueva'));
  const upload = ledger.upload(carga);
  const anterior = upload === undefined ? {} : { anterior: { carga, archivos: upload.archivos, at: upload.congelado } };
  const base = { carga, estado: 'DECISION', enviados: 0, pendientes };
  if (pending !== null) {
    const resume = makeOption(`retomar:${pending}`, phrase('op_retomar'));
    return {
      ...base,
      codigo: 'CARGA_PENDIENTE',
      mensaje: `${errorMessage('CARGA_PENDIENTE')} Para retomarlo: conciliador conciliaciones retomar ${pending}. ${TO_SEND_AGAIN}`,
      decision: { ...descripcion(phrase('pendiente', { ids: [pending] }), [resume, fresh]), ...anterior },
    };
  }
  const pregunta = phrase(borrada ? 'ya_enviada_borrada' : 'ya_enviada', { ids: [carga] });
  return {
    ...base,
    codigo: 'YA_ENVIADO',
    mensaje: `${errorMessage('YA_ENVIADO')} ${borrada ? `${WAS_DELETED} ` : ''}${TO_SEND_AGAIN}`,
    decision: { ...descripcion(pregunta, [fresh]), ...anterior },
  };
}

/** A question names at most so many uploads. */
const MAX_NAMED = 3;
const TO_LEAVE_OUT = 'Para omitirlos: el mismo comando con --decidir omitir-enviados.';
const TO_SEND_ALL = 'Para mandarlos otra vez: el mismo comando con --repetir.';

/** More than half of the coupons: then the file itself was sent before, with something added. */
export const areMost = ({ cupones, de }: SentBefore): boolean => cupones * 2 > de;

/** "372 el 22/11 en «A-listado-pos»": the first uploads. */
function whereTheyWent({ cargas }: SentBefore, hoy: string): readonly string[] {
  const named = cargas
    .slice(0, MAX_NAMED)
    .map(
      ({ archivo, dia, cupones }) => `${String(cupones)} el ${formatShortDay(dia, hoy)} en «${shortenName(archivo)}»`,
    );
  const rest = cargas.slice(MAX_NAMED).reduce((sum, { cupones }) => sum + cupones, 0);
  return rest === 0 ? named : [...named, `${String(rest)} en otros envíos`];
}

/** The question to a person when most coupons of a file were sent before, in other files (docs/upload.md, "Sending the same again"). */
export function askAboutSent(enviados: SentBefore, hoy: string): StoppedUpload {
  const { cupones, de } = enviados;
  const pregunta = phrase('ya_enviados', { n: cupones, ids: whereTheyWent(enviados, hoy) });
  const all = makeOption('enviar-todos', phrase('op_enviar_todos', { n: de }));
  const omitir = makeOption('omitir-enviados', phrase('op_omitir_enviados', { n: de - cupones }));
  const opciones = cupones === de ? [all] : [omitir, all];
  const decision = descripcion(pregunta, opciones);
  return {
    carga: null,
    estado: 'DECISION',
    codigo: 'YA_ENVIADO',
    mensaje: [decision.pregunta, 'No se envió nada.', ...(cupones === de ? [] : [TO_LEAVE_OUT]), TO_SEND_ALL].join(' '),
    enviados: 0,
    pendientes: de,
    decision: { ...decision, yaEnviados: enviados },
  };
}
