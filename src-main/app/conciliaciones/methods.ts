import { readOnly, withLock, type MethodsOf } from '../dispatch/dispatch.ts';
import type { Shared } from '../open/index.ts';
import { createOnce, type Once } from '../once.ts';
import type { Names } from './names.ts';
import type { StoredResults } from './kept.ts';

/** The stores of the methods: the names that people gave, and the kept results. */
export interface KeptResults {
  readonly names: Once<Names>;
  readonly stored: Once<StoredResults>;
}

/**
 * The methods of the reconciliations. Only those that delete or give a name are writers. The others write only what can be read from the
 * service again, in one transaction of its own file; and a result must be readable while another program uploads.
 */
export function createConciliacionMethods(
  { sessions, ledgers, caches, clock }: Shared,
  { names, stored }: KeptResults,
): MethodsOf<`conciliaciones.${string}`> {
  const conciliaciones = createOnce(async () =>
    (await import('./index.ts')).createConciliaciones({
      sessions: await sessions(),
      ledgers: await ledgers(),
      caches: await caches(),
      names: await names(),
      clock,
    }),
  );
  return {
    'conciliaciones.listar': readOnly(async (input, { signal }) => (await conciliaciones()).list(input, signal)),
    'conciliaciones.ver': readOnly(async (input, { signal }) => (await conciliaciones()).show(input, signal)),
    'conciliaciones.resultado': readOnly(async (input, context) => (await stored()).resultado(input, context)),
    'conciliaciones.borrar': withLock(async (input, { signal }) => (await conciliaciones()).remove(input, signal)),
    'conciliaciones.leer': readOnly(async (input, context) => (await stored()).leer(input, context)),
    'conciliaciones.guardada': readOnly(async (input, context) => (await stored()).guardada(input, context)),
    'conciliaciones.conocidas': readOnly(async (input, context) => (await stored()).conocidas(input, context)),
    'conciliaciones.cupones': readOnly(async (input, context) => (await stored()).cupones(input, context)),
    'conciliaciones.informe': readOnly(async (input, context) => (await stored()).informe(input, context)),
    'conciliaciones.puente': readOnly(async (input, context) => (await stored()).puente(input, context)),
    'conciliaciones.nombrar': withLock(async (input, context) => (await stored()).nombrar(input, context)),
  };
}
