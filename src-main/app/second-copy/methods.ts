import { AppError } from '#contract/errors.ts';
import type { Once } from '../once.ts';
import type { MethodsOf } from '../dispatch/dispatch.ts';
import type { SecondCopies } from './index.ts';

/**
 * The methods of the second copy. Making a copy writes nothing that others write, so it does not take the lock: a slow share stops nobody from
 * sending.
 */
export function methodsOfSecondCopy(
  copies: Once<SecondCopies>,
  closeFiles: () => Promise<void>,
): MethodsOf<`segunda_copia.${string}`> {
  return {
    'segunda_copia.ver': { writes: false, run: async () => (await copies()).show() },
    'segunda_copia.elegir': { writes: true, run: async ({ carpeta }) => (await copies()).choose(carpeta) },
    'segunda_copia.copiar': { writes: false, run: async ({ cuenta }) => (await copies()).copy(cuenta) },
    'segunda_copia.refrescar': { writes: false, run: async () => (await copies()).refresh() },
    'segunda_copia.posponer': { writes: true, run: async () => (await copies()).postpone() },
    'segunda_copia.listar': { writes: false, run: async ({ carpeta }) => (await copies()).list(carpeta) },
    'segunda_copia.verificar': {
      writes: false,
      run: async (input, { signal }) => (await copies()).verify(input, signal),
    },
    'segunda_copia.restaurar': {
      writes: true,
      alone: true,
      run: async ({ si, ...input }, { signal }) => {
        if (!si) throw new AppError('CONFIRMACION_NECESARIA');
        await closeFiles();
        return (await copies()).restore(input, signal);
      },
    },
  };
}
