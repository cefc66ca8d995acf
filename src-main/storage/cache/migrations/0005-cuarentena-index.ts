import type { Migration } from '../../sqlite/open.ts';

/** Every page of a screen asks of which days rows were set aside, and there may be as many as rows came. */
export const indexQuarantine: Migration = {
  version: 5,
  sql: 'CREATE INDEX cuarentena_ventana ON cuarentena (metodo, ventana);',
};
