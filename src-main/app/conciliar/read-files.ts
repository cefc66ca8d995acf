/** Files to coupons. Past 300 lines, a third of them the types of what it takes and gives: its methods read files by the same steps. */
import type { ValidationDocument } from '#contract/documents.ts';
import { AppError, isAppError } from '#contract/errors.ts';
import type { Progress } from '#contract/host-events.ts';
import { civilDateAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { parseCanonicalText, toCanonicalText, type Cupon, type CuponField } from '#domain/cupon.ts';
import * as notices from '#domain/cupones/notices.ts';
import type { DoubtAnswers } from '#domain/doubt.ts';
import type { RequestedMapping } from '#domain/cupones/map-columns.ts';
import { describeSale, type RejectedRow, type SheetFindings } from '#domain/cupones/validation.ts';
import type { UnreadableFile, RecognisedCupon, RowNotice, SaleOfRow, ValidationSummary } from '#domain/finding.ts';
import type { ImportDetail, ImportJob, ImportOutcome } from '#workbook/import/job.ts';
import type { ReadCupones, ImportRunner } from '#workbook/import/run.ts';
import type { SentLookup } from '../uploaded/sent.ts';
import { createAcrossFiles, type FindRepeated, type SheetName } from './between-files.ts';
import type { Templates } from './templates.ts';

/** How the files are to be read (docs/cli.md, `validar`), and the wizard's answers. */
export interface ReadOptions {
  /** One sheet, several, or `todas`: every sheet with coupons. */
  readonly hoja?: string | readonly string[] | undefined;
  /** A template's name. */
  readonly plantilla?: string | undefined;
  readonly mapear?: RequestedMapping | undefined;
  readonly encabezado?: number | undefined;
  readonly dateOrders?: Readonly<Partial<Record<CuponField, 'dia' | 'mes'>>> | undefined;
  readonly respuestas?: DoubtAnswers | undefined;
  readonly alreadySent?: SentLookup | undefined;
}

/** The options to read one sheet. */
export type ReadingOfOne = Omit<ReadOptions, 'hoja'> & { readonly hoja?: string | undefined };

export interface Tracking {
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
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
  /** Where sent coupons are looked for: the number of each coupon among its equals, and the coupon that was sent before. Empty elsewhere. */
  readonly occurrences: readonly number[];
  readonly enviados: readonly (RecognisedCupon | null)[];
  /** Where sent coupons are looked for: the rows with errors, by the texts of their cells. Empty elsewhere. */
  readonly refused: readonly RefusedRow[];
}

interface RefusedRow {
  readonly fila: number;
  readonly venta: SaleOfRow;
  readonly previous: RecognisedCupon | null;
}

/** A file that was read, or one of its sheets. */
export interface ImportedFile {
  readonly resumen: ValidationSummary;
  readonly detalle: ImportDetail;
}

/** The columns of a file before its rows are judged: the wizard's second step. */
export type ColumnsRead =
  | { readonly legible: true; readonly resumen: ValidationSummary; readonly detalle: ImportDetail }
  | { readonly legible: false; readonly ilegible: UnreadableFile; readonly detalle: ImportDetail | null };

export type Import = ReturnType<typeof createImport>;

export interface ImportDeps {
  readonly runner: ImportRunner;
  readonly templates: Templates;
  readonly clock: Clock;
}

/** Every sheet with coupons (docs/cli.md, `--hoja`). */
const ALL = 'todas';

type Prepared = Omit<ImportJob, 'archivo' | 'hoja' | 'conCupones'>;

/** Builds the capability. It throws `PLANTILLA_INEXISTENTE`, `CANCELADO`, `USO` where `mapear` names several columns by one title; errors in a file are in its document. */
export function createImport({ runner, templates, clock }: ImportDeps) {
  /** The options that every file of a call is read with. */
  const prepare = async (options: Omit<ReadOptions, 'hoja'>): Promise<Prepared> => {
    const { mapear, encabezado, dateOrders, respuestas } = options;
    const named = options.plantilla === undefined ? undefined : await templates.search(options.plantilla);
    const all = named === undefined ? await templates.list() : undefined;
    const today = civilDateAt(clock.now());
    return { hoy: today, mapear, encabezado, dateOrders, respuestas, plantilla: named, plantillas: all };
  };

  const runOne = async (
    job: ImportJob,
    { signal, onProgress }: Tracking,
    take?: (chunk: ReadCupones) => void | Promise<void>,
    findings?: (found: SheetFindings) => void,
  ): Promise<ImportOutcome> => {
    try {
      return await runner.run(
        job,
        {
          ...(take === undefined ? {} : { cupones: take }),
          ...(findings === undefined ? {} : { noteFindings: findings }),
          noteProgress: (phase, done, total) => onProgress?.({ fase: phase, hecho: done, total, texto: job.archivo }),
        },
        signal,
      );
    } catch (error) {
      // A file that cannot be opened is reported in its place; the other files are read.
      if (!isAppError(error, 'ARCHIVO_ILEGIBLE')) throw error;
      const unreadable = { archivo: job.archivo, codigo: 'ARCHIVO_ILEGIBLE', mensaje: error.message } as const;
      return { tipo: 'ilegible', ilegible: unreadable, detalle: null };
    }
  };

  /** The sheets to read, one after another: those requested of each file. */
  const sourcesOf = async (
    files: readonly string[],
    { hoja }: ReadOptions,
    { shared, following }: { shared: Prepared; following: Tracking },
  ): Promise<readonly SheetName[]> => {
    const sources: SheetName[] = [];
    for (const file of files) {
      if (hoja === undefined || (typeof hoja === 'string' && hoja !== ALL)) sources.push({ archivo: file, hoja });
      else if (hoja !== ALL) sources.push(...[...new Set(hoja)].map((entry) => ({ archivo: file, hoja: entry })));
      else {
        const job = { ...shared, archivo: file, conCupones: false, onlyColumns: true };
        const { detalle } = await runOne(job, { signal: following.signal });
        const sheets = detalle?.conCupones ?? [];
        // A text file has no sheets. Where no sheet has coupons, reading the file says why.
        sources.push(
          ...(sheets.length === 0 ? [{ archivo: file }] : sheets.map((entry) => ({ archivo: file, hoja: entry.hoja }))),
        );
      }
    }
    return sources;
  };

  /** Reads one file. Its rows are compared with those already sent and with those of earlier files as they pass. */
  const read = async (
    job: ImportJob,
    tracking: Tracking,
    {
      alreadySent,
      findRepeated: repeated,
      take,
      hallazgos: findings,
    }: {
      alreadySent: SentLookup | undefined;
      findRepeated: FindRepeated;
      take?: ((chunk: Omit<CuponesTanda, 'archivo'>) => void | Promise<void>) | undefined;
      hallazgos?: ((found: SheetFindings) => void) | undefined;
    },
  ): Promise<ImportOutcome> => {
    const found: RowNotice[] = [];
    const turns = new Map<string, number>();
    /** Rows with errors, which keep their turn among those with the same cells. */
    const searchRefused = (rows: readonly RejectedRow[]): readonly RefusedRow[] => {
      if (alreadySent === undefined) return [];
      const texts = rows.map(({ valores, leidos }) => toCanonicalText({ ...valores, ...leidos }));
      const searched = texts.map((texto) => {
        const ocurrencia = (turns.get(texto) ?? 0) + 1;
        turns.set(texto, ocurrencia);
        return { texto, ocurrencia };
      });
      const sent = alreadySent(searched);
      return rows.map((row, i) => ({ fila: row.fila, venta: describeSale(row), previous: sent[i] ?? null }));
    };
    const inspect = async (chunk: ReadCupones): Promise<void> => {
      const { avisos: ofOthers, occurrences } = repeated(chunk);
      found.push(...ofOthers);
      const searched = occurrences.map((occurrence, i) => ({ texto: chunk.texts[i] ?? '', ocurrencia: occurrence }));
      const sent = alreadySent?.(searched) ?? [];
      const refused = searchRefused(chunk.rechazadas);
      const recognised = [...sent.map((previous, i) => ({ fila: chunk.filas[i] ?? 0, previous })), ...refused];
      for (const { fila, previous } of recognised)
        if (previous !== null) found.push(notices.makeAlreadySentNotice(fila, previous, job.hoy));
      await take?.({ ...chunk, occurrences, enviados: sent, refused });
    };
    const withRejected = job.withRejected === true || alreadySent !== undefined;
    const outcome = await runOne({ ...job, withRejected }, tracking, inspect, findings);
    if (outcome.tipo === 'ilegible' && outcome.wrongUsage === true)
      throw new AppError('USO', { mensaje: outcome.ilegible.mensaje });
    if (outcome.tipo === 'ilegible' || found.length === 0) return outcome;
    return { ...outcome, resumen: { ...outcome.resumen, avisos: byRow(outcome.resumen.avisos, found) } };
  };

  return {
    templates,

    /** Reads, maps and validates each file; the documents of `validar --json`, with their coupons when `cupones` is true. */
    async validate(
      files: readonly string[],
      options: ReadOptions & { readonly cupones?: boolean | undefined },
      tracking: Tracking,
    ): Promise<readonly ValidationDocument[]> {
      const shared = await prepare(options);
      const documents: ValidationDocument[] = [];
      const sources = await sourcesOf(files, options, { shared, following: tracking });
      const acrossFiles = createAcrossFiles(sources.length, options.alreadySent !== undefined);
      for (const source of sources) {
        const cupones: { fila: number; cupon: Cupon }[] = [];
        const withCupones = options.cupones === true || options.alreadySent !== undefined || sources.length > 1;
        const outcome = await read({ ...shared, ...source, conCupones: withCupones }, tracking, {
          alreadySent: options.alreadySent,
          findRepeated: acrossFiles(source),
          take: ({ filas, texts }) => {
            if (options.cupones !== true) return;
            for (const [index, text] of texts.entries())
              cupones.push({ fila: filas[index] ?? 0, cupon: parseCanonicalText(text) });
          },
        });
        if (outcome.tipo === 'ilegible') documents.push(outcome.ilegible);
        else documents.push(options.cupones === true ? { ...outcome.resumen, cupones } : outcome.resumen);
      }
      return documents;
    },

    /** Validates and gives every chunk of valid coupons to `sink` as it is read. The next chunk waits for the sink. */
    async importFiles(
      files: readonly string[],
      options: ReadOptions & {
        readonly withRejected?: boolean | undefined;
        readonly sink: (tanda: CuponesTanda) => void | Promise<void>;
        /**
         * Receives the findings of rows before `sink` receives those rows; the documents then have none. In half a million rows findings take
         * most of the memory.
         */
        readonly hallazgos?: ((found: SheetFindings) => void) | undefined;
      },
      tracking: Tracking,
    ): Promise<readonly (ImportedFile | UnreadableFile)[]> {
      const shared = await prepare(options);
      const done: (ImportedFile | UnreadableFile)[] = [];
      const sources = await sourcesOf(files, options, { shared, following: tracking });
      const acrossFiles = createAcrossFiles(sources.length, options.alreadySent !== undefined);
      for (const source of sources) {
        const { archivo } = source;
        const job = { ...shared, ...source, conCupones: true, withRejected: options.withRejected };
        const outcome = await read(job, tracking, {
          alreadySent: options.alreadySent,
          findRepeated: acrossFiles(source),
          take: (chunk) => options.sink({ archivo, ...chunk }),
          hallazgos: options.hallazgos,
        });
        done.push(
          outcome.tipo === 'ilegible' ? outcome.ilegible : { resumen: outcome.resumen, detalle: outcome.detalle },
        );
      }
      return done;
    },

    /**
     * Reads only the sheet, the header and the columns of a file. `copyTo`: also writes the texts of its cells, without card numbers, to a new file that
     * can be read in its place; writes nothing when the file cannot be read.
     */
    async readColumns(
      file: string,
      { hoja, copyTo, ...options }: ReadingOfOne & Pick<ImportJob, 'copyTo'>,
      tracking: Tracking,
    ): Promise<ColumnsRead> {
      const job = { ...(await prepare(options)), archivo: file, hoja, conCupones: false, onlyColumns: true, copyTo };
      const outcome = await runOne(job, tracking);
      const { detalle } = outcome;
      return outcome.tipo === 'ilegible'
        ? { legible: false, ilegible: outcome.ilegible, detalle }
        : { legible: true, resumen: outcome.resumen, detalle: outcome.detalle };
    },
  };
}

/** Orders notices by row, those of the whole file first. Within a row, `found` comes before `more`. */
const byRow = (found: readonly RowNotice[], more: readonly RowNotice[]): readonly RowNotice[] =>
  [...found, ...more].sort((a, b) => (a.fila ?? 0) - (b.fila ?? 0));
