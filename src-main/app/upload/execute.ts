import { hash } from 'node:crypto';
import { AppError, isAppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { addDays, civilDateAt, civilDateTimeAt, type CivilDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { ConciliacionesService, ListReading, ResultPage } from '#domain/conciliacion.ts';
import { PROBLEMS } from '#domain/texts/shapes.ts';
import {
  buildTandaBody,
  listLeftOut,
  hasOpenAttempt,
  hasNumbers,
  type Action,
  type SendingPlan,
  type Machine,
  type Observation,
  type Ownership,
} from '#domain/upload/index.ts';
import type { OpenReading, Ledger, SeqRange } from '#storage/ledger/index.ts';
import { firstPageOf } from './first-page-of.ts';
import { readResult } from './read-result.ts';
import { LIST_PAUSE_MS, REFUSED_LISTS, withPatience, type OnRetry } from './patience.ts';
import type { Boundary } from './types.ts';
import type { VerifiedResult } from './verified-result.ts';

type In<T extends Action['tipo']> = Extract<Action, { tipo: T }>;
type ObservedList = Extract<Observation, { tipo: 'lista' }>;
/** Actions that only read, or wait, or make bytes. */
export type HarmlessAction = Exclude<Action, { tipo: 'enviar' | 'borrar' | 'nada' | 'preguntar' | 'detenerse' }>;

export interface Hands {
  readonly carga: string;
  readonly account: string;
  readonly ledger: Ledger;
  readonly service: ConciliacionesService;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onRead: (readCount: number) => void;
  readonly onRetry: OnRetry;
  readonly verified: VerifiedResult;
  readonly boundary: (name: Boundary) => void;
}

/** So many inconsistent lists in a row are read again; one more stops the upload. */
const PARTIAL_LISTS = 12;
/** How often the first page of a result is read before it is called unreadable, and the pause in between. */
const OWNER_TRIES = 3;
const OWNER_PAUSE_MS = 1_000;

/** The error of a list that never came whole: it keeps changing, or some of its rows cannot be read. */
const toPartialListError = ({ ilegible }: ListReading): AppError =>
  ilegible === undefined
    ? new AppError('LECTURA_INESTABLE')
    : new AppError('RESPUESTA_INVALIDA', {
        detail: { metodo: 'conciliar-operaciones-listar', motivo: PROBLEMS.console(ilegible) },
        mensaje: REFUSALS.listNotUnderstood({ es: PROBLEMS.console(ilegible), en: PROBLEMS.en(ilegible) }),
      });

/** What is seen of a reconciliation (`Observation`, "encabezado"). */
type Sight = Omit<Extract<Observation, { tipo: 'encabezado' }>, 'tipo'>;
const HIDDEN: Sight = { encabezado: undefined, hidden: true };

const UNREADABLE: Ownership = { existe: true, ilegible: true, marca: 0, igual: 0, otras: 0 };

/** Does what the machine asks for, against the service and the ledger. One object per run of an upload. */
export class Executor {
  readonly #hands: Hands;
  #body: { readonly hash: string; readonly bytes: Uint8Array } | null = null;
  #reading: OpenReading | null = null;
  #partialReadings = 0;
  #refusals = 0;
  /** True once the service showed the header of an open reconciliation: then its "not found" says that there is none. */
  #showsOpen = false;

  constructor(hands: Hands) {
    this.#hands = hands;
  }

  /** Does an action that has no effect on the service. A read that goes on failing throws its last error. */
  async perform(m: Machine, action: HarmlessAction): Promise<Observation> {
    const { service, signal, clock } = this.#hands;
    switch (action.tipo) {
      case 'listar':
        return this.#list(m, action);
      case 'ver': {
        const seen = await this.#readHeader(m, action.id);
        this.#hands.boundary('encabezado_leido');
        return { tipo: 'encabezado', ...seen };
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

  /** The bytes of an attempt that is durable: the attempt holds their hash (I4). */
  buildBody(m: Machine, { envio: sending }: In<'enviar'>): Uint8Array {
    const done = this.#body?.hash === sending.hash ? this.#body : this.#buildBody(m, sending);
    if (done.hash !== sending.hash) throw new Error('The bytes of an attempt changed (I4)');
    this.#body = null;
    return done.bytes;
  }

  /** Writes where every coupon ended, from the reading that was just judged. */
  setDispositions(ranges: readonly SeqRange[]): void {
    if (this.#reading === null) throw new Error('Dispositions without a reading');
    this.#reading.setDispositions(ranges);
  }

  #readPatiently<T>(work: () => Promise<T>, begun = true): Promise<T> {
    return withPatience(this.#hands, begun, work);
  }

  /** From one day before to one day after the server's date, which is only known once it has answered. */
  async #list(m: Machine, action: In<'listar'>): Promise<ObservedList> {
    const { service, signal, clock } = this.#hands;
    const getToday = (): CivilDate => service.getServiceDate() ?? civilDateAt(clock.now());
    for (;;) {
      const date = getToday();
      const from = action.desde ?? addDays(date, -1);
      const begun = m.tandas > 0 || hasOpenAttempt(m);
      const list = await this.#readPatiently(() => service.list(from, addDays(date, 1), signal), begun);
      if (getToday() !== date) continue;
      this.#refusals = list.refused === true ? this.#refusals + 1 : 0;
      if (list.refused === true) {
        await clock.sleep(LIST_PAUSE_MS, signal);
        if (this.#refusals < REFUSED_LISTS) continue;
        this.#refusals = 0;
        return { tipo: 'lista', lista: list, desde: from };
      }
      this.#partialReadings = list.completa ? 0 : this.#partialReadings + 1;
      if (this.#partialReadings > PARTIAL_LISTS) throw toPartialListError(list);
      if (!list.completa) await clock.sleep(LIST_PAUSE_MS, signal);
      return { tipo: 'lista', lista: list, desde: from };
    }
  }

  /**
   * The header, or what else shows it: some services say "not found" of a reconciliation until it is closed (docs/gaps.md, `ver_pendiente`).
   */
  async #readHeader(m: Machine, id: string): Promise<Sight> {
    const { service, signal } = this.#hands;
    return this.#readPatiently(async () => {
      const header = await service.show(id, signal);
      this.#showsOpen ||= header?.estado === 'PENDIENTE';
      return header === undefined ? this.#lookElsewhere(m, id) : { encabezado: header };
    });
  }

  /**
   * What the result or the list shows of a reconciliation whose header is not shown. One that nothing shows is gone only where it would be shown: in a
   * whole list, if it is closed or open ones are known to be listed; else it is hidden, which proves nothing (I5).
   */
  async #lookElsewhere(m: Machine, id: string): Promise<Sight> {
    const isOpenListed = m.aprendido.lista === true;
    if (!isOpenListed) {
      const page = await this.#readVisiblePage(id);
      if (page !== 'ausente' && page !== 'ilegible') return { encabezado: page.encabezado };
    }
    for (;;) {
      const { lista: list } = await this.#list(m, { tipo: 'listar', desde: m.base?.desde ?? null });
      const listed = list.conciliaciones.find((each) => each.id === id);
      if (listed !== undefined) return { encabezado: listed };
      if (!list.completa && list.refused !== true) continue;
      const isListable = isOpenListed || (m.cerrada && id === m.id);
      return (list.completa && isListable) || this.#showsOpen ? { encabezado: undefined } : HIDDEN;
    }
  }

  async #observeOwnership(m: Machine, { ids, seq }: In<'pertenencia'>): Promise<Observation> {
    const byId: Record<string, Ownership> = {};
    for (const id of ids) byId[id] = await this.#ownerOf(m, id, seq);
    return { tipo: 'pertenencia', porId: byId };
  }

  /**
   * Whose a reconciliation is. Its first page is enough, because all its rows are of one upload. A result that is refused, or "not found" while its
   * header is there, shows no rows, which proves nothing. A failure that may pass is waited for, like that of every read (I5).
   */
  async #ownerOf(m: Machine, id: string, seq: number | null): Promise<Ownership> {
    const { signal, ledger, carga, clock } = this.#hands;
    for (let turn = 1; ; turn += 1) {
      const page = await this.#readVisiblePage(id);
      if (page === 'ausente') {
        const { encabezado: header, hidden } = await this.#readHeader(m, id);
        if (header === undefined && hidden !== true) return { existe: false, marca: 0, igual: 0, otras: 0 };
      }
      if (page !== 'ilegible' && page !== 'ausente') {
        const rows = ledger.findOwnership(carga, page.cupones, seq);
        // Rows that cannot be read may be anybody's: without a row that has our marker, nothing is proven.
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
      // A fresh token did not help: it is this result that is forbidden.
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
    const texts = this.#hands.ledger.readTexts(this.#hands.carga, desde, hasta, listLeftOut(m, { desde }));
    const addMore = tipo === 'primero' || tipo === 'tanda';
    const bytes = new TextEncoder().encode(buildTandaBody(texts, { id, subirMas: addMore, numeros: m.numeros }));
    return { hash: hash('sha256', bytes), bytes, cupones: texts.length, conNumeros: texts.some(hasNumbers) };
  }

  async #read(m: Machine, id: string): Promise<Observation> {
    const { service, signal, clock, onRead, boundary, ledger, carga, verified } = this.#hands;
    // A verification begins with nothing seen; its further passes add to what the first one showed.
    const fresh = m.fase.state === 'VERIFYING' && m.fase.readings === 0;
    if (fresh || this.#reading === null) {
      this.#reading = ledger.openReading(carga, m.rejected);
      verified.drop();
    }
    const reading = this.#reading;
    const request = { service, id, reading, signal };
    const found = await this.#readPatiently(async () => {
      verified.begin(id);
      const done = await readResult({
        ...request,
        keep: verified.add,
        onRead: (readCount) => {
          boundary('pagina_leida');
          onRead(readCount);
        },
      });
      // It is gone only if its header is gone too. A result that is not ready yet is asked for again.
      if (done === undefined && (await service.show(id, signal)) !== undefined)
        throw new AppError('RESPUESTA_INVALIDA');
      return done;
    });
    if (found === undefined) return { tipo: 'encabezado', encabezado: undefined };
    boundary('lectura_terminada');
    return { tipo: 'lectura', lectura: found, leido: civilDateTimeAt(clock.now()) };
  }
}
