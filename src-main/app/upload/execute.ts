import { hash } from 'node:crypto';
import { AppError, isAppError, type ErrorCode } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { addDays, civilDateAt, civilDateTimeAt, type CivilDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { Conciliacion, ConciliacionesService, ListReading, ResultPage } from '#domain/conciliacion.ts';
import { PROBLEMS } from '#domain/texts/field-labels.ts';
import { buildTandaBody, hasNumbers } from '#domain/upload/body.ts';
import { hasOpenAttempt, isAbsenceProof, type Machine } from '#domain/upload/machine.ts';
import type { Action, SendingPlan, Observation, Ownership } from '#domain/upload/types.ts';
import type { OpenReading, Ledger, SeqRange } from '#storage/ledger/index.ts';
import { firstPageOf, readResult, type VerifiedResult } from './read-result.ts';
import type { Boundary } from './types.ts';
import { isWrongCertificate } from '#service/transport/network.ts';

type In<T extends Action['tipo']> = Extract<Action, { tipo: T }>;
type ObservedList = Extract<Observation, { tipo: 'lista' }>;
/** Actions that do not change data of the service: they read, wait, renew the token or build bytes. */
export type HarmlessAction = Exclude<Action, { tipo: 'enviar' | 'borrar' | 'nada' | 'preguntar' | 'detenerse' }>;

interface Hands {
  readonly carga: string;
  readonly ledger: Ledger;
  readonly service: ConciliacionesService;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onRead: (readCount: number) => void;
  readonly onRetry: OnRetry;
  readonly verified: VerifiedResult;
  readonly boundary: (name: Boundary) => void;
}

/** How many lists in a row may be incomplete. After one more, the upload stops. */
const PARTIAL_LISTS = 12;
/** How often to read the first page of a result before it counts as unreadable, and the pause between two tries. */
const OWNER_TRIES = 3;
const OWNER_PAUSE_MS = 1_000;

/** The error for a list that is still incomplete, because it keeps changing or has unreadable rows. */
const toPartialListError = ({ ilegible }: ListReading): AppError =>
  ilegible === undefined
    ? new AppError('LECTURA_INESTABLE')
    : new AppError('RESPUESTA_INVALIDA', {
        detail: { metodo: 'conciliar-operaciones-listar', motivo: PROBLEMS.console(ilegible) },
        mensaje: REFUSALS.listNotUnderstood({ es: PROBLEMS.console(ilegible), en: PROBLEMS.en(ilegible) }),
      });

const UNREADABLE: Ownership = { existe: true, ilegible: true, marca: 0, igual: 0, otras: 0 };

/** Performs the machine's actions on service and ledger. Each run of an upload has its own executor. */
export class Executor {
  readonly #hands: Hands;
  #body: { readonly hash: string; readonly bytes: Uint8Array } | null = null;
  #reading: OpenReading | null = null;
  #partialReadings = 0;

  constructor(hands: Hands) {
    this.#hands = hands;
  }

  /** Performs an action that does not change the service. Throws the last error of a read that keeps failing. */
  async perform(m: Machine, action: HarmlessAction): Promise<Observation> {
    const { service, signal, clock } = this.#hands;
    switch (action.tipo) {
      case 'listar':
        return this.#list(m, action);
      case 'ver': {
        const header = await this.#readHeader(m, action.id);
        this.#hands.boundary('encabezado_leido');
        return { tipo: 'encabezado', encabezado: header };
      }
      case 'pertenencia':
        return this.#observeOwnership(m, action);
      case 'preparar':
        return this.#prepare(m, action.envio);
      case 'renovar':
        await this.#readPatiently(() => service.renew(signal));
        return { tipo: 'renovado' };
      case 'esperar':
        await clock.sleep(action.ms, signal);
        return { tipo: 'esperado' };
      case 'leer':
        return this.#read(m, action.id);
      case 'concluir':
        return { tipo: 'concluido' };
    }
  }

  /** Builds the body of a stored attempt and checks it against the attempt's hash (I4). */
  buildBody(m: Machine, { envio: sending }: In<'enviar'>): Uint8Array {
    const done = this.#body?.hash === sending.hash ? this.#body : this.#buildBody(m, sending);
    if (done.hash !== sending.hash) throw new Error('The bytes of an attempt changed (I4)');
    this.#body = null;
    return done.bytes;
  }

  setDispositions(ranges: readonly SeqRange[]): void {
    if (this.#reading === null) throw new Error('Dispositions without a reading');
    this.#reading.setDispositions(ranges);
  }

  #readPatiently<T>(work: () => Promise<T>, begun = true): Promise<T> {
    return withPatience(this.#hands, begun, work);
  }

  /** Lists from `desde` (or the day before the server's date) to the day after the server's date; lists again if the answer shows another server's date. */
  async #list(m: Machine, action: In<'listar'>): Promise<ObservedList> {
    const { service, signal, clock } = this.#hands;
    const getToday = (): CivilDate => service.getServiceDate() ?? civilDateAt(clock.now());
    for (;;) {
      const date = getToday();
      const from = action.desde ?? addDays(date, -1);
      const begun = m.tandas > 0 || hasOpenAttempt(m);
      const list = await this.#readPatiently(() => service.list(from, addDays(date, 1), signal), begun);
      if (getToday() !== date) continue;
      this.#partialReadings = list.completa ? 0 : this.#partialReadings + 1;
      if (this.#partialReadings > PARTIAL_LISTS) throw toPartialListError(list);
      if (!list.completa) await clock.sleep(LIST_PAUSE_MS, signal);
      return { tipo: 'lista', lista: list, desde: from };
    }
  }

  /** Reads the header; undefined if not found. Where this would prove that the reconciliation is gone, throws `RESPUESTA_INVALIDA` if it is still listed. */
  async #readHeader(m: Machine, id: string): Promise<Conciliacion | undefined> {
    const { service, signal } = this.#hands;
    return this.#readPatiently(async () => {
      const header = await service.show(id, signal);
      if (header !== undefined || !isAbsenceProof(m, id)) return header;
      for (;;) {
        const { lista: list } = await this.#list(m, { tipo: 'listar', desde: m.base?.desde ?? null });
        if (list.conciliaciones.some((each) => each.id === id))
          throw new AppError('RESPUESTA_INVALIDA', { mensaje: REFUSALS.headerNotShown });
        if (list.completa) return undefined;
      }
    });
  }

  async #observeOwnership(m: Machine, { ids, seq }: In<'pertenencia'>): Promise<Observation> {
    const byId: Record<string, Ownership> = {};
    for (const id of ids) byId[id] = await this.#ownerOf(m, id, seq);
    return { tipo: 'pertenencia', porId: byId };
  }

  /**
   * Judges by the first page of a result which upload made the reconciliation, because all its rows come from one upload. If the service refuses the result,
   * or does not find it although the header exists, there are no rows to judge. Like every read, this is repeated while a failure may pass (I5).
   */
  async #ownerOf(m: Machine, id: string, seq: number | null): Promise<Ownership> {
    const { signal, ledger, carga, clock } = this.#hands;
    for (let turn = 1; ; turn += 1) {
      const page = await this.#readVisiblePage(id);
      if (page === 'ausente') {
        const header = await this.#readHeader(m, id);
        if (header === undefined) return { existe: false, marca: 0, igual: 0, otras: 0 };
      }
      if (page !== 'ilegible' && page !== 'ausente') {
        const rows = ledger.findOwnership(carga, page.cupones, seq);
        // Unreadable rows may be of another upload: unless a row has our marker, nothing is proven.
        if (page.cuarentena === 0 || rows.marca > 0) return { existe: true, ...rows };
      }
      if (turn === OWNER_TRIES) return UNREADABLE;
      await clock.sleep(OWNER_PAUSE_MS, signal);
    }
  }

  async #readVisiblePage(id: string): Promise<ResultPage | 'ausente' | 'ilegible'> {
    const { service, signal } = this.#hands;
    const readFirst = (): Promise<ResultPage | undefined> => firstPageOf(service, id, signal);
    try {
      return (await readFirst()) ?? 'ausente';
    } catch (error) {
      if (isAppError(error, 'PEDIDO_RECHAZADO', 'SERVICIO_FALLA', 'RESPUESTA_INVALIDA')) return 'ilegible';
      // Even a new token gets a 403, so this account may not read this result.
      if (isAppError(error, 'TOKEN_RECHAZADO') && error.detail['estado'] === 403) return 'ilegible';
      return (await this.#readPatiently(readFirst)) ?? 'ausente';
    }
  }

  #prepare(m: Machine, sending: SendingPlan): Observation {
    const done = this.#buildBody(m, sending);
    this.#body = done;
    return { tipo: 'preparado', hash: done.hash, cupones: done.cupones, conNumeros: done.conNumeros };
  }

  #buildBody(m: Machine, { desde, hasta, id, tipo }: SendingPlan) {
    const texts = this.#hands.ledger.readTexts(this.#hands.carga, desde, hasta, m.rejected);
    const addMore = tipo === 'primero' || tipo === 'tanda';
    const bytes = new TextEncoder().encode(buildTandaBody(texts, { id, subirMas: addMore, numeros: m.numeros }));
    return { hash: hash('sha256', bytes), bytes, cupones: texts.length, conNumeros: texts.some(hasNumbers) };
  }

  async #read(m: Machine, id: string): Promise<Observation> {
    const { service, signal, clock, onRead, boundary, ledger, carga, verified } = this.#hands;
    const found = await this.#readPatiently(async () => {
      const reading = ledger.openReading(carga, m.rejected);
      this.#reading = reading;
      verified.begin(id);
      const done = await readResult({
        service,
        id,
        reading,
        signal,
        keep: verified.add,
        onRead: (readCount) => {
          boundary('pagina_leida');
          onRead(readCount);
        },
      });
      // The reconciliation is gone only if its header is gone too. Otherwise the result is not ready yet: read it again.
      if (done === undefined && (await service.show(id, signal)) !== undefined)
        throw new AppError('RESPUESTA_INVALIDA');
      return done;
    });
    if (found === undefined) return { tipo: 'encabezado', encabezado: undefined };
    boundary('lectura_terminada');
    return { tipo: 'lectura', lectura: found, leido: civilDateTimeAt(clock.now()) };
  }
}

