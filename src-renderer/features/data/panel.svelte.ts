import type { DataDetail, DataTrail } from '#contract/data.ts';
import type { Vista } from './vista.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';

/** Views whose records have a money trail. */
const WITH_TRAIL: readonly Vista[] = [
  'operaciones',
  'liquidaciones',
  'liquidaciones-conciliadas',
  'movimientos',
  'impuestos',
  'rechazos',
];

/** One record and its trail, read when its row is marked. Moving fast through the rows reads only the last one. */
export class PanelState {
  detail = $state.raw<DataDetail | undefined>(undefined);
  trail = $state.raw<DataTrail | undefined>(undefined);
  failure = $state.raw<Failure | undefined>(undefined);
  readonly #api: Api;
  readonly #account: string;
  #round: AbortController | undefined;
  /** The record that is shown, or on its way. */
  #shown: string | undefined;

  constructor(api: Api, account: string) {
    this.#api = api;
    this.#account = account;
  }

  /** Reads a record. Another record clears the previous one; the same one stays while it is read again. */
  async show(vista: Vista, key: string): Promise<void> {
    this.#round?.abort();
    const shown = JSON.stringify([vista, key]);
    if (shown !== this.#shown) this.#clear();
    this.#shown = shown;
    const round = new AbortController();
    this.#round = round;
    const de = { vista, clave: key };
    try {
      const [detail, trail] = await Promise.all([
        this.#api.call('datos.detalle', { cuenta: this.#account, ...de }, { signal: round.signal }),
        WITH_TRAIL.includes(vista)
          ? this.#api.call('datos.rastro', { cuenta: this.#account, de }, { signal: round.signal })
          : undefined,
      ]);
      if (round.signal.aborted) return;
      this.detail = detail;
      this.trail = trail;
      this.failure = undefined;
    } catch (error) {
      if (!round.signal.aborted) this.failure = toFailure(error);
    }
  }

  close(): void {
    this.#round?.abort();
  }

  #clear(): void {
    this.detail = undefined;
    this.trail = undefined;
    this.failure = undefined;
  }
}
