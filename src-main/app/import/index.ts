/** Files to coupons. Past 300 lines, a third of them the types of what it takes and gives: its methods read files by the same steps. */
import type { ValidationDocument } from '#contract/documents.ts';
import { isAppError } from '#contract/errors.ts';
import type { Progress } from '#contract/progress.ts';
import { civilDateAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { Cupon, CuponField } from '#domain/cupon.ts';
import * as avisos from '#domain/cupones/notices.ts';
import type { Correction } from '#domain/cupones/fixes.ts';
import { findFreeAuxiliary } from '#domain/cupones/free-auxiliary.ts';
import type { RequestedMapping } from '#domain/cupones/map-columns.ts';
import type { RejectedRow, Findings } from '#domain/cupones/validation.ts';
import type { UnreadableFile, CuponAnterior, RowNotice, ValidationSummary } from '#domain/finding.ts';
import type { AuxiliaryField } from '#domain/cupon.ts';
import type { ImportDetail, ImportJob, ImportOutcome } from '#workbook/import/job.ts';
import type { ReadCupones, ImportRunner } from '#workbook/import/run.ts';
import type { SentLookup } from '../uploaded/sent.ts';
import { createAcrossFiles, type FindRepeated, type Source } from './between-files.ts';
import { parseCanonical } from './parse-canonical.ts';
import type { Template, FixRule } from '#domain/cupones/template.ts';
import type { Templates } from './templates.ts';

/** How the files are to be read (docs/cli.md, `validar`), and the wizard's answers. */
export interface ReadOptions {
  /** One sheet, several, or `todas`: every sheet with coupons. */
  readonly hoja?: string | readonly string[] | undefined;
  /** A template's name. */
  readonly plantilla?: string | undefined;
  readonly mapear?: RequestedMapping | undefined;
  readonly encabezado?: number | undefined;
  readonly correcciones?: readonly Correction[] | undefined;
  readonly ordenFechas?: Readonly<Partial<Record<CuponField, 'dia' | 'mes'>>> | undefined;
  /** How ambiguous dates are read in columns that `ordenFechas` does not name. */
  readonly ordenFecha?: 'dia' | 'mes' | undefined;
  readonly yaEnviados?: SentLookup | undefined;
}

/** The options to read one sheet. */
export type ReadingOfOne = Omit<ReadOptions, 'hoja'> & { readonly hoja?: string | undefined };

export interface Tracking {
  readonly signal: AbortSignal;
  readonly onProgress?: ((progreso: Progress) => void) | undefined;
}

/** Valid coupons of one file, for the sink that stores them. */
interface CuponesTanda {
  readonly archivo: string;
  readonly hoja: string | null;
  readonly filas: readonly number[];
  /** Canonical texts: the bytes that are sent. */
  readonly texts: readonly string[];
  /** A number for each coupon; equal coupons share it. */
  readonly identities: Float64Array;
  /** Rows with errors met on the way, if they were asked for. */
  readonly rechazadas: readonly RejectedRow[];
  /** With `yaEnviados`: the number of each coupon among its equals, and the coupon that was sent before. Empty without it. */
  readonly occurrences: readonly number[];
  readonly enviados: readonly (CuponAnterior | null)[];
}

interface ImportedFile {
  readonly resumen: ValidationSummary;
  readonly detalle: ImportDetail;
}

export interface ImportResult {
  readonly archivos: readonly (ImportedFile | UnreadableFile)[];
  /** True when every file was read and no row has an error; `conciliar` requires it before it sends. */
  readonly hasNoErrors: boolean;
  readonly validas: number;
  /** Bit n − 1 set: some row of some file fills auxiliar_n in. */
  readonly usedAuxiliaries: number;
  /** The highest auxiliary field that all rows leave empty, where the upload's marker goes; null when none is free. */
  readonly freeMarker: AuxiliaryField | null;
}

/** The columns of a file before its rows are judged: the wizard's second step. */
export type ColumnsRead =
  | { readonly legible: true; readonly resumen: ValidationSummary; readonly detalle: ImportDetail }
  | { readonly legible: false; readonly ilegible: UnreadableFile; readonly detalle: ImportDetail | null };

export interface Import {
  /** Reads, maps and validates each file; the documents of `validar --json`, with their coupons when `cupones` is true. */
  validate(
    archivos: readonly string[],
    opciones: ReadOptions & { readonly cupones?: boolean | undefined },
    tracking: Tracking,
  ): Promise<readonly ValidationDocument[]>;
  /** Validates and gives every chunk of valid coupons to `sink` as it is read. The next chunk waits for the sink. */
  importFiles(
    archivos: readonly string[],
    opciones: ReadOptions & {
      readonly withRejected?: boolean | undefined;
      readonly sink: (tanda: CuponesTanda) => void | Promise<void>;
      /**
       * Receives the findings of rows before `sink` receives those rows; the documents then have none. In half a million rows findings take
       * most of the memory.
       */
      readonly hallazgos?: ((found: Findings) => void) | undefined;
    },
    tracking: Tracking,
  ): Promise<ImportResult>;
  /** Only the sheet, the header and the columns of a file. */
  readColumns(archivo: string, opciones: ReadingOfOne, tracking: Tracking): Promise<ColumnsRead>;
  /**
   * Writes the texts of a file's cells, without card numbers, to a new file that can be read in its place; writes nothing when the file cannot
   * be read.
   */
  copy(archivo: string, destination: string, tracking: Tracking): Promise<void>;
  /**
   * Saves the mapping that a file was read with, under a name and the fingerprint of its headers. Existing rules for those headers stay, and
   * `rules` are added. Gives the template.
   */
  saveTemplate(
    nombre: string,
    leida: Pick<ImportDetail, 'huella' | 'columnas'>,
    rules?: Pick<Template, 'arreglos' | 'ordenFechas'>,
  ): Promise<Template>;
  /** The template of some headers, if one was saved. */
  findTemplate(huella: string): Promise<Template | undefined>;
}

export interface ImportDeps {
  readonly runner: ImportRunner;
  readonly plantillas: Templates;
  readonly clock: Clock;
}

/** Every sheet with coupons (docs/cli.md, `--hoja`). */
const ALL = 'todas';

type Prepared = Omit<ImportJob, 'archivo' | 'hoja' | 'conCupones'>;

/** Builds the capability. It throws `PLANTILLA_INEXISTENTE`, `CANCELADO`; errors in a file are in its document. */
export function createImport({ runner, plantillas, clock }: ImportDeps): Import {
  /** The options that every file of a call is read with. */
  const prepare = async (opciones: Omit<ReadOptions, 'hoja'>): Promise<Prepared> => {
    const { mapear, encabezado, correcciones, ordenFechas, ordenFecha } = opciones;
    const named = opciones.plantilla === undefined ? undefined : await plantillas.search(opciones.plantilla);
    const all = named === undefined ? await plantillas.list() : undefined;
    const hoy = civilDateAt(clock.now());
    return { hoy, mapear, encabezado, correcciones, ordenFechas, ordenFecha, plantilla: named, plantillas: all };
  };

  const runOne = async (
    job: ImportJob,
    { signal, onProgress }: Tracking,
    take?: (chunk: ReadCupones) => void | Promise<void>,
    findings?: (found: Findings) => void,
  ): Promise<ImportOutcome> => {
    try {
      return await runner.run(
        job,
        {
          ...(take === undefined ? {} : { cupones: take }),
          ...(findings === undefined ? {} : { noteFindings: findings }),
          noteProgress: (fase, hecho, total) => onProgress?.({ fase, hecho, total, texto: job.archivo }),
        },
        signal,
      );
    } catch (error) {
      // A file that cannot be opened is reported in its place; the other files are read.
      if (!isAppError(error, 'ARCHIVO_ILEGIBLE')) throw error;
      const ilegible = { archivo: job.archivo, codigo: 'ARCHIVO_ILEGIBLE', mensaje: error.message } as const;
      return { tipo: 'ilegible', ilegible, detalle: null };
    }
  };

  /** The sheets to read, one after another: those requested of each file. */
  const sourcesOf = async (
    archivos: readonly string[],
    { hoja }: ReadOptions,
    { shared, following }: { shared: Prepared; following: Tracking },
  ): Promise<readonly Source[]> => {
    const sources: Source[] = [];
    for (const archivo of archivos) {
      if (hoja === undefined || (typeof hoja === 'string' && hoja !== ALL)) sources.push({ archivo, hoja });
      else if (hoja !== ALL) sources.push(...[...new Set(hoja)].map((entry) => ({ archivo, hoja: entry })));
      else {
        const job = { ...shared, archivo, conCupones: false, onlyColumns: true };
        const { detalle } = await runOne(job, { signal: following.signal });
        const hojas = detalle?.conCupones ?? [];
        // A text file has no sheets. Where no sheet has coupons, reading the file says why.
        sources.push(...(hojas.length === 0 ? [{ archivo }] : hojas.map((entry) => ({ archivo, hoja: entry.hoja }))));
      }
    }
    return sources;
  };

  /** Reads one file. Its rows are compared with those already sent and with those of earlier files as they pass. */
  const read = async (
    job: ImportJob,
    tracking: Tracking,
    {
      yaEnviados,
      findRepeated: repeated,
      take,
      hallazgos: findings,
    }: {
      yaEnviados: SentLookup | undefined;
      findRepeated: FindRepeated;
      take?: ((chunk: Omit<CuponesTanda, 'archivo'>) => void | Promise<void>) | undefined;
      hallazgos?: ((found: Findings) => void) | undefined;
    },
  ): Promise<ImportOutcome> => {
    const found: RowNotice[] = [];
    const inspect = async (chunk: ReadCupones): Promise<void> => {
      const { avisos: ofOthers, occurrences } = repeated(chunk);
      found.push(...ofOthers);
      const searched = occurrences.map((ocurrencia, i) => ({ texto: chunk.texts[i] ?? '', ocurrencia }));
      const enviados = yaEnviados?.(searched) ?? [];
      for (const [index, anterior] of enviados.entries()) {
        const fila = chunk.filas[index];
        if (anterior !== null && fila !== undefined) found.push(avisos.alreadySentNotice(fila, anterior, job.hoy));
      }
      await take?.({ ...chunk, occurrences, enviados });
    };
    const outcome = await runOne(job, tracking, inspect, findings);
    if (outcome.tipo === 'ilegible' || found.length === 0) return outcome;
    return { ...outcome, resumen: { ...outcome.resumen, avisos: byRow(outcome.resumen.avisos, found) } };
  };

  return {
    async validate(archivos, opciones, tracking) {
      const shared = await prepare(opciones);
      const documents: ValidationDocument[] = [];
      const sources = await sourcesOf(archivos, opciones, { shared, following: tracking });
      const acrossFiles = createAcrossFiles(sources.length, opciones.yaEnviados !== undefined);
      for (const source of sources) {
        const cupones: { fila: number; cupon: Cupon }[] = [];
        const conCupones = opciones.cupones === true || opciones.yaEnviados !== undefined || sources.length > 1;
        const outcome = await read({ ...shared, ...source, conCupones }, tracking, {
          yaEnviados: opciones.yaEnviados,
          findRepeated: acrossFiles(source),
          take: ({ filas, texts }) => {
            if (opciones.cupones !== true) return;
            for (const [index, texto] of texts.entries())
              cupones.push({ fila: filas[index] ?? 0, cupon: parseCanonical(texto) });
          },
        });
        if (outcome.tipo === 'ilegible') documents.push(outcome.ilegible);
        else documents.push(opciones.cupones === true ? { ...outcome.resumen, cupones } : outcome.resumen);
      }
      return documents;
    },

    async importFiles(archivos, opciones, tracking) {
      const shared = await prepare(opciones);
      const done: (ImportedFile | UnreadableFile)[] = [];
      const sources = await sourcesOf(archivos, opciones, { shared, following: tracking });
      const acrossFiles = createAcrossFiles(sources.length, opciones.yaEnviados !== undefined);
      for (const source of sources) {
        const { archivo } = source;
        const job = { ...shared, ...source, conCupones: true, withRejected: opciones.withRejected };
        const outcome = await read(job, tracking, {
          yaEnviados: opciones.yaEnviados,
          findRepeated: acrossFiles(source),
          take: (chunk) => opciones.sink({ archivo, ...chunk }),
          hallazgos: opciones.hallazgos,
        });
        done.push(
          outcome.tipo === 'ilegible' ? outcome.ilegible : { resumen: outcome.resumen, detalle: outcome.detalle },
        );
      }
      return summarize(done);
    },

    async readColumns(archivo, opciones, tracking) {
      const { hoja, ...rest } = opciones;
      const job = { ...(await prepare(rest)), archivo, hoja, conCupones: false, onlyColumns: true };
      const outcome = await runOne(job, tracking);
      const { detalle } = outcome;
      return outcome.tipo === 'ilegible'
        ? { legible: false, ilegible: outcome.ilegible, detalle }
        : { legible: true, resumen: outcome.resumen, detalle: outcome.detalle };
    },

    async copy(archivo, destination, tracking) {
      const job = { ...(await prepare({})), archivo, conCupones: false, onlyColumns: true, copyTo: destination };
      await runOne(job, { signal: tracking.signal });
    },

    async findTemplate(huella) {
      return (await plantillas.list()).find((one) => one.huella === huella);
    },

    async saveTemplate(nombre, { huella, columnas }, rules = {}) {
      const mapeo: Partial<Record<CuponField, string>> = {};
      const first = new Set<string>();
      for (const { campo, titulo, letra } of columnas) {
        // A header that an earlier column also has would name that column; the letter does not.
        if (campo !== null) mapeo[campo] = titulo === '' || first.has(titulo) ? letra : titulo;
        first.add(titulo);
      }
      const before = (await plantillas.list()).find((one) => one.huella === huella);
      const fixes = withRules(before?.arreglos ?? [], rules.arreglos ?? []);
      const ordenFechas = { ...before?.ordenFechas, ...rules.ordenFechas };
      const plantilla: Template = {
        nombre,
        huella,
        mapeo,
        ...(fixes.length === 0 ? {} : { arreglos: fixes }),
        ...(Object.keys(ordenFechas).length === 0 ? {} : { ordenFechas }),
      };
      await plantillas.save(plantilla);
      return plantilla;
    },
  };
}

/** Joins two lists of rules without repetitions. */
const withRules = (some: readonly FixRule[], more: readonly FixRule[]): readonly FixRule[] =>
  [...some, ...more].filter(
    ({ campo, codigo }, place, all) => all.findIndex((one) => one.campo === campo && one.codigo === codigo) === place,
  );

/** Orders notices by row, those of the whole file first. Within a row, `found` comes before `more`. */
function byRow(found: readonly RowNotice[], more: readonly RowNotice[]): readonly RowNotice[] {
  return [...found, ...more].sort((a, b) => (a.fila ?? 0) - (b.fila ?? 0));
}

function summarize(archivos: readonly (ImportedFile | UnreadableFile)[]): ImportResult {
  const read = archivos.flatMap((archivo) => ('resumen' in archivo ? [archivo] : []));
  const usedAuxiliaries = read.reduce((bits, { detalle }) => bits | detalle.usedAuxiliaries, 0);
  return {
    archivos,
    hasNoErrors: read.length === archivos.length && read.every(({ resumen }) => resumen.conError === 0),
    validas: read.reduce((count, { resumen }) => count + resumen.validas, 0),
    usedAuxiliaries,
    freeMarker: findFreeAuxiliary(usedAuxiliaries),
  };
}
