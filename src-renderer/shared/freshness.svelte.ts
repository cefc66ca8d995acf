import { VISTA_DATE } from '#contract/data-fields.ts';
import type { DataStatus } from '#contract/data.ts';
import type { SyncDocument } from '#contract/documents.ts';
import type { Api } from '../api/api.ts';
import { toFailure, type Failure } from '../api/failure.ts';
import { isOfNetwork } from '../ui/errors.ts';
import { DATA_SECTIONS, type DataSection } from './route-filter.ts';
import type { Route } from './routes.ts';
import type { Session } from './session.svelte.ts';
import type { Job, Jobs } from './jobs.svelte.ts';
import { Newest } from './task.svelte.ts';

interface Deps {
  readonly api: Api;
  readonly session: Session;
  readonly jobs: Jobs;
}

interface Days {
  readonly desde?: string;
  readonly hasta?: string;
}

interface AccountData {
  readonly status?: DataStatus | undefined;
  readonly last?: SyncDocument | undefined;
  readonly days?: Days;
  readonly failedReading?: Failure | undefined;
  readonly failedUpdate?: Failure | undefined;
}

const NOTHING_TOLD = { last: undefined, failedReading: undefined, failedUpdate: undefined };

const requestOf = (account: string, { desde, hasta }: Days): string => JSON.stringify([account, desde, hasta]);

export class Freshness {
  job = $state.raw<Job | undefined>(undefined);
  /** The screen that was open when the last update ended; only this screen shows how it ended. */
  endedOn = $state<Route['seccion']>();
  /** Number of ended updates, failed ones included; screens read again when it grows. */
  rounds = $state(0);
  readonly #reading = new Newest();
  readonly #deps: Deps;
  readonly #getTitle: () => string;
  #byAccount = $state.raw<Readonly<Record<string, AccountData>>>({});

  #running: string | undefined;
  /** The newest update, running or waiting, after which the next one begins. */
  #last: Promise<void> | undefined;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- no screen shows it
  readonly #waiting = new Map<string, Promise<void>>();

  readonly #shown: AccountData = $derived.by(() => this.#byAccount[this.#deps.session.actual?.nombre ?? ''] ?? {});
  readonly status: DataStatus | undefined = $derived(this.#shown.status);
  /** The result of the last update, with the methods that it could not read. */
  readonly last: SyncDocument | undefined = $derived(this.#shown.last);
  /** True when the person stopped the last update; the data read before the stop is kept. */
  readonly wasStopped: boolean = $derived(this.last?.codigo === 'CANCELADO');
  readonly failure: Failure | undefined = $derived(this.#shown.failedUpdate ?? this.#shown.failedReading);
  readonly didNotUpdate: boolean = $derived(this.#shown.failedUpdate !== undefined);
  /** True when the network interrupted the last update or a part of it. */
  readonly isOwed: boolean = $derived.by(() => {
    const codes = [...(this.last?.fallas ?? []).map(({ codigo }) => codigo), this.#shown.failedUpdate?.code];
    return codes.some((code) => code !== undefined && isOfNetwork({ code }));
  });
  readonly isRunning: boolean = $derived(this.job !== undefined);
  /** When the oldest of the recent data was read, `YYYY-MM-DD HH:MM:SS`. Null if no list with dates was ever downloaded, undefined while unknown. */
  readonly syncedAt: string | null | undefined = $derived(this.status?.datosAl);
  /** Lists with dates that were never downloaded; `syncedAt` leaves them out. */
  readonly neverRead: readonly DataSection[] = $derived.by(() => {
    const never = (this.status?.vistas ?? []).filter(({ cobertura }) => cobertura.estado === 'nunca');
    return DATA_SECTIONS.filter((name) => VISTA_DATE[name] !== null && never.some(({ vista }) => vista === name));
  });

  constructor(deps: Deps, getTitle: () => string) {
    this.#deps = deps;
    this.#getTitle = getTitle;
  }

  /** Reads the age of the data on this PC, without asking the service. */
  async read(): Promise<void> {
    const account = this.#deps.session.actual?.nombre;
    if (account === undefined) return;
    const status = await this.#reading.run(() => this.#deps.api.call('datos.estado', { cuenta: account }));
    const { failure } = this.#reading;
    if (status !== undefined) this.#note(account, { status, failedReading: undefined });
    else if (failure !== undefined) this.#note(account, { failedReading: failure });
  }

  /**
   * Updates all data, or the data of some days. An update of other days waits for the running one; a request for the days being updated is ignored. Stopping
   * keeps the data read before, and drops waiting updates.
   */
  async refresh(days: Days = {}): Promise<void> {
    const account = this.#deps.session.actual?.nombre;
    if (account === undefined || this.#running === requestOf(account, days)) return;
    await this.#updateInTurn(account, days);
  }

  async retry(): Promise<void> {
    await this.refresh(this.#shown.days);
  }

  /** Runs an update after the running one; equal requests that wait run once. */
  async #updateInTurn(account: string, days: Days): Promise<void> {
    const request = requestOf(account, days);
    const before = this.#last;
    const waiting = this.#waiting.get(request);
    if (waiting !== undefined) return waiting;
    const mine: Promise<void> =
      before === undefined
        ? this.#update(account, days)
        : before.then(async () => {
            // Stopping the running update has dropped this waiting update.
            if (this.#waiting.get(request) !== mine) return;
            this.#waiting.delete(request);
            await this.#update(account, days);
          });
    if (before !== undefined) this.#waiting.set(request, mine);
    this.#last = mine;
    await mine;
    if (this.#last === mine) this.#last = undefined;
  }

  /** Runs an update. Never rejects: the account's data stores the failure. */
  async #update(account: string, days: Days): Promise<void> {
    this.#note(account, { days });
    this.#running = requestOf(account, days);
    try {
      const last = await this.#deps.jobs.perform(
        { seccion: 'inicio' },
        (job) => {
          this.job = job;
          const drop = (): void => this.#waiting.clear();
          job.signal.addEventListener('abort', drop, { once: true });
          return this.#deps.api.call('datos.sincronizar', { cuenta: account, ...days }, job.tracking);
        },
        this.#getTitle,
      );
      this.#note(account, { ...NOTHING_TOLD, last });
    } catch (error) {
      if (this.job?.signal.aborted !== true) this.#note(account, { ...NOTHING_TOLD, failedUpdate: toFailure(error) });
    } finally {
      this.job = undefined;
      this.#running = undefined;
      this.rounds += 1;
      await this.read();
    }
  }

  /**
   * After an upload, updates the data of `account` if the screens show that account. Waits for a running update first, which may have read too early to explain
   * the result.
   */
  async updateBehind(account: string | undefined): Promise<void> {
    if (account !== undefined && this.#deps.session.actual?.nombre === account) await this.#updateInTurn(account, {});
  }

  discard(): void {
    const account = this.#deps.session.actual?.nombre;
    if (account !== undefined) this.#note(account, NOTHING_TOLD);
  }

  #note(account: string, data: AccountData): void {
    this.#byAccount = { ...this.#byAccount, [account]: { ...this.#byAccount[account], ...data } };
  }
}
