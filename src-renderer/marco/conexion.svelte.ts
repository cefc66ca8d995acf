import type { Api } from '../api/api.ts';
import { comoFalla } from '../api/falla.ts';
import type { SincronizacionDocumento } from '#contract/documents.ts';
import { esDeRed } from '../ui/errores.ts';

/** Methods whose success proves that the service can be reached; others of the same names look at what is kept here. */
const DE_RED = /^(cuentas\.probar|conciliaciones\.(listar|ver|leer|resultado|borrar)|cargas\.(conciliar|retomar))$/;

/** What an update says of the service: that nothing of it could be reached, or that something could; undefined when it asked nothing. */
function alcance({ metodos, fallas }: Pick<SincronizacionDocumento, 'metodos' | 'fallas'>): boolean | undefined {
  const perdidas = fallas.filter(({ codigo }) => esDeRed({ code: codigo }));
  if (perdidas.length > 0 && perdidas.length === fallas.length) return false;
  return metodos.some(({ pedidos }) => pedidos > 0) ? true : undefined;
}

/** Only `datos.sincronizar` answers what it could not bring. */
const esActualizacion = (value: unknown): value is SincronizacionDocumento =>
  typeof value === 'object' && value !== null && 'fallas' in value && 'metodos' in value;

/** Whether the program is there, and whether the service is. */
export class Conexion {
  programa = $state(true);
  servicio = $state(true);
  /** What was pressed is in a file that is no longer there: the program was updated under this page. */
  vieja = $state(false);
  /** Some call was not answered yet. */
  enVuelo = $state(false);
  /** How many. Not a state: what calls from an effect would depend on it. */
  #llamadas = 0;

  /** The same api, noting what each call says about the service. */
  observar(api: Api): Api {
    return {
      ...api,
      llamar: async (metodo, entrada, seguimiento) => {
        this.#contar(1);
        try {
          const value = await api.llamar(metodo, entrada, seguimiento);
          if (DE_RED.test(metodo)) this.servicio = true;
          else if (esActualizacion(value)) this.servicio = alcance(value) ?? this.servicio;
          return value;
        } catch (error) {
          if (esDeRed(comoFalla(error))) this.servicio = false;
          throw error;
        } finally {
          this.#contar(-1);
        }
      },
    };
  }

  /** Something that a press asked for could not be read. */
  notar(error: unknown): void {
    if (comoFalla(error).deLaPagina === 'actualizado') this.vieja = true;
  }
  #contar(mas: 1 | -1): void {
    this.#llamadas += mas;
    this.enVuelo = this.#llamadas > 0;
  }
}
