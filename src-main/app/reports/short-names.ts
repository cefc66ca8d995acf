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
  const names = shortNames(source.archivos);
  const short: Shorten = <T extends { readonly archivo: string | null }>(row: T): T =>
    row.archivo === null ? row : { ...row, archivo: names.get(row.archivo) ?? row.archivo };
  const { bridge, explicaciones: explanations } = source;
  return {
    ...source,
    ...(explanations === undefined
      ? {}
      : { explicaciones: { ...explanations, cupones: explanations.cupones.map((row) => short(row)) } }),
    archivos: source.archivos.map((file) => names.get(file) ?? file),
    cupones: (dispositions) => mapped(source.cupones(dispositions), short),
    readErrors: () => mapped(source.readErrors(), short),
    readNotices: () => mapped(source.readNotices(), short),
    ...(bridge === undefined ? {} : { bridge: () => withNames(bridge(), short) }),
  };
}

function* mapped<T>(rows: Iterable<T>, change: (row: T) => T): Generator<T> {
  for (const row of rows) yield change(row);
}

/** Each path with its file name, or with the whole path when another path has the same name. */
function shortNames(files: readonly string[]): ReadonlyMap<string, string> {
  const paths = [...new Set(files)];
  const taken = (name: string): number => paths.filter((other) => path.basename(other) === name).length;
  return new Map(
    paths.map((file) => {
      const name = path.basename(file);
      return [file, taken(name) > 1 ? file : name];
    }),
  );
}
