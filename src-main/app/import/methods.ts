import type { MethodsOf } from '../dispatch/dispatch.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Once } from '../once.ts';
import type { OpenSent } from '../uploaded/sent.ts';
import type { Import } from './index.ts';

interface Deps {
  readonly accounts: Once<Accounts>;
  readonly importer: Once<Import>;
  readonly sent: Once<OpenSent>;
  readonly leaveOut: LeaveOut;
}

/** Leaves out the files that are not to be read (lock-files.ts). */
export type LeaveOut = (files: readonly string[]) => readonly string[];

/** Validating files. With an account, rows that it sent before are recognised. */
export const importMethods = ({ accounts, importer, sent, leaveOut }: Deps): MethodsOf<'archivos.validar'> => ({
  'archivos.validar': {
    writes: false,
    run: async ({ archivos, cuenta, ...reading }, tracking) => {
      const alreadySent =
        cuenta === undefined ? undefined : await (await sent())(await (await accounts()).choose(cuenta));
      return (await importer()).validate(leaveOut(archivos), { ...reading, alreadySent }, tracking);
    },
  },
});
