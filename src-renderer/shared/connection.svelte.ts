import type { Api } from '../api/api.ts';
import { toFailure } from '../api/failure.ts';
import type { SyncDocument } from '#contract/documents.ts';
import { esDeRed } from '../ui/errors.ts';

/** Methods whose success proves that the service can be reached; others of the same names look at what is kept here. */
const DE_RED = /^(cuentas\.probar|conciliaciones\.(listar|ver|leer|resultado|borrar)|cargas\.(conciliar|retomar))$/;

/** What an update says of the service: that nothing of it could be reached, or that something could; undefined when it asked nothing. */
function reachedService({ metodos, fallas }: Pick<SyncDocument, 'metodos' | 'fallas'>): boolean | undefined {
  const losses = fallas.filter(({ codigo }) => esDeRed({ code: codigo }));
  if (losses.length > 0 && losses.length === fallas.length) return false;
  return metodos.some(({ pedidos }) => pedidos > 0) ? true : undefined;
}

/** Only `datos.sincronizar` answers what it could not bring. */
const isUpdate = (value: unknown): value is SyncDocument =>
  typeof value === 'object' && value !== null && 'fallas' in value && 'metodos' in value;

/** Whether the program is there, and whether the service is. */
export class Connection {
  programa = $state(true);
  servicio = $state(true);
  /** What was pressed is in a file that is no longer there: the program was updated under this page. */
  vieja = $state(false);
  /** Some call was not answered yet. */
  inFlight = $state(false);
  /** How many. Not a state: what calls from an effect would depend on it. */
  #llamadas = 0;

  /** The same api, noting what each call says about the service. */
  observe(api: Api): Api {
    return {
      ...api,
      call: async (metodo, entrada, tracking) => {
        this.#count(1);
        try {
          const value = await api.call(metodo, entrada, tracking);
          if (DE_RED.test(metodo)) this.servicio = true;
          else if (isUpdate(value)) this.servicio = reachedService(value) ?? this.servicio;
          return value;
        } catch (error) {
          if (esDeRed(toFailure(error))) this.servicio = false;
          throw error;
        } finally {
          this.#count(-1);
        }
      },
    };
  }

  /** Something that a press asked for could not be read. */
  noteError(error: unknown): void {
    if (toFailure(error).ofPage === 'actualizado') this.vieja = true;
  }
  #count(mas: 1 | -1): void {
    this.#llamadas += mas;
    this.inFlight = this.#llamadas > 0;
  }
}
