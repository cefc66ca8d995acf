import { AppError } from '#contract/errors.ts';
import { readOnly, withLock, type MethodsOf } from '../dispatch/dispatch.ts';
import type { Once } from '../once.ts';
import type { Accounts } from './accounts.ts';

interface Deps {
  readonly accounts: Once<Accounts>;
  /** Forgets the session of an account and revokes its tokens, if it has one open. */
  readonly forgetSession: (name: string) => Promise<void>;
  /** Closes every file of the data folder that this process has open. */
  readonly closeFiles: () => Promise<void>;
}

type OfAccounts = MethodsOf<`cuentas.${'listar' | 'agregar' | 'quitar' | 'probar' | 'usar' | 'salir' | 'clave'}`>;

/** The methods of the accounts. One that closes sessions or files that others use is `alone`. */
export const createAccountMethods = ({ accounts, forgetSession, closeFiles }: Deps): OfAccounts => ({
  'cuentas.listar': readOnly(async () => (await accounts()).list()),
  'cuentas.agregar': {
    writes: true,
    run: async (input, { signal }) => {
      const added = await (await accounts()).add(input, signal);
      await forgetSession(added.nombre); // an account of the same name was open with its old secret
      return added;
    },
  },
  'cuentas.quitar': {
    writes: true,
    alone: true,
    run: async ({ si, ...input }, { signal }) => {
      if (!si) throw new AppError('CONFIRMACION_NECESARIA');
      await forgetSession(input.nombre);
      // The account's data may be deleted. A program that has its files open would write into deleted files.
      if (input.conDatos) await closeFiles();
      return (await accounts()).remove(input, signal);
    },
  },
  // It writes that the account works, and a refresh token that the login gave.
  'cuentas.probar': withLock(async ({ cuenta, metodos }, { signal }) =>
    (await accounts()).tryOut(cuenta, metodos ?? false, signal),
  ),
  'cuentas.usar': withLock(async ({ nombre }) => (await accounts()).use(nombre)),
  'cuentas.salir': {
    writes: true,
    alone: true,
    run: async ({ nombre }, { signal }) => {
      await forgetSession(nombre);
      return (await accounts()).signOut(nombre, signal);
    },
  },
  'cuentas.clave': {
    writes: true,
    alone: true,
    run: async (input, { signal }) => {
      const changed = await (await accounts()).changeSecret(input, signal);
      await forgetSession(input.nombre);
      return changed;
    },
  },
});
