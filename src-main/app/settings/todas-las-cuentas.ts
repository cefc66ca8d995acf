import { isAppError } from '#contract/errors.ts';
import { NOMBRE_ENTORNO, type Cuenta } from '../accounts/account.ts';
import type { Cuentas } from '../accounts/accounts.ts';

type Elegibles = Pick<Cuentas, 'elegir' | 'listar'>;

/** Every stored account, and the environment's where this run has one: nothing says where it is kept, and its uploads are on the disk as theirs are. */
export async function todasLasCuentas(cuentas: Elegibles): Promise<readonly Cuenta[]> {
  const todas: Cuenta[] = [];
  for (const { nombre } of await cuentas.listar()) todas.push(await cuentas.elegir(nombre));
  const entorno = await deEntorno(cuentas);
  return entorno === undefined || todas.some(({ id }) => id === entorno.id) ? todas : [...todas, entorno];
}

async function deEntorno(cuentas: Elegibles): Promise<Cuenta | undefined> {
  try {
    return await cuentas.elegir(NOMBRE_ENTORNO);
  } catch (error) {
    // It is not there, or only by halves, which says nothing of the others.
    if (isAppError(error, 'CUENTA_INEXISTENTE', 'ENTRADA_INVALIDA', 'URL_INSEGURA')) return undefined;
    throw error;
  }
}
