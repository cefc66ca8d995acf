import { untrack } from 'svelte';
import type { CargaTanda, CargaTandas } from '#contract/cargas.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Api } from '../../api/api.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';
import { m } from '../../paraglide/messages.js';
import type { NombreEstado } from '../../ui/estados.ts';
import { cantidad } from '../../ui/format.ts';
import type { CargaState } from './carga.svelte.ts';

/** The sends of an upload as the ledger knows them, read again as it goes on. */
export class TandasState {
  leidas = $state.raw<CargaTandas | undefined>(undefined);
  falla = $state.raw<Falla | undefined>(undefined);
  readonly #api: Pick<Api, 'llamar'>;
  #leyendo = false;
  /** What is to be read, as soon as what is being read has come. */
  #pedido: MethodInput<'cargas.tandas'> | undefined;
  /** The upload that is looked at: an answer about another one comes too late. */
  #carga: string | undefined;

  constructor(api: Pick<Api, 'llamar'>) {
    this.#api = api;
  }

  olvidar(): void {
    this.#pedido = undefined;
    this.#carga = undefined;
    this.leidas = undefined;
    this.falla = undefined;
  }

  /** One reading at a time: what happens meanwhile is read once, after it. */
  async leer(cuenta: string | undefined, carga: string): Promise<void> {
    this.#pedido = { carga, ...(cuenta === undefined ? {} : { cuenta }) };
    this.#carga = carga;
    if (this.#leyendo) return;
    this.#leyendo = true;
    try {
      for (let pedido = this.#tomar(); pedido !== undefined; pedido = this.#tomar()) await this.#leerUna(pedido);
    } finally {
      this.#leyendo = false;
    }
  }

  #tomar(): MethodInput<'cargas.tandas'> | undefined {
    const pedido = this.#pedido;
    this.#pedido = undefined;
    return pedido;
  }

  async #leerUna(pedido: MethodInput<'cargas.tandas'>): Promise<void> {
    try {
      const leidas = await this.#api.llamar('cargas.tandas', pedido);
      if (this.#carga !== pedido.carga) return;
      this.leidas = leidas;
      this.falla = undefined;
    } catch (error) {
      if (this.#carga === pedido.carga) this.falla = comoFalla(error);
    }
  }
}

/** Reads the sends of an upload while a component shows them: with everything that happens to it, and once more when it stops. */
export function seguirTandas(carga: CargaState, tandas: TandasState, cuenta: () => string | undefined): void {
  // Outside Svelte: the ledger.
  $effect(() => {
    void carga.progreso;
    void carga.documento;
    const nombre = carga.carga;
    if (nombre !== undefined)
      void tandas.leer(cuenta(), nombre); // its failure is shown
    else
      untrack(() => {
        tandas.olvidar();
      });
  });
}

/** A send's state, as everywhere: an icon and a word. */
export const ESTADO_DE_TANDA: Record<CargaTanda['estado'], { estado: NombreEstado; palabra: () => string }> = {
  confirmada: { estado: 'conciliado', palabra: m.envio_t_confirmada },
  enviando: { estado: 'curso', palabra: m.envio_t_enviando },
  comprobando: { estado: 'dudoso', palabra: m.envio_t_comprobando },
  rechazada: { estado: 'error', palabra: m.envio_t_rechazada },
  en_espera: { estado: 'espera', palabra: m.envio_t_espera },
};

/**
 * A send of an upload that stopped: nothing is on its way, and whether the last one arrived will be looked at when it goes on (docs/upload.md,
 * "States").
 */
export function quieta(una: CargaTanda): { estado: NombreEstado; palabra: string; como: string } | undefined {
  if (una.estado !== 'enviando' && una.estado !== 'comprobando') return undefined;
  return { estado: 'espera', palabra: m.envio_t_sin_confirmar(), como: m.envio_como_al_seguir() };
}

/** How it is known that a send arrived, or what is being waited for; empty for one that was not made yet, but for the last. */
export function comoSeSabe({ estado, tipo, prueba, id, antes, cupones }: CargaTanda): string {
  const cuenta = { de: cantidad(antes ?? 0), a: cantidad((antes ?? 0) + cupones) };
  switch (estado) {
    case 'en_espera':
      return tipo === 'cierre' ? m.envio_como_cierra() : '';
    case 'rechazada':
      return m.envio_como_rechazada();
    case 'comprobando':
      return m.envio_como_miramos();
    case 'enviando':
      if (tipo === 'cierre') return m.envio_como_cierra();
      return antes === null ? '' : m.envio_como_esperamos(cuenta);
    case 'confirmada':
      if (prueba === 'persona') return m.envio_como_persona();
      if (prueba === 'marcador') return m.envio_como_marca({ id: id ?? '' });
      if (prueba === 'encabezado') return m.envio_como_entera(cuenta);
      if (tipo === 'unico') return m.envio_como_unica({ id: id ?? '' });
      if (tipo === 'primero') return m.envio_como_abre({ id: id ?? '' });
      return tipo === 'cierre' ? m.envio_como_cerro() : m.envio_como_pasa(cuenta);
  }
}
