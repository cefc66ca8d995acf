import type { Migration } from '../../sqlite/open.ts';
import { cacheCreate } from './0001-cache-create.ts';
import { addPages } from './0002-cache-add-paginas.ts';
import { createSearchIndex } from './0003-busqueda-create.ts';
import { tuneSearchIndex } from './0004-busqueda-tune.ts';
import { indexQuarantine } from './0005-cuarentena-index.ts';
import { addNetAmount } from './0006-movimientos-add-importe-neto.ts';
import { addProblems } from './0007-cuarentena-add-problemas.ts';
import { addFirstAbsence } from './0008-ausencia-add-primera.ts';
import { createQuarantineWindows } from './0009-cuarentena-ventana-create.ts';
import { dropUnsentFields } from './0010-liquidaciones-conciliadas-drop-unsent.ts';

export const MIGRATIONS: readonly Migration[] = [
  cacheCreate,
  addPages,
  createSearchIndex,
  tuneSearchIndex,
  indexQuarantine,
  addNetAmount,
  addProblems,
  addFirstAbsence,
  createQuarantineWindows,
  dropUnsentFields,
];
