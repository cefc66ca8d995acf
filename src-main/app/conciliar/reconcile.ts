/** Sends and resumes uploads. Longer than 300 lines, because sending and resuming begin and end in the same way. */
import { refuseExisting } from '#platform/new-file.ts';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { AppError, isAppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { SettingsDocument } from '#contract/settings.ts';
import type { UploadDocument } from '#contract/documents.ts';
import type { ExplanationsDocument } from '#contract/explanations.ts';
import { civilDateAt } from '#domain/civil-date.ts';
import type { ColumnsUsed, InFile } from '#domain/finding.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { Progress } from '#contract/host-events.ts';
import { getSystemCode } from '#platform/disk-error.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import { addReasons } from '../conciliaciones/explained.ts';
import { keepResult } from '../conciliaciones/keep-result.ts';
import type { Names } from '../conciliaciones/listing.ts';
import type { Session } from '../open/sessions.ts';
import { lookupIn } from '../uploaded/sent.ts';
import type { Shared } from '../open/index.ts';
import { findConciliacion, readGone, wasDeleted } from '../uploaded/uploads.ts';
import type { Account } from '../accounts/account.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import type { Import } from './read-files.ts';
import { writeReport } from '../reports/write-report.ts';
import { createTurnsOf, createUploads, type Boundary, type UploadResult, type Uploads } from '../upload/index.ts';
import { noteCorrections, readDraft, type Draft } from './draft.ts';
import { columnsOf, documentOf, hasResult, notChosenOf, withoutReport } from './document.ts';
import {
  askAboutRepeated,
  askAboutSent,
  findReasonNotToSend,
  askAboutEqual,
  refuseAnswer,
  refuseAnswerAboutFile,
  splitAnswer,
} from './refusal.ts';

export interface ReconcileDeps extends Pick<Shared, 'sessions' | 'ledgers' | 'caches' | 'clock' | 'random'> {
  readonly importer: Import;
  readonly names: Pick<Names, 'of'>;
  /** The settings that apply where a call gives no option. */
  readonly settings: { read(): Promise<Pick<SettingsDocument, 'tardanza' | 'porTanda'>> };
  /** Called after an account's ledger was written. Must not reject, and must not make the caller wait. */
  readonly afterSending: (account: Account) => void;
  readonly showExplanation: (
    input: Pick<MethodParsed<'explicaciones.explicar'>, 'cuenta' | 'de' | 'sinPreguntar'>,
    context: MethodContext,
  ) => Promise<ExplanationsDocument>;
  readonly who: () => string;
  /** Only for tests, which stop the process at a named point. */
  readonly onBoundary?: ((name: Boundary, tanda: number) => void) | undefined;
}

type ReconcileInput = MethodParsed<'cargas.conciliar'>;
type ResumeInput = MethodParsed<'cargas.retomar'>;
type Mode = Pick<ReconcileInput, 'tardanza' | 'espera' | 'estable' | 'informe' | 'carpeta' | 'porTanda' | 'avisos'>;

type SendInput = Mode &
  Pick<ResumeInput, 'sinPreguntar'> &
  Pick<
    ReconcileInput,
    'cuenta' | 'omitirErrores' | 'marcador' | 'repetir' | 'decidir' | 'guardarPlantilla' | 'respuestas'
  >;

type MakeDraft = (ledger: Ledger, account: Account) => Promise<Draft>;

export type Reconcile = ReturnType<typeof createReconcile>;

interface Job {
  readonly sesion: Session;
  readonly ledger: Ledger;
  readonly uploads: Uploads;
}

const toMilliseconds = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : seconds * 1000;

/** The upload's settings from the options of a call. Without an option, the upload's default applies. */
function settingsOf({ tardanza, espera, estable, porTanda }: Mode) {
  const given = {
    patienceMs: toMilliseconds(tardanza),
    esperaMs: toMilliseconds(espera),
    settledMs: toMilliseconds(estable),
    porTanda,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Checks that the report can be written, before an upload that may take an hour. */
async function refuseImpossibleReport({ informe, carpeta }: Mode): Promise<void> {
  const destination = informe === undefined ? carpeta : path.dirname(informe);
  try {
    if (informe !== undefined) await refuseExisting(informe);
    if (destination !== undefined) await access(destination, constants.W_OK);
  } catch (error) {
    if (isAppError(error)) throw error;
    const detail = { carpeta: destination ?? '', causa: getSystemCode(error) ?? '' };
    throw new AppError('CARPETA_SIN_PERMISO', { cause: error, mensaje: REFUSALS.reportNotWritable, detail });
  }
}

export function createReconcile({
  sessions,
  ledgers,
  caches,
  importer,
  names,
  settings,
  afterSending,
  showExplanation,
  clock,
  who,
  random,
  onBoundary,
}: ReconcileDeps) {
  /** Shared by all calls, so that the uploads of an account run one after another. */
  const turnsOf = createTurnsOf();

  async function openUploads(
    account: string | undefined,
    mode: Mode & Pick<ResumeInput, 'sinPreguntar'>,
    { signal, onProgress }: MethodContext,
  ): Promise<Job> {
    const session = await sessions.open(account, signal, mode);
    const ledger = await ledgers.open(session.cuenta);
    const kept = await caches.results(session.cuenta);
    const { tardanza, porTanda } = await settings.read();
    const uploads = createUploads({
      ledger,
      service: session.servicio.conciliaciones,
      clock,
      random,
      account: session.cuenta.id,
      turns: turnsOf(session.cuenta.id),
      settings: settingsOf({ ...mode, tardanza: mode.tardanza ?? tardanza, porTanda: mode.porTanda ?? porTanda }),
      onProgress,
      isGone: (upload, id) => wasDeleted({ ledger, deleted: readGone(ledger, kept) }, upload, id),
      // After each run, back up the ledger in the background.
      afterRun: () => afterSending(session.cuenta),
      keepResult: (of) => keepResult({ ...of, results: kept, ledger, clock, isOfUpload: true }),
      ...(onBoundary === undefined ? {} : { onBoundary }),
    });
    return { sesion: session, ledger, uploads };
  }

  async function finishRun(
    { uploads, sesion }: Job,
    result: UploadResult,
    { modo, context, columnas }: { modo: Mode; context: MethodContext; columnas?: readonly InFile<ColumnsUsed>[] },
  ): Promise<UploadDocument> {
    const built = uploads.buildReport(result.carga);
    const id = built.conciliacion?.id;
    const name = id === undefined ? undefined : (await names.of(sesion.cuenta))(id, result.carga);
    const source = { ...built, cuenta: sesion.cuenta.nombre, nombre: name, columnas };
    const { informe, carpeta } = modo;
    const output = informe !== undefined ? { archivo: informe } : carpeta === undefined ? undefined : { carpeta };
    const notices = modo.avisos === true ? { avisos: [...source.readNotices()] } : {};
    if (!hasResult(result) || output === undefined) return { ...documentOf(result, source, null), ...notices };
    let notDownloaded: Pick<UploadDocument, 'sinBajar'> = {};
    const explain = async (): Promise<ExplanationsDocument> => {
      const input = { cuenta: sesion.cuenta.nombre, de: result.carga, sinPreguntar: true };
      const explanation = await showExplanation(input, context);
      if (explanation.sinBajar !== null) notDownloaded = { sinBajar: explanation.sinBajar };
      return explanation;
    };
    try {
      const explained = await addReasons(() => source, explain);
      const report = await writeReport(explained, {
        signal: context.signal,
        creado: clock.now(),
        salida: output,
        onProgress: (done, total) => context.onProgress({ fase: 'informe', hecho: done, total } satisfies Progress),
      });
      return { ...documentOf(result, source, report), ...notices, ...notDownloaded };
    } catch (error) {
      return { ...withoutReport(documentOf(result, source, null), error), ...notices, ...notDownloaded };
    }
  }

  /** Checks whether a draft's coupons were uploaded before. Returns a question, or the upload that was resumed instead; undefined if the draft is to be sent. */
  async function resolveEqual(
    job: Job,
    draft: Draft,
    { input, context }: { input: SendInput; context: MethodContext },
  ): Promise<UploadDocument | undefined> {
    const { answer } = splitAnswer(input.decidir);
    if (input.repetir === true || answer === 'nueva') return undefined;
    const { ledger, sesion } = job;
    const { enviados, hasSentFile } = draft;
    const same = ledger.findEqualTo(draft.carga);
    const { pendiente: pending, terminada: finished } = same;
    const deleted = finished === null ? undefined : readGone(ledger, await caches.existingResults(sesion.cuenta));
    const borrada =
      finished !== null &&
      deleted !== undefined &&
      wasDeleted({ ledger, deleted }, finished, findConciliacion(ledger, finished));
    const question = askAboutEqual(ledger, { ...same, borrada }, draft.validas);
    // `enviar-todos` and `omitir-enviados` answer another question: whether to send coupons that another file has sent.
    if (answer === 'enviar-todos') return question;
    if (answer === 'omitir-enviados') return pending === null ? undefined : question;
    if (question === undefined) {
      if (hasSentFile) return askAboutSent(enviados, civilDateAt(clock.now()));
      if (answer !== undefined) throw refuseAnswer(answer);
      return undefined;
    }
    if (answer === undefined) return question;
    if (pending === null || answer !== `retomar:${pending}`) throw refuseAnswer(answer, question);
    const result = await job.uploads.resume(pending, context.signal);
    return finishRun(job, result, { modo: input, context });
  }

  return {
    reconcile: (input: ReconcileInput, context: MethodContext): Promise<UploadDocument> =>
      send(
        input,
        async (ledger, account) => {
          const { archivos, hoja, plantilla, mapear, respuestas, decidir, repetir } = input;
          const { answer } = splitAnswer(decidir);
          const isAnswered = repetir === true || answer !== undefined;
          const source = {
            ledger,
            account: account.id,
            files: archivos,
            reading: { hoja, plantilla, mapear, respuestas },
            alreadySent: lookupIn(ledger, await caches.existingResults(account)),
            sent: answer === 'omitir-enviados' ? 'leave-out' : isAnswered ? 'again' : 'tell',
          } as const;
          return readDraft(importer, source, context);
        },
        context,
      ),

    send,

    async resume(input: ResumeInput, context: MethodContext): Promise<readonly UploadDocument[]> {
      await refuseImpossibleReport(input);
      const job = await openUploads(input.cuenta, input, context);
      const { uploads, ledger } = job;
      const { decidir } = input;
      const uploadList = listRequestedUploads(input, uploads);
      if (input.informe !== undefined && uploadList.length > 1)
        throw new AppError('USO', { mensaje: REFUSALS.oneReportForSeveral });
      const documents: UploadDocument[] = [];
      const missing = uploadList.find((upload) => ledger.upload(upload) === undefined);
      if (missing !== undefined) throw new AppError('CARGA_INEXISTENTE', { detail: { carga: missing } });
      const [only] = uploadList;
      if (only !== undefined && decidir !== undefined) refuseAnswerAboutFile(only, decidir);
      const { signal } = context;
      const results =
        only === undefined || decidir === undefined || decidir === `retomar:${only}`
          ? uploads.resumeEach(uploadList, signal, input.porTanda)
          : [await uploads.decide(only, decidir, signal)];
      for await (const result of results) documents.push(await finishRun(job, result, { modo: input, context }));
      return documents;
    },
  };

  async function send(input: SendInput, makeDraft: MakeDraft, context: MethodContext): Promise<UploadDocument> {
    await refuseImpossibleReport(input);
    const job = await openUploads(input.cuenta, input, context);
    const { ledger, uploads, sesion } = job;
    const draft = await makeDraft(ledger, sesion.cuenta);
    let isFrozen = false;
    let askedLate: UploadDocument | undefined;
    /** Checks again: while this call waited for its turn, another call may have frozen the same coupons. */
    const refuseEqual = async (): Promise<void> => {
      askedLate = await resolveEqual(job, draft, { input, context });
      if (askedLate !== undefined) throw new AppError('YA_ENVIADO');
      noteCorrections(ledger, draft, who());
    };
    try {
      const refusal = findReasonNotToSend(ledger, draft, input.omitirErrores === true);
      if (refusal !== undefined) return refusal;
      await saveTemplate(draft, input);
      const resolved = await resolveEqual(job, draft, { input, context });
      if (resolved !== undefined) return resolved;
      const { sendsCopies, answer } = splitAnswer(input.decidir);
      if (draft.repeated.length > 0 && !sendsCopies && input.repetir !== true)
        return askAboutRepeated(ledger, draft, answer);
      const options = { marcador: input.marcador ?? 'auto', beforeFreezing: refuseEqual } as const;
      const result = await uploads.start(draft.carga, options, context.signal);
      isFrozen = true;
      const columnas = columnsOf(draft);
      return {
        ...(await finishRun(job, result, { modo: input, context, columnas })),
        ...notChosenOf(draft),
        ...(columnas.length === 0 ? {} : { columnas }),
      };
    } catch (error) {
      if (askedLate === undefined) throw error;
      return askedLate;
    } finally {
      // Discard a draft that was not frozen: later calls read the file again.
      if (!isFrozen && ledger.upload(draft.carga) === undefined) ledger.discardDraft(draft.carga);
    }
  }

  /** Saves as a template how the first file was read, and which of its sheets, if the call names a template. */
  async function saveTemplate({ leidos }: Draft, input: SendInput): Promise<void> {
    const { guardarPlantilla: name, respuestas } = input;
    const read = leidos.flatMap((file) => (file.tipo === 'leido' ? file : []));
    const [first] = read;
    if (name === undefined || first === undefined) return;
    const { archivo } = first.resumen;
    const hojas = read.flatMap(({ resumen }) => (resumen.archivo === archivo ? (resumen.hoja ?? []) : []));
    await importer.templates.remember(name, first.detalle, { respuestas, hojas });
  }
}

/** The upload that the call names, or all unfinished uploads. An answer (`decidir`) needs a named upload, or exactly one unfinished upload. */
function listRequestedUploads({ carga, decidir }: ResumeInput, uploads: Uploads): readonly string[] {
  if (carga !== undefined) return [carga];
  const pending = uploads.listPending().map((pending) => pending.carga);
  if (decidir !== undefined && pending.length !== 1)
    throw new AppError('USO', {
      mensaje: pending.length === 0 ? REFUSALS.nothingToAnswer : REFUSALS.oneAnswerForSeveral,
    });
  return pending;
}
