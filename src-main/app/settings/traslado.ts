import type { TrasladoExaminado, TrasladoExportado, TrasladoImportado } from '#contract/ajustes.ts';
import type { Clock } from '#domain/clock.ts';
import { decirA, type Dicho } from '#domain/dicho.ts';
import type { StartAside } from '#platform/aside.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import type { Cuenta } from '../accounts/account.ts';
import type { CuentaGuardada } from '../accounts/account-file.ts';
import type { Cuentas } from '../accounts/accounts.ts';
import { refuseExisting } from './salida.ts';
import { todasLasCuentas } from './todas-las-cuentas.ts';
import { exportarTraslado, type Marcha } from './traslado-exportar.ts';
import { examinarTraslado, importarTraslado } from './traslado-importar.ts';

/** Moving everything to another PC, in one file. Secrets stay in the keychain of each: they are asked for again. */
export interface Traslado {
  exportar(pedido: { readonly salida: string; readonly conCache: boolean }, marcha: Marcha): Promise<TrasladoExportado>;
  examinar(archivo: string, marcha: Marcha): Promise<TrasladoExaminado>;
  importar(
    pedido: { readonly archivo: string; readonly si: boolean; readonly huella: string | undefined },
    marcha: Marcha & { readonly cerrarTodo: () => Promise<void> },
  ): Promise<TrasladoImportado>;
}

interface Deps {
  readonly datos: DataFolder;
  readonly cuentas: Pick<Cuentas, 'listar' | 'elegir' | 'credenciales'>;
  readonly clock: Clock;
  readonly version: string;
  readonly aside: StartAside;
  readonly onAviso: (texto: string, dicho: Dicho) => void;
}

export function createTraslado({ datos, cuentas, clock, version, aside, onAviso }: Deps): Traslado {
  const entrada = {
    datos,
    clock,
    aside,
    olvidarSecretos: async (deAca: readonly CuentaGuardada[], traidas: readonly Cuenta[]) => {
      const olvidados = await cuentas.credenciales.olvidar([...deAca, ...traidas]);
      if (!olvidados && deAca.some(({ enLlavero }) => enLlavero)) decirA(onAviso, 'llavero_sin_borrar');
    },
  };
  return {
    async exportar(pedido, marcha) {
      await refuseExisting(pedido.salida);
      const todas = await todasLasCuentas(cuentas);
      return exportarTraslado(pedido, { datos, cuentas: todas, clock, version }, marcha);
    },
    examinar: (archivo, marcha) => examinarTraslado(archivo, entrada, marcha),
    importar: (pedido, marcha) => importarTraslado(pedido, entrada, marcha),
  };
}
