import type { ValidacionDocumento } from '#contract/documents.ts';
import { isAppError } from '#contract/errors.ts';
import type { Progreso } from '#contract/progress.ts';
import { civilDateAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { Cupon, CuponCampo } from '#domain/cupon.ts';
import * as avisos from '#domain/cupones/avisos.ts';
import type { Correccion } from '#domain/cupones/correcciones.ts';
import { freeAuxiliar } from '#domain/cupones/free-auxiliar.ts';
import type { MapeoPedido } from '#domain/cupones/map-columns.ts';
import type { FilaRechazada, Hallazgos } from '#domain/cupones/validacion.ts';
import type { ArchivoIlegible, CuponAnterior, FilaAviso, ValidacionResumen } from '#domain/hallazgo.ts';
import type { AuxiliarCampo } from '#domain/cupon.ts';
import type { ImportDetalle, ImportJob, ImportOutcome } from '#workbook/import/job.ts';
import type { CuponesLeidos, ImportRunner } from '#workbook/import/run.ts';
import { createEntreArchivos, type MirarRepetidos, type Source } from './entre-archivos.ts';
import { parseCanonical } from './parse-canonical.ts';
import type { Plantilla, ReglaDeArreglo } from '#domain/cupones/template.ts';
import type { Plantillas } from './plantillas.ts';

/** A coupon that is asked for: its canonical text, and which of the equal sales of its files it is. */
export interface CuponPreguntado {
  readonly texto: string;
  readonly ocurrencia: number;
}

/**
 * For each coupon, the equal one that was sent before, or null. Asked in file order, a chunk at a time. Only given with an account: without one
 * there is nothing to compare with.
 */
export type EnviadosLookup = (cupones: readonly CuponPreguntado[]) => readonly (CuponAnterior | null)[];

/** How the files are to be read (docs/cli.md, `validar`); the wizard's answers besides. */
export interface LecturaOpciones {
  /** The sheet, some of them, or `todas`: every one with coupons. */
  readonly hoja?: string | readonly string[] | undefined;
  /** A template's name. */
  readonly plantilla?: string | undefined;
  readonly mapear?: MapeoPedido | undefined;
  readonly encabezado?: number | undefined;
  readonly correcciones?: readonly Correccion[] | undefined;
  readonly ordenFechas?: Readonly<Partial<Record<CuponCampo, 'dia' | 'mes'>>> | undefined;
  readonly yaEnviados?: EnviadosLookup | undefined;
}

/** The same of one sheet. */
export type LecturaDeUna = Omit<LecturaOpciones, 'hoja'> & { readonly hoja?: string | undefined };

export interface Seguimiento {
  readonly signal: AbortSignal;
  readonly onProgress?: ((progreso: Progreso) => void) | undefined;
}

/** Valid coupons of one file on their way to where they are stored. */
interface CuponesTanda {
  readonly archivo: string;
  readonly hoja: string | null;
  readonly filas: readonly number[];
  /** Canonical texts: the bytes that are sent. */
  readonly textos: readonly string[];
  /** Of each coupon, a number that those of equal identity share. */
  readonly identidades: Float64Array;
  /** Rows with errors met on the way, when asked for. */
  readonly rechazadas: readonly FilaRechazada[];
  /** With `yaEnviados`, of each coupon: which of its equals it is, and the one that was sent before. Empty without. */
  readonly ocurrencias: readonly number[];
  readonly enviados: readonly (CuponAnterior | null)[];
}

interface ArchivoImportado {
  readonly resumen: ValidacionResumen;
  readonly detalle: ImportDetalle;
}

export interface Importacion {
  readonly archivos: readonly (ArchivoImportado | ArchivoIlegible)[];
  /** True when every file was read and no row has an error: what `conciliar` asks before it sends. */
  readonly sinErrores: boolean;
  readonly validas: number;
  /** Bit n − 1 set: some row of some file fills auxiliar_n in. */
  readonly auxiliaresUsados: number;
  /** The highest auxiliar that all rows leave empty, where the upload's marker goes; null when none is free. */
  readonly marcadorLibre: AuxiliarCampo | null;
}

/** The columns of a file before its rows are judged: the wizard's second step. */
export type ColumnasLeidas =
  | { readonly legible: true; readonly resumen: ValidacionResumen; readonly detalle: ImportDetalle }
  | { readonly legible: false; readonly ilegible: ArchivoIlegible; readonly detalle: ImportDetalle | null };

export interface Import {
  /** Reads, maps and validates each file; the documents of `validar --json`, with their coupons when `cupones` is true. */
  validar(
    archivos: readonly string[],
    opciones: LecturaOpciones & { readonly cupones?: boolean | undefined },
    seguimiento: Seguimiento,
  ): Promise<readonly ValidacionDocumento[]>;
  /** The same, giving every chunk of valid coupons to `sink` as it is read. The next chunk waits for it. */
  importar(
    archivos: readonly string[],
    opciones: LecturaOpciones & {
      readonly conRechazadas?: boolean | undefined;
      readonly sink: (tanda: CuponesTanda) => void | Promise<void>;
      /** Takes the findings of rows before `sink` takes those rows, instead of the documents: of half a million rows they are most of an import. */
      readonly hallazgos?: ((found: Hallazgos) => void) | undefined;
    },
    seguimiento: Seguimiento,
  ): Promise<Importacion>;
  /** Only the sheet, the header and the columns of a file. */
  columnas(archivo: string, opciones: LecturaDeUna, seguimiento: Seguimiento): Promise<ColumnasLeidas>;
  /** Writes what the cells of a file say, without card numbers, to a new file that can be read in its place; nothing when it cannot be read. */
  copiar(archivo: string, destino: string, seguimiento: Seguimiento): Promise<void>;
  /**
   * Saves the mapping that a file was read with, under a name and the fingerprint of its headers. The rules that there were for those headers
   * stay, with `reglas` besides. Gives the template.
   */
  guardarPlantilla(
    nombre: string,
    leida: Pick<ImportDetalle, 'huella' | 'columnas'>,
    reglas?: Pick<Plantilla, 'arreglos' | 'ordenFechas'>,
  ): Promise<Plantilla>;
  /** The template of some headers, if one was saved. */
  plantillaDe(huella: string): Promise<Plantilla | undefined>;
}

export interface ImportDeps {
  readonly runner: ImportRunner;
  readonly plantillas: Plantillas;
  readonly clock: Clock;
}

/** Every sheet with coupons (docs/cli.md, `--hoja`). */
const TODAS = 'todas';

type Prepared = Omit<ImportJob, 'archivo' | 'hoja' | 'conCupones'>;

/** Builds the capability. Throws `PLANTILLA_INEXISTENTE`, `CANCELADO`; what a file has wrong is in its document. */
export function createImport({ runner, plantillas, clock }: ImportDeps): Import {
  /** What every file of a call is read with. */
  const prepare = async (opciones: Omit<LecturaOpciones, 'hoja'>): Promise<Prepared> => {
    const { mapear, encabezado, correcciones, ordenFechas } = opciones;
    const named = opciones.plantilla === undefined ? undefined : await plantillas.buscar(opciones.plantilla);
    const all = named === undefined ? await plantillas.listar() : undefined;
    const hoy = civilDateAt(clock.now());
    return { hoy, mapear, encabezado, correcciones, ordenFechas, plantilla: named, plantillas: all };
  };

  const runOne = async (
    job: ImportJob,
    { signal, onProgress }: Seguimiento,
    take?: (chunk: CuponesLeidos) => void | Promise<void>,
    hallazgos?: (found: Hallazgos) => void,
  ): Promise<ImportOutcome> => {
    try {
      return await runner.run(
        job,
        {
          ...(take === undefined ? {} : { cupones: take }),
          ...(hallazgos === undefined ? {} : { hallazgos }),
          avance: (fase, hecho, total) => onProgress?.({ fase, hecho, total, texto: job.archivo }),
        },
        signal,
      );
    } catch (error) {
      // One file that the machine keeps from us is said in its place, beside what the others hold.
      if (!isAppError(error, 'ARCHIVO_ILEGIBLE')) throw error;
      const ilegible = { archivo: job.archivo, codigo: 'ARCHIVO_ILEGIBLE', mensaje: error.message } as const;
      return { tipo: 'ilegible', ilegible, detalle: null };
    }
  };

  /** What is read, one after another: each sheet that was asked for of each file. */
  const sourcesOf = async (
    archivos: readonly string[],
    { hoja }: LecturaOpciones,
    { shared, seguimiento }: { shared: Prepared; seguimiento: Seguimiento },
  ): Promise<readonly Source[]> => {
    const sources: Source[] = [];
    for (const archivo of archivos) {
      if (hoja === undefined || (typeof hoja === 'string' && hoja !== TODAS)) sources.push({ archivo, hoja });
      else if (hoja !== TODAS) sources.push(...[...new Set(hoja)].map((una) => ({ archivo, hoja: una })));
      else {
        const job = { ...shared, archivo, conCupones: false, soloColumnas: true };
        const { detalle } = await runOne(job, { signal: seguimiento.signal });
        const hojas = detalle?.conCupones ?? [];
        // A text has no sheets; where none can be read as coupons, reading the file says why.
        sources.push(...(hojas.length === 0 ? [{ archivo }] : hojas.map((una) => ({ archivo, hoja: una.hoja }))));
      }
    }
    return sources;
  };

  /** Reads one file, asking for the rows already sent, and for those of an earlier file, as they pass. */
  const read = async (
    job: ImportJob,
    seguimiento: Seguimiento,
    {
      yaEnviados,
      repetidos,
      take,
      hallazgos,
    }: {
      yaEnviados: EnviadosLookup | undefined;
      repetidos: MirarRepetidos;
      take?: ((chunk: Omit<CuponesTanda, 'archivo'>) => void | Promise<void>) | undefined;
      hallazgos?: ((found: Hallazgos) => void) | undefined;
    },
  ): Promise<ImportOutcome> => {
    const found: FilaAviso[] = [];
    const mirar = async (chunk: CuponesLeidos): Promise<void> => {
      const { avisos: deOtros, ocurrencias } = repetidos(chunk);
      found.push(...deOtros);
      const buscados = ocurrencias.map((ocurrencia, i) => ({ texto: chunk.textos[i] ?? '', ocurrencia }));
      const enviados = yaEnviados?.(buscados) ?? [];
      for (const [index, anterior] of enviados.entries()) {
        const fila = chunk.filas[index];
        if (anterior !== null && fila !== undefined) found.push(avisos.yaEnviado(fila, anterior, job.hoy));
      }
      await take?.({ ...chunk, ocurrencias, enviados });
    };
    const outcome = await runOne(job, seguimiento, mirar, hallazgos);
    if (outcome.tipo === 'ilegible' || found.length === 0) return outcome;
    return { ...outcome, resumen: { ...outcome.resumen, avisos: byRow(outcome.resumen.avisos, found) } };
  };

  return {
    async validar(archivos, opciones, seguimiento) {
      const shared = await prepare(opciones);
      const documents: ValidacionDocumento[] = [];
      const sources = await sourcesOf(archivos, opciones, { shared, seguimiento });
      const entreArchivos = createEntreArchivos(sources.length, opciones.yaEnviados !== undefined);
      for (const source of sources) {
        const cupones: { fila: number; cupon: Cupon }[] = [];
        const conCupones = opciones.cupones === true || opciones.yaEnviados !== undefined || sources.length > 1;
        const outcome = await read({ ...shared, ...source, conCupones }, seguimiento, {
          yaEnviados: opciones.yaEnviados,
          repetidos: entreArchivos(source),
          take: ({ filas, textos }) => {
            if (opciones.cupones !== true) return;
            for (const [index, texto] of textos.entries())
              cupones.push({ fila: filas[index] ?? 0, cupon: parseCanonical(texto) });
          },
        });
        if (outcome.tipo === 'ilegible') documents.push(outcome.ilegible);
        else documents.push(opciones.cupones === true ? { ...outcome.resumen, cupones } : outcome.resumen);
      }
      return documents;
    },

    async importar(archivos, opciones, seguimiento) {
      const shared = await prepare(opciones);
      const done: (ArchivoImportado | ArchivoIlegible)[] = [];
      const sources = await sourcesOf(archivos, opciones, { shared, seguimiento });
      const entreArchivos = createEntreArchivos(sources.length, opciones.yaEnviados !== undefined);
      for (const source of sources) {
        const { archivo } = source;
        const job = { ...shared, ...source, conCupones: true, conRechazadas: opciones.conRechazadas };
        const outcome = await read(job, seguimiento, {
          yaEnviados: opciones.yaEnviados,
          repetidos: entreArchivos(source),
          take: (chunk) => opciones.sink({ archivo, ...chunk }),
          hallazgos: opciones.hallazgos,
        });
        done.push(
          outcome.tipo === 'ilegible' ? outcome.ilegible : { resumen: outcome.resumen, detalle: outcome.detalle },
        );
      }
      return summarize(done);
    },

    async columnas(archivo, opciones, seguimiento) {
      const { hoja, ...resto } = opciones;
      const job = { ...(await prepare(resto)), archivo, hoja, conCupones: false, soloColumnas: true };
      const outcome = await runOne(job, seguimiento);
      const { detalle } = outcome;
      return outcome.tipo === 'ilegible'
        ? { legible: false, ilegible: outcome.ilegible, detalle }
        : { legible: true, resumen: outcome.resumen, detalle: outcome.detalle };
    },

    async copiar(archivo, destino, seguimiento) {
      const job = { ...(await prepare({})), archivo, conCupones: false, soloColumnas: true, copiarEn: destino };
      await runOne(job, { signal: seguimiento.signal });
    },

    async plantillaDe(huella) {
      return (await plantillas.listar()).find((one) => one.huella === huella);
    },

    async guardarPlantilla(nombre, { huella, columnas }, reglas = {}) {
      const mapeo: Partial<Record<CuponCampo, string>> = {};
      const first = new Set<string>();
      for (const { campo, titulo, letra } of columnas) {
        // A header that an earlier column also has would name that one: the letter does not.
        if (campo !== null) mapeo[campo] = titulo === '' || first.has(titulo) ? letra : titulo;
        first.add(titulo);
      }
      const before = (await plantillas.listar()).find((one) => one.huella === huella);
      const arreglos = withRules(before?.arreglos ?? [], reglas.arreglos ?? []);
      const ordenFechas = { ...before?.ordenFechas, ...reglas.ordenFechas };
      const plantilla: Plantilla = {
        nombre,
        huella,
        mapeo,
        ...(arreglos.length === 0 ? {} : { arreglos }),
        ...(Object.keys(ordenFechas).length === 0 ? {} : { ordenFechas }),
      };
      await plantillas.guardar(plantilla);
      return plantilla;
    },
  };
}

/** Rules and others, each once. */
const withRules = (some: readonly ReglaDeArreglo[], more: readonly ReglaDeArreglo[]): readonly ReglaDeArreglo[] =>
  [...some, ...more].filter(
    ({ campo, codigo }, place, all) => all.findIndex((one) => one.campo === campo && one.codigo === codigo) === place,
  );

/** Notices of the whole file first, then by row; those that were there before first within a row. */
function byRow(found: readonly FilaAviso[], more: readonly FilaAviso[]): readonly FilaAviso[] {
  return [...found, ...more].sort((a, b) => (a.fila ?? 0) - (b.fila ?? 0));
}

function summarize(archivos: readonly (ArchivoImportado | ArchivoIlegible)[]): Importacion {
  const read = archivos.flatMap((archivo) => ('resumen' in archivo ? [archivo] : []));
  const auxiliaresUsados = read.reduce((bits, { detalle }) => bits | detalle.auxiliaresUsados, 0);
  return {
    archivos,
    sinErrores: read.length === archivos.length && read.every(({ resumen }) => resumen.conError === 0),
    validas: read.reduce((count, { resumen }) => count + resumen.validas, 0),
    auxiliaresUsados,
    marcadorLibre: freeAuxiliar(auxiliaresUsados),
  };
}
