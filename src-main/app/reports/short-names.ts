import path from 'node:path';
import type { InformeFuente } from '#domain/informe.ts';
import type { TillBridge } from '#domain/till-bridge.ts';

type Shorten = <T extends { readonly archivo: string | null }>(row: T) => T;

const withNames = (bridge: TillBridge, short: Shorten): TillBridge => ({
  ...bridge,
  sheets: bridge.sheets.map((sheet) => short(sheet)),
});

/**
 * The same source with its files named as people know them: without folders, unless two of them would then be one. A report that
 * travels to an auditor says nothing of how a PC's disk is arranged.
 */
export function conNombresCortos(fuente: InformeFuente): InformeFuente {
  const names = shortNames(fuente.archivos);
  const short: Shorten = <T extends { readonly archivo: string | null }>(row: T): T =>
    row.archivo === null ? row : { ...row, archivo: names.get(row.archivo) ?? row.archivo };
  const { bridge, explicaciones } = fuente;
  return {
    ...fuente,
    ...(explicaciones === undefined
      ? {}
      : { explicaciones: { ...explicaciones, cupones: explicaciones.cupones.map((row) => short(row)) } }),
    archivos: fuente.archivos.map((archivo) => names.get(archivo) ?? archivo),
    cupones: (disposiciones) => mapped(fuente.cupones(disposiciones), short),
    errores: () => mapped(fuente.errores(), short),
    avisos: () => mapped(fuente.avisos(), short),
    ...(bridge === undefined ? {} : { bridge: () => withNames(bridge(), short) }),
  };
}

function* mapped<T>(rows: Iterable<T>, change: (row: T) => T): Generator<T> {
  for (const row of rows) yield change(row);
}

/** Each path with its file name, or with itself where another path has the same one. */
function shortNames(archivos: readonly string[]): ReadonlyMap<string, string> {
  const paths = [...new Set(archivos)];
  const taken = (name: string): number => paths.filter((other) => path.basename(other) === name).length;
  return new Map(
    paths.map((archivo) => {
      const name = path.basename(archivo);
      return [archivo, taken(name) > 1 ? archivo : name];
    }),
  );
}
