import type { ListedUpload } from '#contract/documents.ts';
import { isOfNetwork } from '../../ui/errors.ts';
import type { UploadState } from '../sending/upload.svelte.ts';

const KEY = 'conciliador.retomada';

/**
 * The upload that a person resumed from the list and that still goes on, as far as this tab knows: a page that is reloaded meanwhile finds it here.
 * An upload that a person stopped, or that ended, is not here.
 */
export class TakenUp {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly #account: string;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, account: string) {
    this.#storage = storage;
    this.#account = account;
  }

  begin(upload: string): void {
    this.#storage.setItem(KEY, this.#textOf(upload));
  }

  /**
   * Forgets the upload when it ended or a person stopped it. A cut that nobody asked for, or a call without an answer (`INTERNO`), may only mean that
   * the page is closing: then the upload is kept.
   */
  end({ failure, stopped, wasStopped }: Pick<UploadState, 'failure' | 'stopped' | 'wasStopped'>): void {
    const isCut =
      failure === undefined ? stopped?.codigo === 'CANCELADO' : failure.code === 'INTERNO' || isOfNetwork(failure);
    if (wasStopped || !isCut) this.#storage.removeItem(KEY);
  }

  /** Finds, among `pending`, the resumed upload if it only waits for its result: all its coupons are confirmed, so it goes on without asking anybody. */
  findWaiting(pending: readonly ListedUpload[]): string | undefined {
    const known = this.#storage.getItem(KEY);
    return pending.find(({ carga, estado }) => estado === 'ESPERANDO' && this.#textOf(carga) === known)?.carga;
  }

  #textOf(upload: string): string {
    return JSON.stringify([this.#account, upload]);
  }
}
