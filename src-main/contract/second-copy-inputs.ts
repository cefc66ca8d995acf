import { z } from 'zod';
import { cuenta, text } from './common-inputs.ts';

/** The inputs of the methods of the second copy. A page cannot name a folder (`page/handles.ts`): the host asks the person with the desktop's dialog. */

/** A folder to use instead of the chosen one, for a PC that has chosen none. */
const folder = text.optional();

export const SECOND_COPY_INPUTS = {
  /** The second copies that this PC knows, without looking into their folder. */
  'segunda_copia.ver': z.strictObject({}),
  /**
   * Chooses the folder of the second copies and makes the first ones. `carpeta` absent: the person chooses in the desktop's dialog. Null: no more
   * copies are made, and the existing ones stay.
   */
  'segunda_copia.elegir': z.strictObject({ carpeta: text.nullable().optional() }),
  /** Makes the copies now: of one account, or of all. */
  'segunda_copia.copiar': z.strictObject({ cuenta }),
  /** Begins the copies that are due, without waiting for them. */
  'segunda_copia.refrescar': z.strictObject({}),
  /** Postpones the question by a week. */
  'segunda_copia.posponer': z.strictObject({}),
  /** Every copy in the folder, of all accounts and PCs. */
  'segunda_copia.listar': z.strictObject({ carpeta: folder }),
  /** Reads a copy whole. `copia`: its name in the list. */
  'segunda_copia.verificar': z.strictObject({ copia: text, carpeta: folder }),
  /** Replaces the ledger of an account by a copy. The replaced ledger is kept aside. */
  'segunda_copia.restaurar': z.strictObject({ cuenta, copia: text, carpeta: folder, si: z.boolean() }),
} as const;
