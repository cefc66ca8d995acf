import { untrack } from 'svelte';
import type { UploadTanda, UploadTandas } from '#contract/conciliaciones.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import type { StateName } from '../../ui/icons.ts';
import { formatNumber } from '../../ui/format.ts';
import type { UploadState } from './upload.svelte.ts';

/** The tandas of an upload from the ledger, read again while the upload runs. */
export class TandasState {
  read = $state.raw<UploadTandas | undefined>(undefined);
  failure = $state.raw<Failure | undefined>(undefined);
  readonly #api: Pick<Api, 'call'>;
  #isReading = false;
  /** The upload on screen; answers about other uploads are dropped. */
  #request: MethodInput<'cargas.tandas'> | undefined;

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
  }

  forget(): void {
    this.#request = undefined;
    this.read = undefined;
    this.failure = undefined;
  }

  /** Reads the tandas. Calls during a reading cause one further reading. */
  async load(account: string | undefined, upload: string): Promise<void> {
    this.#request = { carga: upload, cuenta: account };
    if (this.#isReading) return;
    this.#isReading = true;
    let last;
    while (this.#request !== undefined && this.#request !== last) {
      last = this.#request;
      await this.#readOnce(last);
    }
    this.#isReading = false;
  }

  async #readOnce(request: MethodInput<'cargas.tandas'>): Promise<void> {
    const isShown = (): boolean => this.#request?.carga === request.carga;
    try {
      const read = await this.#api.call('cargas.tandas', request);
      if (!isShown()) return;
      this.read = read;
      this.failure = undefined;
    } catch (error) {
      if (isShown()) this.failure = toFailure(error);
    }
  }
}

/** Reads the tandas while a component shows them: at each event of the upload, and once more when it stops. */
export function followTandas(upload: UploadState, getAccount: () => string | undefined): void {
  const { tandas } = upload;
  $effect(() => {
    void upload.progress;
    void upload.document;
    const name = upload.uploadId;
    if (name !== undefined) void tandas.load(getAccount(), name);
    else untrack(() => tandas.forget());
  });
}

export const TANDA_STATES: Record<UploadTanda['estado'], { state: StateName; word: () => string }> = {
  confirmada: { state: 'conciliado', word: m.envio_t_confirmada },
  enviando: { state: 'curso', word: m.envio_t_enviando },
  comprobando: { state: 'dudoso', word: m.envio_t_comprobando },
  rechazada: { state: 'error', word: m.rechazada },
  en_espera: { state: 'espera', word: m.en_espera },
};

/**
 * Words for a tanda that a stopped upload was sending or checking. When the upload continues, it checks whether the tanda arrived (docs/upload.md, "States").
 * Undefined for other tandas.
 */
export function describeQuiet(one: UploadTanda): { state: StateName; word: string; how: string } | undefined {
  if (one.estado !== 'enviando' && one.estado !== 'comprobando') return undefined;
  return { state: 'espera', word: m.envio_t_sin_confirmar(), how: m.envio_como_al_seguir() };
}

/** True when the service has every tanda, so that only the result is missing. */
export const isConfirmed = (tandas: UploadTandas | undefined): boolean =>
  tandas !== undefined && tandas.confirmadas === tandas.tandas;

/** Number of coupons that were sent without an answer about their arrival. */
export const countUnconfirmed = (tandas: UploadTandas | undefined): number =>
  (tandas?.filas ?? []).reduce((sum, one) => sum + (describeQuiet(one) === undefined ? 0 : one.cupones), 0);

/** What proves that a tanda arrived, or what the tanda waits for; empty when unknown. */
export function describeProof({ estado, tipo, prueba, id, antes, cupones }: UploadTanda): string {
  const account = { de: formatNumber(antes ?? 0), a: formatNumber((antes ?? 0) + cupones) };
  switch (estado) {
    case 'en_espera':
      return tipo === 'cierre' ? m.envio_como_cierra() : '';
    case 'rechazada':
      return m.envio_como_rechazada();
    case 'comprobando':
      return m.envio_como_miramos();
    case 'enviando':
      if (tipo === 'cierre') return m.envio_como_cierra();
      return antes === null ? '' : m.envio_como_esperamos(account);
    case 'confirmada':
      if (prueba === 'persona') return m.envio_como_persona();
      if (prueba === 'marcador') return m.envio_como_marca({ id: id ?? '' });
      if (prueba === 'encabezado') return m.envio_como_entera(account);
      if (tipo === 'unico') return m.envio_como_unica({ id: id ?? '' });
      if (tipo === 'primero') return m.envio_como_abre({ id: id ?? '' });
      return tipo === 'cierre' ? m.envio_como_cerro() : m.envio_como_pasa(account);
  }
}
