import type { Migration } from '../../sqlite/open.ts';

/** Every page of a screen asks on which days rows were set aside, and there may be as many of those rows as ever came. */
export const indexQuarantine: Migration = {
  version: 5,
  sql: 'CREATE INDEX cuarentena_ventana ON cuarentena (metodo, ventana);',
};
