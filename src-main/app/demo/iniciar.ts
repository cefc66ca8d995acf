import type { EjemploIniciado } from '#contract/documents.ts';
import { AppError, isAppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { Cuenta } from '../accounts/account.ts';
import type { Cuentas } from '../accounts/accounts.ts';
import { CUENTA_DE_EJEMPLO } from './cuenta.ts';
import { EJEMPLO, sandboxDelEjemplo } from './ejemplo.ts';
import { servirSandbox, type SandboxServido } from './sandbox.ts';

interface Deps {
  readonly cuentas: Cuentas;
  readonly clock: Clock;
}

/** The example inside the application: its service, an account on it, and a workbook to reconcile. */
export interface Ejemplo {
  /**
   * Serves the example and adds its account. Asked again, it is the same; in another run of the program the service begins anew, so
   * what the account had of the old one is removed.
   */
  iniciar(signal: AbortSignal): Promise<EjemploIniciado>;
  /**
   * Serves the example of an earlier run where its account says, and gives the secret of that account: nobody has to know it. What was sent
   * to it in that run is gone from it. Throws `SIN_CONEXION` when something else is there.
   */
  despertar(cuenta: Cuenta): Promise<string>;
  cerrar(): Promise<void>;
}

export function createEjemplo({ cuentas, clock }: Deps): Ejemplo {
  /** One at a time: two that come together are served by the same. */
  let servido: Promise<SandboxServido> | undefined;
  function servir(puerto: number): Promise<SandboxServido> {
    const nuevo = servirSandbox({ ...sandboxDelEjemplo(clock.now()), puerto }, clock);
    servido = nuevo;
    nuevo.catch(() => {
      if (servido === nuevo) servido = undefined;
    });
    return nuevo;
  }
  return {
    async iniciar(signal) {
      const antes = servido;
      const { url, apiKey, apiSecret } = await (antes ?? servir(0));
      const suya = (await cuentas.listar()).find(({ nombre }) => nombre === CUENTA_DE_EJEMPLO);
      if (antes === undefined || suya?.url !== url) {
        if (suya !== undefined) await cuentas.quitar({ nombre: CUENTA_DE_EJEMPLO, conDatos: true }, signal);
        const credencial = { tipo: 'api', apiKey, secreto: apiSecret } as const;
        await cuentas.agregar({ nombre: CUENTA_DE_EJEMPLO, url, credencial }, signal);
      }
      return { nombre: CUENTA_DE_EJEMPLO, archivo: EJEMPLO.archivo };
    },
    async despertar({ url }) {
      try {
        const vivo = await (servido ?? servir(Number(new URL(url).port)));
        if (vivo.url === url) return vivo.apiSecret;
      } catch (error) {
        if (!isAppError(error, 'USO')) throw error;
      }
      throw new AppError('SIN_CONEXION', { detail: { url } });
    },
    async cerrar() {
      const [vivo] = await Promise.allSettled([servido]);
      servido = undefined;
      if (vivo?.status === 'fulfilled') await vivo.value?.cerrar();
    },
  };
}
