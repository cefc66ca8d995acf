import type { ListedUpload, ConciliacionDocument, ListedConciliaciones } from '#contract/documents.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import { Newest } from '../../shared/task.svelte.ts';
import { isSecretMissing } from '../../ui/errors.ts';
import { hasEnded } from '../../shared/jobs.svelte.ts';

/** Orders the newest first: by the day that the service gives, then by number, because the service gives numbers in order. */
const compareByDate = (a: ConciliacionDocument, b: ConciliacionDocument): number =>
  (b.fecha ?? '').localeCompare(a.fecha ?? '') || b.id.localeCompare(a.id, undefined, { numeric: true });

const sortListed = (listed: ListedConciliaciones): ListedConciliaciones => ({
  ...listed,
  conciliaciones: listed.conciliaciones.toSorted(compareByDate),
});

/** An upload of this PC whose result was read, and which the service no longer lists. */
export type StoredUpload = ListedUpload & {
  readonly leida: NonNullable<ListedUpload['leida']>;
  readonly suId: string | null;
};

/** The number of an upload's reconciliation, if its page shows this upload: after a reset of the service, another reconciliation may have that number. */
export function pageOf({ conciliaciones, cargas }: ListedConciliaciones, { carga, id }: ListedUpload): string | null {
  const its = [cargas.find((other) => other.id === id), ...conciliaciones.filter((other) => other.id === id)];
  return its.every((other) => other?.carga === carga) ? id : null;
}

/** The uploads whose result only this PC has: they were deleted at the service elsewhere, or the service lists only recent days. */
export function listStoredOnly(listed: ListedConciliaciones): readonly StoredUpload[] {
  return listed.cargas.flatMap((one) => {
    const { carga, leida, borrada } = one;
    const isListed = listed.conciliaciones.some((other) => other.carga === carga);
    return leida === undefined || borrada === true || isListed ? [] : [{ ...one, leida, suId: pageOf(listed, one) }];
  });
}

export class ConciliacionesState {
  /** The last answer of the service. */
  read = $state.raw<ListedConciliaciones | undefined>(undefined);
  known = $state.raw<ListedConciliaciones | undefined>(undefined);
  /** True when the service was not asked for the list, because that needs the person's secret. */
  couldNotSignIn = $state(false);
  /** True when the person requested the last reading. Only then a failed reading says that the service could not be reached. */
  wasAsked = $state(false);
  readonly reading = new Newest();
  failure = $state.raw<Failure | undefined>(undefined);
  deleting = $state.raw<ConciliacionDocument | undefined>(undefined);
  deleteFailure = $state.raw<Failure | undefined>(undefined);
  deleted = $state.raw<string | undefined>(undefined);
  isWorking = $state(false);
  readonly #api: Api;
  readonly #account: string;

  /** The list on screen; undefined before any list was read. */
  readonly shown: ListedConciliaciones | undefined = $derived(this.read ?? this.known);
  readonly pending: readonly ListedUpload[] = $derived(
    (this.shown?.cargas ?? []).filter((upload) => !hasEnded(upload.estado)),
  );

  listBelow(above: readonly (string | undefined)[]): readonly ConciliacionDocument[] {
    return (this.shown?.conciliaciones ?? []).filter(({ carga }) => carga === null || !above.includes(carga));
  }

  /** The reconciliation of an upload of this PC; undefined until the service lists it. */
  findOf(upload: ListedUpload): ConciliacionDocument | undefined {
    return this.shown?.conciliaciones.find(({ carga }) => carga === upload.carga);
  }

  readonly stored: readonly StoredUpload[] = $derived(this.shown === undefined ? [] : listStoredOnly(this.shown));

  constructor(api: Api, account: string) {
    this.#api = api;
    this.#account = account;
  }

  /** Shows the data of this PC at once, then asks the service. Does not ask the person for the secret. */
  async open(signal: AbortSignal): Promise<void> {
    try {
      const known = await this.#api.call('conciliaciones.conocidas', { cuenta: this.#account }, { signal });
      this.known = sortListed(known);
    } catch (error) {
      if (!signal.aborted) this.failure = toFailure(error);
    }
    if (!signal.aborted) await this.load(signal, true);
  }

  /** Reads the list from the service. The previous list stays on screen meanwhile, and when the reading fails. `withoutAsking`: never asks for the secret. */
  async load(signal: AbortSignal, withoutAsking = false): Promise<void> {
    this.failure = undefined;
    this.couldNotSignIn = false;
    this.wasAsked = !withoutAsking;
    const input = { cuenta: this.#account, ...(withoutAsking ? { sinPreguntar: withoutAsking } : {}) };
    const listed = await this.reading.run(
      (tracking) => this.#api.call('conciliaciones.listar', input, tracking),
      signal,
    );
    if (listed !== undefined) this.read = sortListed(listed);
    const { failure } = this.reading;
    this.couldNotSignIn = withoutAsking && failure !== undefined && isSecretMissing(failure);
    if (!this.couldNotSignIn) this.failure ??= failure;
  }

  ask(conciliacion: ConciliacionDocument | undefined): void {
    this.deleting = conciliacion;
    this.deleteFailure = undefined;
  }

  /** Deletes a reconciliation at the service, even after the question or the screen was closed. Gives the failure. */
  async remove(id: string, signal: AbortSignal): Promise<Failure | undefined> {
    this.isWorking = true;
    this.deleteFailure = undefined;
    try {
      await this.#api.call('conciliaciones.borrar', { cuenta: this.#account, id, si: true });
      this.deleted = id;
      // The person may have opened the question about another reconciliation meanwhile.
      if (this.deleting?.id === id) this.deleting = undefined;
      if (!signal.aborted) await this.load(signal);
      return undefined;
    } catch (error) {
      const failure = toFailure(error);
      if (this.deleting?.id === id) this.deleteFailure = failure;
      return failure;
    } finally {
      this.isWorking = false;
    }
  }
}
