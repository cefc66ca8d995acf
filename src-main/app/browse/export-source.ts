/** The source of an export: its rows, and what is said about them. */
import type { CoverageDocument, RowDocument } from '#contract/documents.ts';
import type { Instant } from '#domain/clock.ts';
import type { Language } from '#domain/texts/language.ts';
import type { Vista } from '#domain/views/index.ts';
import { isMissingDays } from '../coverage/coverage.ts';
import type { ExportedField } from './export-columns.ts';
import type { RowSummary } from './row-summary.ts';
import { describeCoverage, describeWithdrawn, NAMES, describeNotReported, listInDoubtLines } from './titles.ts';

export interface Export {
  readonly vista: Vista;
  /** The language of the screen whose list it is; undefined for the command line, which writes the data as the service gives it. */
  readonly idioma: Language | undefined;
  readonly cuenta: string;
  /** The filter in words. */
  readonly filtro: string;
  readonly campos: readonly ExportedField[];
  /** Starts a new pass over the rows: the same rows each time, in batches; with their detail if it is asked for. */
  readonly rowBatches: () => AsyncIterable<readonly RowDocument[]>;
  readonly detalle: boolean;
  /** Whether withdrawn rows are written too. */
  readonly retiradas: boolean;
  readonly cobertura: CoverageDocument;
  /** The totals of those rows. */
  readonly summary: RowSummary;
}

export interface Output {
  readonly archivo: string;
  readonly creado: Instant;
  readonly signal: AbortSignal;
  readonly onProgress: (rows: number) => void;
}

export interface Exported {
  readonly archivo: string;
  /** The path of the text beside a `.csv`, which says what a workbook says in its headings. */
  readonly leeme?: string;
}

/** Why the total is not the total of everything that was asked; undefined when it is. */
export function describeGap(coverage: CoverageDocument): string | undefined {
  if (isMissingDays(coverage))
    return coverage.porOtraFecha === true ? 'Pueden faltar filas' : 'Faltan días: no es el total';
  return (coverage.apartadas ?? 0) > 0 ? 'Faltan filas apartadas: no es el total' : undefined;
}

/** Lines over the rows; the first is the title. */
export const describeExport = (exportData: Export): readonly string[] => {
  const { vista, cuenta, filtro, cobertura, campos, retiradas, summary } = exportData;
  return [
    NAMES[vista],
    `${cuenta} · ${filtro}`,
    describeCoverage(cobertura),
    ...describeNotReported(campos.map(({ nombre }) => [nombre, summary.missing[nombre] ?? 0])),
    ...listInDoubtLines(vista, summary.inDoubt),
    ...(retiradas ? describeWithdrawn(summary.withdrawn) : []),
  ];
};
