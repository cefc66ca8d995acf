import type { EjemploIniciado } from '#contract/documents.ts';
import type { Clock } from '#domain/clock.ts';
import type { Cuentas } from '../accounts/accounts.ts';
import { EJEMPLO } from './ejemplo.ts';
import { servirSandbox, type SandboxServido } from './sandbox.ts';

/** What the example account is called, in every host. */
const CUENTA_DE_EJEMPLO = 'Datos de ejemplo';

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
  cerrar(): Promise<void>;
}

export function createEjemplo({ cuentas, clock }: Deps): Ejemplo {
  let servido: SandboxServido | undefined;
  return {
    async iniciar(signal) {
      if (servido === undefined) {
        const nuevo = await servirSandbox(EJEMPLO.sandbox, clock);
        servido = nuevo;
        const anterior = (await cuentas.listar()).find(({ nombre }) => nombre === CUENTA_DE_EJEMPLO);
        if (anterior !== undefined) await cuentas.quitar({ nombre: CUENTA_DE_EJEMPLO, conDatos: true }, signal);
        const credencial = { tipo: 'api', apiKey: nuevo.apiKey, secreto: nuevo.apiSecret } as const;
        await cuentas.agregar({ nombre: CUENTA_DE_EJEMPLO, url: nuevo.url, credencial }, signal);
      }
      return { nombre: CUENTA_DE_EJEMPLO, archivo: EJEMPLO.archivo };
    },
    async cerrar() {
      await servido?.cerrar();
      servido = undefined;
    },
  };
}
