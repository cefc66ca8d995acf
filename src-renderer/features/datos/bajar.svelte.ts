import type { Metodo } from './vista.ts';
import { comoFalla, Falla } from '../../api/falla.ts';
import type { Comun } from '../../marco/contexto.ts';
import type { Ruta } from '../../marco/rutas.ts';

type Deps = Pick<Comun, 'api' | 'trabajos' | 'frescura'>;

/** Brings what a screen lacks, as work in the background that can be stopped from the top bar. */
export class BajarState {
  enCurso = $state(false);
  falla = $state.raw<Falla | undefined>(undefined);
  /** Grows when something was brought. */
  vuelta = $state(0);
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async bajar(
    pedido: {
      readonly cuenta: string;
      /** Everything, when it is left out. */
      readonly metodo?: Metodo;
      readonly desde?: string | undefined;
      readonly hasta?: string | undefined;
    },
    ruta: Ruta,
    titulo: () => string,
  ): Promise<void> {
    if (this.enCurso) return;
    this.enCurso = true;
    this.falla = undefined;
    const { cuenta, metodo, desde, hasta } = pedido;
    const metodos = metodo === undefined ? {} : { metodos: [metodo] };
    const dias = { ...(desde === undefined ? {} : { desde }), ...(hasta === undefined ? {} : { hasta }) };
    try {
      const { fallas } = await this.#deps.trabajos.hacer(
        ruta,
        (trabajo) =>
          this.#deps.api.llamar(
            'datos.sincronizar',
            { cuenta, ...metodos, ...dias },
            {
              signal: trabajo.signal,
              onAvance: (progreso) => {
                trabajo.progreso = progreso;
              },
            },
          ),
        titulo,
      );
      const [primera] = fallas;
      if (primera !== undefined) this.falla = new Falla({ code: primera.codigo, message: primera.mensaje });
    } catch (error) {
      this.falla = comoFalla(error);
    } finally {
      this.enCurso = false;
      this.vuelta += 1;
      await this.#deps.frescura.leer();
    }
  }
}
