import path from 'node:path';
import type { ReportSource } from '#domain/report.ts';
import type { TillBridge } from '#domain/till-bridge.ts';

type Shorten = <T extends { readonly archivo: string | null }>(row: T) => T;

const withNames = (bridge: TillBridge, short: Shorten): TillBridge => ({
  ...bridge,
  sheets: bridge.sheets.map((sheet) => short(sheet)),
});

/**
 * The source with short file names: without folders, unless two files would have the same name. A report that goes to an auditor says nothing
 * of how a PC's disk is arranged.
 */
export function withShortNames(source: ReportSource): ReportSource {
  const names = createShortNames(source.archivos);
  const shorten: Shorten = <T extends { readonly archivo: string | null }>(row: T): T =>
    row.archivo === null ? row : { ...row, archivo: names.get(row.archivo) ?? row.archivo };
  const { bridge, explicaciones: explanations } = source;
  return {
    ...source,
    ...(explanations === undefined
      ? {}
      : { explicaciones: { ...explanations, cupones: explanations.cupones.map((row) => shorten(row)) } }),
    archivos: source.archivos.map((file) => names.get(file) ?? file),
    cupones: (dispositions) => mapRows(source.cupones(dispositions), shorten),
    readErrors: () => mapRows(source.readErrors(), shorten),
    readNotices: () => mapRows(source.readNotices(), shorten),
    ...(bridge === undefined ? {} : { bridge: () => withNames(bridge(), shorten) }),
  };
}

function* mapRows<T>(rows: Iterable<T>, change: (row: T) => T): Generator<T> {
  for (const row of rows) yield change(row);
}

/** Each path with its file name, or with the whole path when another path has the same name. */
function createShortNames(files: readonly string[]): ReadonlyMap<string, string> {
  const paths = [...new Set(files)];
  const countTaken = (name: string): number => paths.filter((other) => path.basename(other) === name).length;
  return new Map(
    paths.map((file) => {
      const name = path.basename(file);
      return [file, countTaken(name) > 1 ? file : name];
    }),
  );
}
