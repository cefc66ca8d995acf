import type { ListedUpload, ConciliacionDocument, ListedConciliaciones } from '#contract/documents.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import { Newest } from '../../shared/task.svelte.ts';
import { isSecretMissing } from '../../ui/errors.ts';
import { hasEnded } from '../../shared/jobs.svelte.ts';

/** Puts the newest first: by the service's day, then by number, because the service counts up. */
const compareByDate = (a: ConciliacionDocument, b: ConciliacionDocument): number =>
  (b.fecha ?? '').localeCompare(a.fecha ?? '') || b.id.localeCompare(a.id, undefined, { numeric: true });

const sortListed = (listed: ListedConciliaciones): ListedConciliaciones => ({
  ...listed,
  conciliaciones: listed.conciliaciones.toSorted(compareByDate),
});

/** An upload whose result this PC read and the service no longer lists. */
export type StoredUpload = ListedUpload & {
  readonly leida: NonNullable<ListedUpload['leida']>;
  readonly suId: string | null;
};

/** The number of an upload's reconciliation. Null when another upload has that number, as after a reset of the service. */
export function pageOf({ conciliaciones, cargas }: ListedConciliaciones, { carga, id }: ListedUpload): string | null {
  const its = [cargas.find((other) => other.id === id), ...conciliaciones.filter((other) => other.id === id)];
  return its.every((other) => other?.carga === carga) ? id : null;
}

/** Uploads whose result only this PC has: deleted at the service elsewhere, or older than the days that the service lists. */
export function listStoredOnly(listed: ListedConciliaciones): readonly StoredUpload[] {
  return listed.cargas.flatMap((one) => {
    const { carga, leida, borrada } = one;
    const isListed = listed.conciliaciones.some((other) => other.carga === carga);
    return leida === undefined || borrada === true || isListed ? [] : [{ ...one, leida, suId: pageOf(listed, one) }];
  });
}

export class ConciliacionesState {
  read = $state.raw<ListedConciliaciones | undefined>(undefined);
  known = $state.raw<ListedConciliaciones | undefined>(undefined);
  /** True when the service was not asked, because that needs the person's secret. */
  couldNotSignIn = $state(false);
  /** True when the person requested the last reading; only then the screen says that the service could not be reached. */
  wasAsked = $state(false);
  readonly reading = new Newest();
  failure = $state.raw<Failure | undefined>(undefined);
  deleting = $state.raw<ConciliacionDocument | undefined>(undefined);
  deleteFailure = $state.raw<Failure | undefined>(undefined);
  deleted = $state.raw<string | undefined>(undefined);
  isWorking = $state(false);
  readonly #api: Api;
  readonly #account: string;

  readonly shown: ListedConciliaciones | undefined = $derived(this.read ?? this.known);
  readonly pending: readonly ListedUpload[] = $derived(
    (this.shown?.cargas ?? []).filter((upload) => !hasEnded(upload.estado)),
  );

  listBelow(above: readonly (string | undefined)[]): readonly ConciliacionDocument[] {
    return (this.shown?.conciliaciones ?? []).filter(({ carga }) => carga === null || !above.includes(carga));
  }

  findOf(upload: ListedUpload): ConciliacionDocument | undefined {
    return this.shown?.conciliaciones.find(({ carga }) => carga === upload.carga);
  }

  readonly stored: readonly StoredUpload[] = $derived(this.shown === undefined ? [] : listStoredOnly(this.shown));

  constructor(api: Api, account: string) {
    this.#api = api;
    this.#account = account;
  }

  /** Shows the list on this PC, then asks the service, without asking the person for the secret. */
  async open(signal: AbortSignal): Promise<void> {
    try {
      const known = await this.#api.call('conciliaciones.conocidas', { cuenta: this.#account }, { signal });
      this.known = sortListed(known);
    } catch (error) {
      if (!signal.aborted) this.failure = toFailure(error);
    }
    if (!signal.aborted) await this.load(signal, true);
  }

  /** Reads the list from the service. During the reading, and when it fails, the old list stays on screen. `withoutAsking`: never asks for the secret. */
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

  /** Deletes a reconciliation at the service, even when question or screen close meanwhile. Gives the failure. */
  async remove(id: string, signal: AbortSignal): Promise<Failure | undefined> {
    this.isWorking = true;
    this.deleteFailure = undefined;
    try {
      await this.#api.call('conciliaciones.borrar', { cuenta: this.#account, id, si: true });
      this.deleted = id;
      // Meanwhile the person may have asked to delete another reconciliation.
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
