import type { Learned } from '../learned.ts';
import type { Consult } from '../query/consult.ts';
import type { Quarantine } from '../wire/rows.ts';
import type { ListDefinition } from './definition.ts';
import { createPages } from './pages.ts';
import { createListado, type Listado } from './whole.ts';

/** What every data method needs. */
export interface MethodDeps {
  readonly consult: Consult;
  readonly learned: Learned;
  readonly quarantine: Quarantine;
}

/** A paged list from its definition. */
export function listado<Filtro, Fila, Cabecera>(
  definition: ListDefinition<Filtro, Fila, Cabecera>,
  deps: MethodDeps,
): Listado<Filtro, Fila, Cabecera> {
  return createListado(definition, { pages: createPages(definition, deps), learned: deps.learned });
}
