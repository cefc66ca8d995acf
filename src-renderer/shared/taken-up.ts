import { isOfNetwork } from '../ui/errors.ts';
import type { Failure } from '../api/failure.ts';

const KEY = 'conciliador.retomada';

interface Running {
  readonly cuenta: string;
  readonly carga: string;
  readonly seccion: 'conciliar' | 'conciliaciones';
}

interface Ended {
  readonly failure: Failure | undefined;
  readonly stopped: { readonly codigo: string } | undefined;
  readonly wasStopped: boolean;
}

/** The uploads that run on this page. The tab stores them, so that the page finds them after a reload. */
export class TakenUp {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
    this.#storage = storage;
  }

  begin(running: Running): void {
    this.#write([...this.#without(running.carga), running]);
  }

  /** Forgets an upload that ended or that the person stopped. Keeps an upload that was cut off or got no answer, because the page may be about to reload. */
  end(upload: string, { failure, stopped, wasStopped }: Ended): void {
    const isCut =
      failure === undefined ? stopped?.codigo === 'CANCELADO' : failure.code === 'INTERNO' || isOfNetwork(failure);
    if (wasStopped || !isCut) this.#write(this.#without(upload));
  }

  listOf(account: string): readonly Running[] {
    return this.#read().filter(({ cuenta }) => cuenta === account);
  }

  #without(upload: string): readonly Running[] {
    return this.#read().filter(({ carga }) => carga !== upload);
  }

  #read(): readonly Running[] {
    return JSON.parse(this.#storage.getItem(KEY) ?? '[]') as readonly Running[]; // safe cast: this class wrote it
  }

  #write(running: readonly Running[]): void {
    if (running.length === 0) this.#storage.removeItem(KEY);
    else this.#storage.setItem(KEY, JSON.stringify(running));
  }
}
