import { isAppError, type AppError } from '#contract/errors.ts';
import { CONSOLE } from '#domain/texts/command-line.ts';
import type { TriedMethod, SeenRequest, ServiceTrial, TriedService } from '#contract/probe.ts';
import { addDays, civilDateAt, civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { DateWindow } from '#domain/window.ts';
import { writeJsonAtomic } from '#platform/atomic-file.ts';
import type { Service } from '#service/index.ts';
import type { LearnedStore } from '#service/learned.ts';
import type { BadRow } from '#service/wire/rows.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Results } from '#storage/results/index.ts';
import { REVOKE_MS } from '../accounts/account-session.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import type { Account } from '../accounts/account.ts';
import { refuseExisting } from '#platform/new-file.ts';
import { countDifferences, listDifferencesOfRefusal, listDifferencesOfRow } from './differences.ts';
import { conclude } from './open-points.ts';
import { askQuestions } from './questions.ts';
import { listRawRows, getRawTotal } from './raw-rows.ts';
import { ABSENT_ID, READINGS, type MethodReading } from './readings.ts';
import { createRecorder, requestOf, type Seen } from './recorder.ts';
import { createSilence } from './silence.ts';
import { runTrialUpload, type Trial } from './trial-upload.ts';
import type { UploadsDeps } from '../upload/index.ts';
import { concludeUpload, withUpload } from './upload-points.ts';

/** Makes a client for the probe alone: it knows nothing of the service yet, and what it learns is forgotten. */
export type Connect = (
  name: string | undefined,
  watch: Pick<ReturnType<typeof createRecorder>, 'watcher' | 'quarantine'> & { readonly learned: LearnedStore },
  signal: AbortSignal,
) => Promise<{ readonly account: Account; readonly service: Service }>;

/** What a trial upload needs of this PC. */
export type OpenTrial = (account: Account) => Promise<{
  readonly ledger: Ledger;
  readonly results: Pick<Results, 'readDeleted' | 'remove'>;
  /** The turns of the account, shared with its other uploads. */
  readonly turns?: UploadsDeps['turns'];
  readonly random: () => number;
  /** Called when something was written to the ledger. Never rejects. */
  readonly afterSend: () => Promise<void>;
}>;

interface Deps {
  readonly connect: Connect;
  readonly openTrial: OpenTrial;
  readonly clock: Clock;
  readonly program: string;
}

/** The probe reads today and the six days before; of reconciliations, the days that their screen shows. */
const DAYS = 7;
const DAYS_OF_LIST = 90;
/** A field's name, never a value: a key that is a number or somebody's name is not told. */
const FIELD_NAME = /^[a-z][a-z_]{0,40}$/i;

const windowOf = (to: DateWindow['hasta'], days: number): DateWindow => ({ desde: addDays(to, 1 - days), hasta: to });

interface Asked {
  readonly cuenta?: string | undefined;
  readonly informe?: string | undefined;
  readonly withUpload?: boolean;
}

/** Reads, asks, and reports how the service answered. Throws what the person can correct: no such account, no secret, an existing file. */
export function createProbe({ connect, openTrial, clock, program }: Deps) {
  return async (
    { cuenta: name, informe, withUpload: isUploading = false }: Asked,
    { signal, onProgress }: MethodContext,
  ): Promise<TriedService> => {
    if (informe !== undefined) await refuseExisting(informe);
    const learned = new Map<string, string>();
    const recorder = createRecorder();
    const { account, service } = await connect(name, { ...recorder, learned }, signal);
    const window = windowOf(civilDateAt(clock.now()), DAYS);
    const seenBy = new Map<string, readonly Seen[]>();
    const methods: TriedMethod[] = [];
    const silence = createSilence();
    let id = ABSENT_ID;

    /** Totals are neither paged nor cut by the client: they are asked for at most the longest window that their list took. */
    function daysOf(method: string): number {
      if (method === 'conciliar-operaciones-listar') return DAYS_OF_LIST;
      const listMethod = method.replace(/-totales$/, '');
      return listMethod === method ? DAYS : Math.min(DAYS, service.learned.maxDays(listMethod) ?? DAYS);
    }

    async function readOne({ metodo, read }: MethodReading): Promise<void> {
      const asked = windowOf(window.hasta, daysOf(metodo));
      let rows: readonly object[] = [];
      let failure: AppError | undefined;
      try {
        ({ rows } = await read({ service, window: asked, id, signal }));
      } catch (error) {
        signal.throwIfAborted();
        if (!isAppError(error)) throw error;
        failure = error;
      }
      silence.note(failure);
      const { seen, setAside } = recorder.take();
      seenBy.set(metodo, seen);
      const [first] = rows;
      if (metodo === 'conciliar-operaciones-listar' && first !== undefined && 'id' in first) id = String(first.id);
      methods.push(outcomeOf({ metodo, rows, failure, seen, setAside }));
    }

    /** Signs in, reads every method once and asks the questions. */
    async function readService(): Promise<ServiceTrial> {
      const refused = await enter();
      const every: Seen[] = [...recorder.take().seen];
      const access = methodOfAccess(every, refused);
      if (refused === undefined) {
        for (const [i, reading] of READINGS.entries()) {
          onProgress({ fase: 'prueba', hecho: i, total: READINGS.length + 1 });
          if (silence.ended() === undefined) await readOne(reading);
          else methods.push(toUnasked(reading.metodo));
        }
      } else methods.push(...READINGS.map(({ metodo }) => toUnasked(metodo)));
      every.push(...[...seenBy.values()].flat());
      onProgress({ fase: 'prueba', hecho: READINGS.length, total: READINGS.length + 1 });
      const setPageSize = (rows: number): void => void learned.set('pagina_maxima:liquidaciones', String(rows));
      const answers =
        refused === undefined && silence.ended() === undefined
          ? await askQuestions({ service, window, id, silence, signal }, setPageSize)
          : undefined;
      const questions = recorder.take().seen;
      every.push(...questions);
      const failure = refused ?? silence.ended();
      return {
        version: 1,
        programa: program,
        hecha: civilDateTimeAt(clock.now()),
        entrada: account.tipo,
        ...window,
        metodos: [access, ...methods],
        puntos: conclude({
          refused: refused?.code,
          learned: (key) => learned.get(key),
          methods,
          seenOf: (method) => seenBy.get(method) ?? [],
          everySeen: every,
          answers,
        }),
        ventanas: answers?.windows ?? [],
        paginas: [...seenBy].map(([method, seen]) => ({
          metodo: method,
          filas: Math.max(0, ...seen.map(({ body }) => listRawRows(body).length)),
        })),
        preguntas: questions.map(requestOf),
        ...(failure === undefined ? {} : { codigo: failure.code, mensaje: failure.message }),
      };
    }

    /** Why the login failed; undefined when it did not. */
    async function enter(): Promise<AppError | undefined> {
      try {
        await service.access.signIn(signal);
        return undefined;
      } catch (error) {
        signal.throwIfAborted();
        if (isAppError(error)) return error;
        throw error;
      }
    }

    /** Uploads once the reading is done. A failure is told in the report. */
    async function upload(report: ServiceTrial): Promise<{ report: ServiceTrial; trial: Trial }> {
      const { ledger, results, turns, random, afterSend } = await openTrial(account);
      const deletedBefore = new Set(results.readDeleted().keys());
      onProgress({ fase: 'envio', hecho: 0, total: 2 });
      try {
        const trial = await runTrialUpload({
          service,
          ledger,
          results,
          account: account.id,
          turns,
          clock,
          random,
          signal,
          onProgress,
        });
        const { carga, estado, retomada, codigo, mensaje, sent } = trial;
        const { seen } = recorder.take();
        const shown = concludeUpload({
          seen,
          sent,
          learned: ledger.readLearned(account.id),
          isResumed: retomada,
          deletedBefore,
        });
        const requests = seen.map(requestOf);
        return {
          report: {
            ...report,
            puntos: withUpload(report.puntos, shown),
            carga: { carga, estado, retomada, codigo, mensaje, pedidos: requests },
          },
          trial,
        };
      } finally {
        await afterSend();
      }
    }

    try {
      const read = await readService();
      const { report, trial } =
        isUploading && read.codigo === undefined ? await upload(read) : { report: read, trial: undefined };
      if (informe !== undefined) await writeJsonAtomic(informe, report);
      return { ...report, ...leftBy(trial), cuenta: account.nombre, informe: informe ?? null };
    } finally {
      await Promise.allSettled([service.access.revoke(clock.timeout(REVOKE_MS))]);
    }
  };
}

/** What the trial left for a person to do. */
function leftBy(trial: Trial | undefined): Pick<TriedService, 'codigo' | 'mensaje' | 'conciliacion'> {
  if (trial === undefined || trial.estado === 'borrada') return {};
  const { estado, carga, id, codigo, mensaje, isAsking } = trial;
  const conciliacion = id === null ? {} : { conciliacion: id };
  if (estado === 'sin_terminar') {
    const how = isAsking ? CONSOLE.toAnswerTrial(carga) : CONSOLE.toGoOnWithTrial;
    return { ...conciliacion, codigo: codigo ?? 'CARGA_INTERRUMPIDA', mensaje: `${mensaje ?? ''} ${how}`.trim() };
  }
  const said = codigo === null && mensaje !== null ? mensaje : CONSOLE.trialLeftBehind(id);
  return { ...conciliacion, codigo: codigo ?? 'SERVICIO_FALLA', mensaje: said };
}

const toUnasked = (method: string): TriedMethod => ({
  metodo: method,
  resultado: 'sin_pedir',
  codigo: null,
  filas: 0,
  total: null,
  diferencias: [],
  camposNuevos: [],
  pedidos: [],
});

function methodOfAccess(seen: readonly Seen[], refused: AppError | undefined): TriedMethod {
  const requests: readonly SeenRequest[] = seen.map(requestOf);
  const base = { ...toUnasked('acceso'), pedidos: requests };
  return refused === undefined
    ? { ...base, resultado: 'descripto' }
    : {
        ...base,
        resultado: 'falla',
        codigo: refused.code,
        diferencias: countDifferences(listDifferencesOfRefusal(refused)),
      };
}

interface Outcome {
  readonly metodo: string;
  readonly rows: readonly object[];
  readonly failure: AppError | undefined;
  readonly seen: readonly Seen[];
  readonly setAside: readonly BadRow[];
}

function outcomeOf({ metodo, rows, failure, seen, setAside }: Outcome): TriedMethod {
  const differences = countDifferences([
    ...(failure === undefined ? [] : listDifferencesOfRefusal(failure)),
    ...setAside.flatMap(listDifferencesOfRow),
  ]);
  const isOther = differences.length > 0 || failure?.code === 'RESPUESTA_INVALIDA';
  return {
    metodo,
    resultado: isOther ? 'distinto' : failure === undefined ? 'descripto' : 'falla',
    codigo: failure?.code ?? null,
    filas: rows.length,
    total: seen.flatMap(({ body }) => getRawTotal(body) ?? []).at(-1) ?? null,
    diferencias: differences,
    camposNuevos: newFieldsOf(rows),
    pedidos: seen.map(requestOf),
  };
}

/** Fields of the rows that the description does not have. */
function newFieldsOf(rows: readonly object[]): readonly string[] {
  const names = new Set<string>();
  for (const row of rows) {
    const extra = 'extra' in row && typeof row.extra === 'object' ? row.extra : null;
    for (const name of Object.keys(extra ?? {})) names.add(FIELD_NAME.test(name) ? name : '(otro)');
  }
  return [...names].sort();
}
