/** Reads coupons from files; all methods that read files use these steps. */
import type { ValidationDocument } from '#contract/documents.ts';
import { AppError, isAppError } from '#contract/errors.ts';
import type { Progress } from '#contract/host-events.ts';
import { civilDateAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { parseCanonicalText, toCanonicalText, type Cupon } from '#domain/cupon.ts';
import * as notices from '#domain/cupones/notices.ts';
import { describeSale, type RejectedRow, type SheetFindings } from '#domain/cupones/validation.ts';
import type { RecognisedCupon, RowNotice, SaleOfRow } from '#domain/finding.ts';
import type { ImportJob, ImportOutcome } from '#workbook/import/job.ts';
import type { ReadCupones, ImportRunner } from '#workbook/import/run.ts';
import type { SentLookup } from '../uploaded/sent.ts';
import { createAcrossFiles, type FindRepeated, type SheetName } from './between-files.ts';
import type { Templates } from './templates.ts';

interface SheetOptions extends Pick<ImportJob, 'hoja' | 'encabezado' | 'mapear' | 'dateOrders' | 'respuestas'> {
  readonly plantilla?: string | undefined;
}

export interface ReadOptions extends Omit<SheetOptions, 'hoja'> {
  /** The name of one sheet, several names, or `todas` for every sheet with coupons. */
  readonly hoja?: string | readonly string[] | undefined;
  readonly alreadySent?: SentLookup | undefined;
}

export interface Tracking {
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** A chunk of one file: valid coupons and, if requested, rows with errors. */
interface CuponesTanda extends ReadCupones {
  readonly archivo: string;
  /** The index of the sheet among the sheets that are read. */
  readonly sheet: number;
  /** For each coupon, its number among equal coupons of its sheet, from 1. Empty unless coupons are compared with earlier uploads. */
  readonly occurrences: readonly number[];
  readonly enviados: readonly (RecognisedCupon | null)[];
  /** The rows with errors, looked up by the texts of their cells. Empty unless coupons are compared with earlier uploads. */
  readonly refused: readonly RefusedRow[];
}
type Sink = (tanda: CuponesTanda) => void | Promise<void>;

interface RefusedRow {
  readonly fila: number;
  readonly venta: SaleOfRow;
  readonly previous: RecognisedCupon | null;
}

/** Receives findings before `Sink` gets their rows. The documents then have none: the findings of half a million rows would take most of the memory. */
type TakeFindings = (found: SheetFindings) => void;

interface EachSheet extends ReadOptions, Pick<ImportJob, 'conCupones' | 'withRejected'> {
  readonly sink: Sink;
  readonly hallazgos?: TakeFindings | undefined;
}

interface EachChunk extends Pick<EachSheet, 'alreadySent' | 'sink' | 'hallazgos'> {
  readonly findRepeated: FindRepeated;
  readonly sheet: number;
}

export type Import = ReturnType<typeof createImport>;

export interface ImportDeps {
  readonly runner: ImportRunner;
  readonly templates: Templates;
  readonly clock: Clock;
}

/** The value of `--hoja` for every sheet with coupons (docs/cli.md). */
const ALL = 'todas';

type Prepared = Omit<ImportJob, 'archivo' | 'hoja' | 'conCupones'>;

/** Functions that read files. They throw `PLANTILLA_INEXISTENTE`, `CANCELADO`, and `USO` if several columns have a title of `mapear`. */
export function createImport({ runner, templates, clock }: ImportDeps) {
  const prepare = async (options: Omit<SheetOptions, 'hoja'>): Promise<Prepared> => {
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
    findings?: TakeFindings,
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
      // A file that cannot be opened gets an outcome that says so, and the other files are read.
      if (!isAppError(error, 'ARCHIVO_ILEGIBLE')) throw error;
      const unreadable = { archivo: job.archivo, codigo: 'ARCHIVO_ILEGIBLE', mensaje: error.message } as const;
      return { tipo: 'ilegible', ilegible: unreadable, detalle: null };
    }
  };

  const sourcesOf = async (
    archivo: string,
    hoja: ReadOptions['hoja'],
    { shared, signal }: { readonly shared: Prepared; readonly signal: AbortSignal },
  ): Promise<readonly SheetName[]> => {
    if (hoja === undefined) return [{ archivo }];
    if (hoja !== ALL) return [...new Set([hoja].flat())].map((name) => ({ archivo, hoja: name }));
    const { detalle } = await runOne({ ...shared, archivo, conCupones: false, onlyColumns: true }, { signal });
    const sheets = detalle?.conCupones ?? [];
    // A text file has no sheets. If no sheet has coupons, read the file anyway: its outcome says why.
    return sheets.length === 0 ? [{ archivo }] : sheets.map(({ hoja: name }) => ({ archivo, hoja: name }));
  };

  /** Reads one sheet. Compares its rows, chunk by chunk, with earlier uploads and with the sheets before it. */
  const readSheet = async (
    job: ImportJob,
    tracking: Tracking,
    { alreadySent, findRepeated, sink, hallazgos: findings, sheet }: EachChunk,
  ): Promise<ImportOutcome> => {
    const found: RowNotice[] = [];
    const turns = new Map<string, number>();
    /** Looks up rows with errors in earlier uploads, each with its number among the rows with the same cells. */
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
      const { avisos: ofOthers, occurrences } = findRepeated(chunk);
      found.push(...ofOthers);
      const searched = occurrences.map((occurrence, i) => ({ texto: chunk.texts[i] ?? '', ocurrencia: occurrence }));
      const sent = alreadySent?.(searched) ?? [];
      const refused = searchRefused(chunk.rechazadas);
      const recognised = [...sent.map((previous, i) => ({ fila: chunk.filas[i] ?? 0, previous })), ...refused];
      for (const { fila, previous } of recognised)
        if (previous !== null) found.push(notices.makeAlreadySentNotice(fila, previous, job.hoy));
      await sink({ ...chunk, archivo: job.archivo, sheet, occurrences, enviados: sent, refused });
    };
    const withRejected = job.withRejected === true || alreadySent !== undefined;
    const outcome = await runOne({ ...job, withRejected }, tracking, inspect, findings);
    if (outcome.tipo === 'ilegible' && outcome.wrongUsage === true)
      throw new AppError('USO', { mensaje: outcome.ilegible.mensaje });
    if (outcome.tipo === 'ilegible' || found.length === 0) return outcome;
    return { ...outcome, resumen: { ...outcome.resumen, avisos: byRow(outcome.resumen.avisos, found) } };
  };

  /** Reads the requested sheets of the files one after another. Each chunk waits until the sink has taken the chunk before. */
  const readEach = async (
    files: readonly string[],
    { sink, conCupones, withRejected, hallazgos, hoja, alreadySent, ...options }: EachSheet,
    tracking: Tracking,
  ): Promise<readonly ImportOutcome[]> => {
    const shared = await prepare(options);
    const sources: SheetName[] = [];
    for (const file of files) sources.push(...(await sourcesOf(file, hoja, { shared, signal: tracking.signal })));
    const isCompared = alreadySent !== undefined || sources.length > 1;
    const acrossFiles = createAcrossFiles(sources.length, alreadySent !== undefined);
    const outcomes: ImportOutcome[] = [];
    for (const [sheet, source] of sources.entries()) {
      const job = { ...shared, ...source, conCupones: conCupones || isCompared, withRejected };
      const findRepeated = acrossFiles(source);
      outcomes.push(await readSheet(job, tracking, { alreadySent, findRepeated, sink, hallazgos, sheet }));
    }
    return outcomes;
  };

  return {
    templates,

    /** Reads and validates each file; returns the documents of `validar --json`, including the coupons if `cupones` is true. */
    async validate(
      files: readonly string[],
      { cupones: conCupones = false, ...options }: ReadOptions & { readonly cupones?: boolean | undefined },
      tracking: Tracking,
    ): Promise<readonly ValidationDocument[]> {
      const bySheet: { fila: number; cupon: Cupon }[][] = [];
      const collectCupones: Sink = ({ sheet, filas, texts }) => {
        if (!conCupones) return;
        const cupones = (bySheet[sheet] ??= []);
        for (const [i, text] of texts.entries()) cupones.push({ fila: filas[i] ?? 0, cupon: parseCanonicalText(text) });
      };
      const outcomes = await readEach(files, { ...options, conCupones, sink: collectCupones }, tracking);
      return outcomes.map((outcome, i) => {
        if (outcome.tipo === 'ilegible') return outcome.ilegible;
        return conCupones ? { ...outcome.resumen, cupones: bySheet[i] ?? [] } : outcome.resumen;
      });
    },

    importFiles: (
      files: readonly string[],
      options: Omit<EachSheet, 'conCupones'>,
      tracking: Tracking,
    ): Promise<readonly ImportOutcome[]> => readEach(files, { ...options, conCupones: true }, tracking),

    /** Reads only the sheet, header and columns of a file. `copyTo`: also writes a readable copy with card numbers masked, unless the file is unreadable. */
    async readColumns(
      archivo: string,
      { hoja, copyTo, ...options }: SheetOptions & Pick<ImportJob, 'copyTo'>,
      tracking: Tracking,
    ): Promise<ImportOutcome> {
      const shared = await prepare(options);
      return runOne({ ...shared, archivo, hoja, conCupones: false, onlyColumns: true, copyTo }, tracking);
    },
  };
}

/** Sorts notices by row, with notices of the whole file first. Within a row, `found` comes before `more`. */
const byRow = (found: readonly RowNotice[], more: readonly RowNotice[]): readonly RowNotice[] =>
  [...found, ...more].sort((a, b) => (a.fila ?? 0) - (b.fila ?? 0));
