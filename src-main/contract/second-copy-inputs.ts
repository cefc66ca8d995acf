import { z } from 'zod';
import { cuenta, texto } from './common-inputs.ts';

/** What the methods of the second copy take. A page names no folder (`page/handles.ts`): the desktop is asked for one. */

/** Another folder than the chosen one, for a PC that has chosen none. */
const carpeta = texto.optional();

export const SECOND_COPY_INPUTS = {
  /** What this PC knows of its second copies, without looking into their folder. */
  'segunda_copia.ver': z.strictObject({}),
  /** Where they go from now on, and makes the first ones. Absent: the desktop is asked; null: nowhere, and those that there are stay. */
  'segunda_copia.elegir': z.strictObject({ carpeta: texto.nullable().optional() }),
  /** Makes them now: of one account, or of all. */
  'segunda_copia.copiar': z.strictObject({ cuenta }),
  /** Begins those that are due, and waits for none. */
  'segunda_copia.refrescar': z.strictObject({}),
  /** Asks again in a week. */
  'segunda_copia.posponer': z.strictObject({}),
  /** Every copy in the folder, of all accounts and PCs. */
  'segunda_copia.listar': z.strictObject({ carpeta }),
  /** Reads a copy whole. `copia`: its name in the list. */
  'segunda_copia.verificar': z.strictObject({ copia: texto, carpeta }),
  /** Puts a copy in the place of the ledger of an account, which is kept aside. */
  'segunda_copia.restaurar': z.strictObject({ cuenta, copia: texto, carpeta, si: z.boolean() }),
} as const;
