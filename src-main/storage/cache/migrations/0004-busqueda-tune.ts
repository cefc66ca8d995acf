import type { Migration } from '../../sqlite/abrir.ts';

/**
 * The indexes of what people type gather more in memory before they write (16 MB: a piece of them, whole) and join what they wrote less often:
 * less work to fill them, and the same to ask.
 */
export const busquedaTune: Migration = {
  version: 4,
  sql: ['operaciones', 'movimientos', 'liquidaciones', 'rechazos']
    .map((vista) => `busqueda_${vista}`)
    .map((indice) => `INSERT INTO ${indice} (${indice}, rank) VALUES ('hashsize', 16777216), ('automerge', 8);`)
    .join('\n'),
};
