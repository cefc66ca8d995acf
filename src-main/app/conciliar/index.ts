import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { AppError, isAppError } from '#contract/errors.ts';
import type { AjustesDocumento } from '#contract/ajustes.ts';
import type { CargaDocumento } from '#contract/documents.ts';
import { civilDateAt } from '#domain/civil-date.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { Progreso } from '#contract/progress.ts';
import type { Clock } from '#domain/clock.ts';
import type { Iguales, Libro } from '#storage/ledger/index.ts';
import { keepResult } from '../conciliaciones/keep-result.ts';
import type { ResultadosAbiertos } from '../compose/resultados.ts';
import type { Sesion, Sesiones } from '../compose/sesiones.ts';
import { lookupIn } from '../compose/enviados.ts';
import type { Libros } from '../compose/libros.ts';
import { fueBorrada } from '../conciliaciones/borradas.ts';
import type { Cuenta } from '../accounts/account.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import type { Import } from '../import/index.ts';
import { conciliacionDe } from '../inicio/edades.ts';
import { writeInforme } from '../reports/write-informe.ts';
import { createUploads, type Boundary, type Resultado, type Uploads } from '../upload/index.ts';
import { leerBorrador, type Borrador } from './borrador.ts';
import { documentoDe, sinInforme, tieneResultado } from './documento.ts';
import { areMost, askAboutSent, motivoParaNoEnviar, preguntaPorIguales } from './negativa.ts';
import { progresoDe } from './progreso.ts';

export interface ConciliarDeps {
  readonly sesiones: Sesiones;
  readonly libros: Libros;
  readonly resultados: Pick<ResultadosAbiertos, 'abrir' | 'existente'>;
  readonly importacion: Import;
  /** The settings in force, for what a call does not say. */
  readonly ajustes: () => Promise<Pick<AjustesDocumento, 'tardanza' | 'porTanda'>>;
  /** Something was written to the ledger of an account. Never rejects, and waits for nothing slow. */
  readonly trasEnviar: (cuenta: Cuenta) => Promise<void>;
  readonly clock: Clock;
  readonly random: () => number;
  /** Only for tests that stop the process at a named point. */
  readonly onBoundary?: ((name: Boundary, tanda: number) => void) | undefined;
}

type ConciliarInput = MethodParsed<'cargas.conciliar'>;
type RetomarInput = MethodParsed<'cargas.retomar'>;
/** What both methods say about waiting and about the report. */
type Modo = Pick<ConciliarInput, 'tardanza' | 'espera' | 'estable' | 'informe' | 'carpeta' | 'porTanda'>;

/** What is said of sending, wherever the coupons come from. */
type EnvioInput = Modo &
  Pick<ConciliarInput, 'cuenta' | 'omitirErrores' | 'marcador' | 'repetir' | 'decidir' | 'guardarPlantilla'>;

/** The main job: from files to a reconciliation report, and going on with what was left unfinished. */
export interface Conciliar {
  conciliar(input: ConciliarInput, context: MethodContext): Promise<CargaDocumento>;
  retomar(input: RetomarInput, context: MethodContext): Promise<readonly CargaDocumento[]>;
  /** The same from coupons that are in hand already: `leer` puts them in a draft. */
  enviar(
    input: EnvioInput,
    leer: (libro: Libro, cuenta: Cuenta) => Promise<Borrador>,
    context: MethodContext,
  ): Promise<CargaDocumento>;
}

/** An account at work: its session, its ledger and the uploads over both. */
interface Trabajo {
  readonly sesion: Sesion;
  readonly libro: Libro;
  readonly uploads: Uploads;
}

const milliseconds = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : seconds * 1000;