/** How long a person who stops an upload waits, at most, for the answer to a running send. */
const GRACE_MS = 5_000;

/** A signal that aborts some time after `signal`: if a send is cut, the next run must wait for D (docs/upload.md). Call `release` when it is not needed. */
export function withGrace(signal: AbortSignal, clock: Clock): { readonly signal: AbortSignal; release(): void } {
  const control = new AbortController();
  const cut = (): void =>
    clock.timeout(GRACE_MS).addEventListener('abort', () => control.abort(signal.reason), { once: true });
  signal.addEventListener('abort', cut, { once: true });
  return {
    signal: control.signal,
    release: () => signal.removeEventListener('abort', cut),
  };
}

/** Failures that may pass by themselves, unlike a refused password or a full disk. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'SIN_CONEXION',
  'TIEMPO_AGOTADO',
  'SERVICIO_FALLA',
  'RESPUESTA_INVALIDA',
  'PEDIDO_RECHAZADO',
  'DEMASIADOS_PEDIDOS',
  'LECTURA_INESTABLE',
  'TOKEN_RECHAZADO',
]);

/** How long a read may keep failing before the upload stops. A stopped upload can be resumed (docs/cli.md: about two minutes if the service is dead). */
const READS_PATIENCE_MS = 60_000;
/** How long a read may keep failing before anything was sent. Short, so that a wrong address shows soon. */
const START_PATIENCE_MS = 10_000;

/** The pause before a list is read again, so that a service that was still writing it can finish. */
const LIST_PAUSE_MS = 2_000;

/** Called before a read is tried again: why, and after how many ms. */
export type OnRetry = (code: ErrorCode, waitMs: number) => void;

/** Repeats a failing read: for a minute once something was sent (`begun`), else for less. Throws the last error: a failed read is no observation (I5). */
export async function withPatience<T>(
  { clock, signal, onRetry }: Pick<Hands, 'clock' | 'signal' | 'onRetry'>,
  begun: boolean,
  work: () => Promise<T>,
): Promise<T> {
  const patience = begun ? READS_PATIENCE_MS : START_PATIENCE_MS;
  const from = clock.monotonic();
  for (let wait = 1_000; ; wait = Math.min(wait * 2, 15_000)) {
    try {
      return await work();
    } catch (error) {
      const passes = isAppError(error) && PASSING.has(error.code) && !isWrongCertificate(error);
      if (!passes || signal.aborted || clock.monotonic() - from + wait > patience) throw error;
      onRetry(error.code, wait);
      await clock.sleep(wait, signal);
    }
  }
}
