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

/** The state of the data of one account. */
interface AccountData {
  readonly status?: DataStatus | undefined;
  readonly last?: SyncDocument | undefined;
  readonly days?: Days;
  /** The failure of asking this PC for the age of the data. */
  readonly failedReading?: Failure | undefined;
  readonly failedUpdate?: Failure | undefined;
}

const NOTHING_TOLD = { last: undefined, failedReading: undefined, failedUpdate: undefined };

const requestOf = (account: string, { desde, hasta }: Days): string => JSON.stringify([account, desde, hasta]);

/** The age of the data of the shown account, and its update in the background. */
export class Freshness {
  job = $state.raw<Job | undefined>(undefined);
  /** The screen on which the last update ended: other screens do not repeat how. */
  endedOn = $state<Route['seccion']>();
  /** Increases when the local data changes: screens then read again. */
  rounds = $state(0);
  readonly #reading = new Newest();
  readonly #deps: Deps;
  readonly #getTitle: () => string;
  #byAccount = $state.raw<Readonly<Record<string, AccountData>>>({});

  /** The account and the days of the running update. */
  #running: string | undefined;
  /** The last update that runs or waits; undefined when there is none. */
  #last: Promise<void> | undefined;
  /** The updates that wait, by account and days. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- no screen shows it
  readonly #waiting = new Map<string, Promise<void>>();

  readonly #shown: AccountData = $derived.by(() => this.#byAccount[this.#deps.session.actual?.nombre ?? ''] ?? {});
  readonly status: DataStatus | undefined = $derived(this.#shown.status);
  /** The end of the last update, with the methods that it could not read. */
  readonly last: SyncDocument | undefined = $derived(this.#shown.last);
  /** True when the person stopped the last update: the data that it had read is kept. */
  readonly wasStopped: boolean = $derived(this.last?.codigo === 'CANCELADO');
  readonly failure: Failure | undefined = $derived(this.#shown.failedUpdate ?? this.#shown.failedReading);
  /** True when the last update failed: the screens still show the older data. */
  readonly didNotUpdate: boolean = $derived(this.#shown.failedUpdate !== undefined);
  /** True when the last update, or a part of it, failed because of the network. */
  readonly isOwed: boolean = $derived.by(() => {
    const codes = [...(this.last?.fallas ?? []).map(({ codigo }) => codigo), this.#shown.failedUpdate?.code];
    return codes.some((code) => code !== undefined && isOfNetwork({ code }));
  });
  readonly isRunning: boolean = $derived(this.job !== undefined);
  /** `YYYY-MM-DD HH:MM:SS` of the oldest reading among the recent data; null when no list with dates was downloaded. */
  readonly syncedAt: string | null | undefined = $derived(this.status?.datosAl);
  /** The lists with dates that were never downloaded: `syncedAt` does not include them. */
  readonly neverRead: readonly DataSection[] = $derived.by(() => {
    const never = (this.status?.vistas ?? []).filter(({ cobertura }) => cobertura.estado === 'nunca');
    return DATA_SECTIONS.filter((name) => VISTA_DATE[name] !== null && never.some(({ vista }) => vista === name));
  });

  /** `getTitle`: the name of the work in the top bar. */
  constructor(deps: Deps, getTitle: () => string) {
    this.#deps = deps;
    this.#getTitle = getTitle;
  }

  /** Asks this PC for the age of the data, never the service. */
  async read(): Promise<void> {
    const account = this.#deps.session.actual?.nombre;
    if (account === undefined) return;
    const status = await this.#reading.run(() => this.#deps.api.call('datos.estado', { cuenta: account }));
    const { failure } = this.#reading;
    if (status !== undefined) this.#note(account, { status, failedReading: undefined });
    else if (failure !== undefined) this.#note(account, { failedReading: failure });
  }

  /**
   * Updates all data, or only some days. One update runs at a time: a request for other days waits for it, and a second request for the same days is
   * not repeated. Stopping it keeps the data that was read, and drops the waiting requests.
   */
  async refresh(days: Days = {}): Promise<void> {
    const account = this.#deps.session.actual?.nombre;
    if (account === undefined || this.#running === requestOf(account, days)) return;
    await this.#updateInTurn(account, days);
  }

  async retry(): Promise<void> {
    await this.refresh(this.#shown.days);
  }

  /** Runs an update when its turn comes. The same request waits only once. */
  async #updateInTurn(account: string, days: Days): Promise<void> {
    const request = requestOf(account, days);
    const before = this.#last;
    const waiting = this.#waiting.get(request);
    if (waiting !== undefined) return waiting;
    const mine: Promise<void> =
      before === undefined
        ? this.#update(account, days)
        : before.then(async () => {
            // The person may have stopped the previous update: this one was then dropped.
            if (this.#waiting.get(request) !== mine) return;
            this.#waiting.delete(request);
            await this.#update(account, days);
          });
    if (before !== undefined) this.#waiting.set(request, mine);
    this.#last = mine;
    await mine;
    if (this.#last === mine) this.#last = undefined;
  }

  /** Never rejects: a failure is stored. */
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
   * Updates in the background after an upload, so that its result is explained with the new data. Waits for a running update, which may have read
   * before the upload ended. Does nothing when another account is shown meanwhile.
   */
  async updateBehind(account: string | undefined): Promise<void> {
    if (account !== undefined && this.#deps.session.actual?.nombre === account) await this.#updateInTurn(account, {});
  }

  /** Removes the notices of the shown account, which the person has seen. */
  discard(): void {
    const account = this.#deps.session.actual?.nombre;
    if (account !== undefined) this.#note(account, NOTHING_TOLD);
  }

  #note(account: string, data: AccountData): void {
    this.#byAccount = { ...this.#byAccount, [account]: { ...this.#byAccount[account], ...data } };
  }
}
