import type { ListedUpload } from '#contract/documents.ts';
import { esDeRed } from '../../ui/errors.ts';
import type { UploadState } from '../sending/upload.svelte.ts';

const KEY = 'conciliador.retomada';

/**
 * The upload that a person took up from the list and that is still going on, as far as this tab knows: a page that is loaded again meanwhile finds
 * it here. What a person stopped, and what ended, is not here.
 */
export class TakenUp {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly #cuenta: string;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, cuenta: string) {
    this.#storage = storage;
    this.#cuenta = cuenta;
  }

  begin(carga: string): void {
    this.#storage.setItem(KEY, this.#textOf(carga));
  }

  /** It ended, however it did. Cut by nobody, or without an answer (`INTERNO`), it may be of a page that is on its way out: that changes nothing. */
  end({ falla, stopped, wasStopped }: Pick<UploadState, 'falla' | 'stopped' | 'wasStopped'>): void {
    const isCut = falla === undefined ? stopped?.codigo === 'CANCELADO' : falla.code === 'INTERNO' || esDeRed(falla);
    if (wasStopped || !isCut) this.#storage.removeItem(KEY);
  }

  /** The one of these that only waits for its result: every coupon of it is confirmed, and nobody has to say that it goes on. */
  findWaiting(pending: readonly ListedUpload[]): string | undefined {
    const known = this.#storage.getItem(KEY);
    return pending.find(({ carga, estado }) => estado === 'ESPERANDO' && this.#textOf(carga) === known)?.carga;
  }

  #textOf(carga: string): string {
    return JSON.stringify([this.#cuenta, carga]);
  }
}
