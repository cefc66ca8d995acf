/** What an export is written from, and what is said of it besides its rows. */
import type { CoberturaDocumento, FilaDocumento } from '#contract/documents.ts';
import type { Instant } from '#domain/clock.ts';
import type { Vista } from '#domain/vista.ts';
import { faltanDias } from '../cobertura/cobertura.ts';
import type { CampoExportado } from './hojas-de-detalle.ts';
import type { RowSummary } from './row-summary.ts';
import { coberturaEnPalabras, describeWithdrawn, NOMBRES, sinInformarEnPalabras, stampInDoubt } from './titulos.ts';

export interface Exportacion {
  readonly vista: Vista;
  readonly cuenta: string;
  /** The filter in words. */
  readonly filtro: string;
  readonly campos: readonly CampoExportado[];
  /** A new pass over the rows, the same ones each time, a batch at a time; with their detail where it is asked for. */
  readonly filas: () => AsyncIterable<readonly FilaDocumento[]>;
  readonly detalle: boolean;
  /** Also the rows that the service withdrew. */
  readonly retiradas: boolean;
  readonly cobertura: CoberturaDocumento;
  /** What those rows add up to. */
  readonly summary: RowSummary;
}

export interface Salida {
  readonly archivo: string;
  readonly creado: Instant;
  readonly signal: AbortSignal;
  readonly onProgress: (filas: number) => void;
}

export interface Exported {
  readonly archivo: string;
  /** Beside a text: what a workbook says in its headings. */
  readonly leeme?: string;
}

/** What a total says of itself where it is not the total of what was asked; undefined where it is. */
export function describeGap(cobertura: CoberturaDocumento): string | undefined {
  if (faltanDias(cobertura))
    return cobertura.porOtraFecha === true ? 'Pueden faltar filas' : 'Faltan días: no es el total';
  return (cobertura.apartadas ?? 0) > 0 ? 'Faltan filas apartadas: no es el total' : undefined;
}

/** Lines over the rows; the first is the title. */
export const describeExport = (exportacion: Exportacion): readonly string[] => {
  const { vista, cuenta, filtro, cobertura, campos, retiradas, summary } = exportacion;
  return [
    NOMBRES[vista],
    `${cuenta} · ${filtro}`,
    coberturaEnPalabras(cobertura),
    ...sinInformarEnPalabras(campos.map(({ nombre }) => [nombre, summary.missing[nombre] ?? 0])),
    ...stampInDoubt(vista, summary.inDoubt),
    ...(retiradas ? describeWithdrawn(summary.withdrawn) : []),
  ];
};
