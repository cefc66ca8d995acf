/** Known records that come back under other ids keep their row (docs/gaps.md, `ids`). */
import { z } from 'zod';
import type { Valor } from './fila.ts';
import type { TablaPreparada } from './tabla-preparada.ts';

const filaCruda = z.array(z.union([z.string(), z.number(), z.null()]));

function agrupar<T>(items: readonly T[], clave: (item: T) => string): Map<string, T[]> {
  const grupos = new Map<string, T[]>();
  for (const item of items) {
    const key = clave(item);
    const grupo = grupos.get(key);
    if (grupo === undefined) grupos.set(key, [item]);
    else grupo.push(item);
  }
  return grupos;
}
const porNumero = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);

/** Gives their row the new id; answers which new id each old one got. */
export function reconocer(
  t: TablaPreparada,
  {
    sinVer,
    nuevas,
  }: {
    readonly sinVer: readonly string[];
    readonly nuevas: readonly { readonly id: string; readonly valores: readonly Valor[] }[];
  },
): ReadonlyMap<string, string> {
  const cambios = new Map<string, string>();
  if (nuevas.length === 0) return cambios;
  const viejos = agrupar(sinVer, (id) => t.clave(filaCruda.parse(t.valores.get(id))));
  for (const [clave, llegadas] of agrupar(nuevas, ({ valores }) => t.clave(valores))) {
    const ids = viejos.get(clave);
    // Equal records are told apart by order: a factor keeps it. Where counts differ nobody can tell which is which.
    if (ids === undefined || ids.length !== llegadas.length) continue;
    const orden = llegadas.map(({ id }) => id).sort(porNumero);
    ids.sort(porNumero).forEach((viejo, i) => {
      const id = orden[i];
      if (id === undefined || t.existe.get(id) !== undefined) return;
      t.recodificar.run(id, viejo);
      cambios.set(viejo, id);
    });
  }
  return cambios;
}
