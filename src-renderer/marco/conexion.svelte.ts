import type { Api } from '../api/api.ts';
import { comoFalla } from '../api/falla.ts';
import type { ErrorCode } from '#contract/errors.ts';

const SIN_RED: readonly ErrorCode[] = ['SIN_CONEXION', 'TIEMPO_AGOTADO'];
/** Methods whose success proves that the service can be reached. */
const DE_RED = /^(cuentas\.probar|conciliaciones\.|cargas\.)/;

/** Whether the program is there, and whether the service is. */
export class Conexion {
  programa = $state(true);
  servicio = $state(true);

  /** The same api, noting what each call says about the service. */
  observar(api: Api): Api {
    return {
      ...api,
      llamar: async (metodo, entrada, seguimiento) => {
        try {
          const value = await api.llamar(metodo, entrada, seguimiento);
          if (DE_RED.test(metodo)) this.servicio = true;
          return value;
        } catch (error) {
          if (SIN_RED.includes(comoFalla(error).code)) this.servicio = false;
          throw error;
        }
      },
    };
  }
}
