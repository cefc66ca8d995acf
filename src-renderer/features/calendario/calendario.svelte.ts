import type { CalendarioDocumento, CalendarioMes } from '#contract/inicio.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';
import type { Comun } from '../../marco/contexto.ts';
import { mesAntes } from './meses.ts';

/** Months shown at first, and how many more each time. */
const PRIMEROS = 4;
const MAS = 4;
/** The core gives so many at once. */
const TOPE = 24;

type Deps = Pick<Comun, 'api' | 'trabajos'> & { readonly cuenta: string | undefined; readonly hoy: string };

/** The calendar of an account, month by month. */
export class CalendarioState {
  documento = $state.raw<CalendarioDocumento | undefined>(undefined);
  falla = $state.raw<Falla | undefined>(undefined);
  campo: 'vendido' | 'acreditado' = $state('vendido');
  comoTabla = $state(false);
  /** The month that is being brought. */
  bajando = $state.raw<string | undefined>(undefined);
  #cuantos = $state(PRIMEROS);
  readonly #deps: Deps;

  /** Newest first. */
  readonly meses: readonly CalendarioMes[] = $derived(this.documento?.meses.toReversed() ?? []);
  readonly hayMas: boolean = $derived(this.#cuantos < TOPE);

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** What was read before stays on screen while it is read again, and when it cannot be. */
  async leer(signal: AbortSignal): Promise<void> {
    const { api, cuenta, hoy } = this.#deps;
    const hasta = hoy.slice(0, 7);
    this.falla = undefined;
    try {
      const desde = mesAntes(hasta, this.#cuantos - 1);
      const documento = await api.llamar('inicio.calendario', { cuenta, desde, hasta }, { signal });
      if (!signal.aborted) this.documento = documento;
    } catch (error) {
      if (!signal.aborted) this.falla = comoFalla(error);
    }
  }

  async verMas(signal: AbortSignal): Promise<void> {
    this.#cuantos = Math.min(TOPE, this.#cuantos + MAS);
    await this.leer(signal);
  }

  /** Brings a month from the service, with what its days open. */
  async bajar(mes: CalendarioMes, signal: AbortSignal): Promise<void> {
    const { api, cuenta, trabajos, hoy } = this.#deps;
    const desde = mes.dias[0]?.fecha ?? '';
    const ultimo = mes.dias.at(-1)?.fecha ?? '';
    const hasta = ultimo > hoy ? hoy : ultimo;
    this.bajando = mes.mes;
    this.falla = undefined;
    try {
      await trabajos.hacer({ seccion: 'calendario' }, (trabajo) =>
        api.llamar(
          'datos.sincronizar',
          { cuenta, desde, hasta },
          { signal: trabajo.signal, onAvance: (progreso) => (trabajo.progreso = progreso) },
        ),
      );
      await this.leer(signal);
    } catch (error) {
      if (!signal.aborted) this.falla = comoFalla(error);
    } finally {
      this.bajando = undefined;
    }
  }
}
