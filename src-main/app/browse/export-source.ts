/** The source of an export: its rows, and what is said about them. */
import type { CoverageDocument, RowDocument } from '#contract/documents.ts';
import type { Instant } from '#domain/clock.ts';
import { chooseIn, type Choose, type Language } from '#domain/texts/language.ts';
import type { Vista } from '#domain/views/index.ts';
import { isMissingDays } from '../coverage/coverage.ts';
import type { ExportedField } from './export-columns.ts';
import type { RowSummary } from './row-summary.ts';
import { describeCoverage, describeWithdrawn, nameOfView, describeNotReported, listInDoubtLines } from './titles.ts';

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
export function describeGap(coverage: CoverageDocument, say: Choose = chooseIn()): string | undefined {
  if (isMissingDays(coverage))
    return coverage.porOtraFecha === true
      ? say('Pueden faltar filas', 'Rows may be missing')
      : say('Faltan días: no es el total', 'Days are missing: this is not the total');
  return (coverage.apartadas ?? 0) > 0
    ? say('Faltan filas apartadas: no es el total', 'Rows set aside are missing: this is not the total')
    : undefined;
}

/** Lines over the rows; the first is the title. */
export const describeExport = (exportData: Export): readonly string[] => {
  const { vista, idioma, cuenta, filtro, cobertura, campos, retiradas, summary } = exportData;
  const say = chooseIn(idioma);
  return [
    nameOfView(vista, say),
    `${cuenta} · ${filtro}`,
    describeCoverage(cobertura, undefined, say),
    ...describeNotReported(
      campos.map(({ nombre }) => [nombre, summary.missing[nombre] ?? 0]),
      say,
    ),
    ...listInDoubtLines(vista, summary.inDoubt, say),
    ...(retiradas ? describeWithdrawn(summary.withdrawn, say) : []),
  ];
};