/** The settings that were given; the others are the upload's own. */
function ajustesDe({ tardanza, espera, estable, porTanda }: Modo) {
  const given = {
    tardanzaMs: milliseconds(tardanza),
    esperaMs: milliseconds(espera),
    estableMs: milliseconds(estable),
    porTanda,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** A report that could not be written at the end of an hour's upload is found out before it begins. */
async function refuseImpossibleReport({ informe, carpeta }: Modo): Promise<void> {
  const destino = informe === undefined ? carpeta : path.dirname(informe);
  try {
    if (informe !== undefined && (await exists(informe)))
      throw new AppError('SALIDA_EXISTENTE', { detail: { archivo: informe } });
    if (destino !== undefined) await access(destino, constants.W_OK);
  } catch (error) {
    if (isAppError(error)) throw error;
    const causa = error instanceof Error && 'code' in error ? String(error.code) : '';
    const detail = { carpeta: destino ?? '', causa };
    throw new AppError('CARPETA_SIN_PERMISO', { cause: error, mensaje: SIN_INFORME, detail });
  }
}

/** Throws what is neither yes nor no: a name that is too long, a folder that may not be looked into. */
async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

export function createConciliar({
  sesiones,
  libros,
  resultados,
  importacion,
  ajustes,
  trasEnviar,
  clock,
  random,
  onBoundary,
}: ConciliarDeps): Conciliar {
  async function abrir(
    cuenta: string | undefined,
    modo: Modo & Pick<RetomarInput, 'sinPreguntar'>,
    { signal, onProgress }: MethodContext,
  ): Promise<Trabajo> {
    const sesion = await sesiones.abrir(cuenta, signal, modo);
    const libro = await libros.abrir(sesion.cuenta);
    const kept = await resultados.abrir(sesion.cuenta);
    const { tardanza, porTanda } = await ajustes();
    const uploads = createUploads({
      ledger: libro,
      servicio: sesion.servicio.conciliaciones,
      clock,
      random,
      cuenta: sesion.cuenta.id,
      ajustes: ajustesDe({ ...modo, tardanza: modo.tardanza ?? tardanza, porTanda: modo.porTanda ?? porTanda }),
      onProgress: (progreso) => {
        onProgress(progresoDe(progreso));
      },
      keepResult: (of) => keepResult({ ...of, resultados: kept, libro, clock, isOfUpload: true }),
      ...(onBoundary === undefined ? {} : { onBoundary }),
    });
    return { sesion, libro, uploads };
  }

  /** However a run ends, what it left in the ledger is copied behind. */
  async function copying<T>({ sesion }: Trabajo, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } finally {
      await trasEnviar(sesion.cuenta);
    }
  }

  /** Writes the report where there is something to report, and gives the document. */
  async function cerrar(
    { uploads, sesion }: Trabajo,
    resultado: Resultado,
    { modo, context }: { modo: Modo; context: MethodContext },
  ): Promise<CargaDocumento> {
    const fuente = { ...uploads.informe(resultado.carga), cuenta: sesion.cuenta.nombre };
    const salida =
      modo.informe !== undefined
        ? { archivo: modo.informe }
        : modo.carpeta !== undefined
          ? { carpeta: modo.carpeta }
          : undefined;
    if (!tieneResultado(resultado) || salida === undefined) return documentoDe(resultado, fuente, null);
    try {
      const informe = await writeInforme(fuente, {
        signal: context.signal,
        creado: clock.now(),
        salida,
        onProgress: (hecho, total) => {
          context.onProgress({ fase: 'informe', hecho, total } satisfies Progreso);
        },
      });
      return documentoDe(resultado, fuente, informe);
    } catch (error) {
      return sinInforme(documentoDe(resultado, fuente, null), error);
    }
  }

  async function borradaDespues({ libro, sesion }: Trabajo, { terminada }: Iguales): Promise<boolean> {
    if (terminada === null) return false;
    const borradas = (await resultados.existente(sesion.cuenta))?.borradas();
    return fueBorrada({ libro, borradas }, terminada, conciliacionDe(libro, terminada));
  }

  /** What is to be done with a draft whose coupons were uploaded before; undefined: send it. */
  async function resolverIguales(
    trabajo: Trabajo,
    { carga, importacion: { validas }, enviados }: Borrador,
    { input, context }: { input: EnvioInput; context: MethodContext },
  ): Promise<CargaDocumento | undefined> {
    if (input.repetir === true || input.decidir === 'nueva') return undefined;
    const { libro } = trabajo;
    const aboutSent = input.decidir === 'enviar-todos' || input.decidir === 'omitir-enviados';
    const iguales = libro.igualesA(carga);
    const pregunta = preguntaPorIguales(
      libro,
      { ...iguales, borrada: await borradaDespues(trabajo, iguales) },
      validas,
    );
    if (aboutSent) return iguales.pendiente === null ? undefined : pregunta;
    if (pregunta === undefined) {
      if (areMost(enviados)) return askAboutSent(enviados, civilDateAt(clock.now()));
      if (input.decidir !== undefined) throw new AppError('DECISION_INVALIDA', { detail: { clave: input.decidir } });
      return undefined;
    }
    if (input.decidir === undefined) return pregunta;
    if (iguales.pendiente === null || input.decidir !== `retomar:${iguales.pendiente}`) {
      throw new AppError('DECISION_INVALIDA', { detail: { clave: input.decidir } });
    }
    const { pendiente } = iguales;
    const resultado = await copying(trabajo, () => trabajo.uploads.retomar(pendiente, context.signal));
    return cerrar(trabajo, resultado, { modo: input, context });
  }

  return {
    conciliar: (input, context) =>
      enviar(
        input,
        async (libro, cuenta) => {
          const { archivos, hoja, plantilla, mapear, decidir } = input;
          const lectura = { hoja, plantilla, mapear };
          const yaEnviados = lookupIn(libro, (await resultados.existente(cuenta))?.borradas());
          const omitirEnviados = decidir === 'omitir-enviados';
          return leerBorrador(
            importacion,
            { libro, archivos, cuenta: cuenta.id, lectura, yaEnviados, omitirEnviados },
            context,
          );
        },
        context,
      ),
    enviar,

    async retomar(input, context) {
      await refuseImpossibleReport(input);
      const trabajo = await abrir(input.cuenta, input, context);
      const { uploads, libro } = trabajo;
      const { decidir } = input;
      const cargas = cargasPedidas(input, uploads);
      if (input.informe !== undefined && cargas.length > 1) throw new AppError('USO', { mensaje: UN_INFORME });
      const documentos: CargaDocumento[] = [];
      for (const carga of cargas) {
        if (libro.upload(carga) === undefined) throw new AppError('CARGA_INEXISTENTE', { detail: { carga } });
        const resultado =
          decidir === undefined || decidir === `retomar:${carga}`
            ? await copying(trabajo, () => uploads.retomar(carga, context.signal))
            : await copying(trabajo, () => uploads.decidir(carga, decidir, context.signal));
        documentos.push(await cerrar(trabajo, resultado, { modo: input, context }));
        if (context.signal.aborted) break;
      }
      return documentos;
    },
  };

  async function enviar(
    input: EnvioInput,
    leer: (libro: Libro, cuenta: Cuenta) => Promise<Borrador>,
    context: MethodContext,
  ): Promise<CargaDocumento> {
    await refuseImpossibleReport(input);
    const trabajo = await abrir(input.cuenta, input, context);
    const { libro, uploads, sesion } = trabajo;
    const borrador = await leer(libro, sesion.cuenta);
    let congelada = false;
    try {
      const negativa = motivoParaNoEnviar(libro, borrador, input.omitirErrores === true);
      if (negativa !== undefined) return negativa;
      if (input.guardarPlantilla !== undefined) await guardarPlantilla(borrador, input.guardarPlantilla);
      const resuelta = await resolverIguales(trabajo, borrador, { input, context });
      if (resuelta !== undefined) return resuelta;
      const marcador = { marcador: input.marcador ?? 'auto' };
      const resultado = await copying(trabajo, () => uploads.iniciar(borrador.carga, marcador, context.signal));
      congelada = true;
      return await cerrar(trabajo, resultado, { modo: input, context });
    } finally {
      // A draft that was not frozen is nobody's: the same file is read again next time.
      if (!congelada && libro.upload(borrador.carga) === undefined) libro.descartarBorrador(borrador.carga);
    }
  }

  async function guardarPlantilla({ importacion: { archivos } }: Borrador, nombre: string): Promise<void> {
    const [first] = archivos;
    if (first !== undefined && 'detalle' in first) await importacion.guardarPlantilla(nombre, first.detalle);
  }
}

const SIN_INFORME =
  'No se puede escribir el informe en esa carpeta. No se envió nada. Elegí otro lugar con --informe, o revisá que exista y los permisos.';
const UN_INFORME = 'Hay más de un envío sin terminar y un solo nombre de informe. No se hizo nada. Decí cuál es.';
const UNA_DECISION = 'Hay más de un envío sin terminar y una sola respuesta. No se hizo nada. Decí cuál es.';

/** The upload that was named, else everything that is unfinished; an answer needs to know whose it is. */
function cargasPedidas({ carga, decidir }: RetomarInput, uploads: Uploads): readonly string[] {
  if (carga !== undefined) return [carga];
  const pendientes = uploads.pendientes().map((pendiente) => pendiente.carga);
  if (decidir !== undefined && pendientes.length !== 1) throw new AppError('USO', { mensaje: UNA_DECISION });
  return pendientes;
}
