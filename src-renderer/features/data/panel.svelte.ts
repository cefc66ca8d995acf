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
  detalle = $state.raw<DataDetail | undefined>(undefined);
  trail = $state.raw<DataTrail | undefined>(undefined);
  falla = $state.raw<Failure | undefined>(undefined);
  readonly #api: Api;
  readonly #cuenta: string;
  #ronda: AbortController | undefined;

  constructor(api: Api, account: string) {
    this.#api = api;
    this.#cuenta = account;
  }

  async show(vista: Vista, key: string): Promise<void> {
    this.#ronda?.abort();
    const round = new AbortController();
    this.#ronda = round;
    const de = { vista, clave: key };
    try {
      const [detail, trail] = await Promise.all([
        this.#api.call('datos.detalle', { cuenta: this.#cuenta, ...de }, { signal: round.signal }),
        WITH_TRAIL.includes(vista)
          ? this.#api.call('datos.rastro', { cuenta: this.#cuenta, de }, { signal: round.signal })
          : undefined,
      ]);
      if (round.signal.aborted) return;
      this.detalle = detail;
      this.trail = trail;
      this.falla = undefined;
    } catch (error) {
      if (!round.signal.aborted) this.falla = toFailure(error);
    }
  }

  close(): void {
    this.#ronda?.abort();
  }
}
