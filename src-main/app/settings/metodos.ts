import type { MethodTable } from '../dispatch/dispatch.ts';
import type { Once } from '../compose/once.ts';
import type { Ajustes } from './ajustes.ts';

type DeAjustes = { readonly [M in keyof MethodTable as M extends `ajustes.${string}` ? M : never]: MethodTable[M] };

interface Deps {
  readonly ajustes: Once<Ajustes>;
}

/** The methods of Ajustes. */
export const metodosDeAjustes = ({ ajustes }: Deps): DeAjustes => ({
  'ajustes.leer': { writes: false, run: async () => (await ajustes()).leer() },
  'ajustes.cambiar': { writes: true, run: async (input) => (await ajustes()).cambiar(input) },
});
