import { AppError, isAppError } from '#contract/errors.ts';
import type { ConciliacionesOutputs, ResultadoLeido } from '#contract/conciliaciones.ts';
import type { ExplicacionesDocumento } from '#contract/explanations.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { civilDateAt, civilDateTimeAt, parseIsoDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { Disposicion } from '#domain/conciliacion.ts';
import { CAMPOS_EN_ORDEN, type CuponCampo } from '#domain/cupon.ts';
import type { CuponInforme } from '#domain/informe.ts';
import type { CuponGuardado, LecturaGuardada, Resultados } from '#storage/resultados/index.ts';
import type { Cuenta } from '../accounts/account.ts';
import type { Libros } from '../compose/libros.ts';
import type { ResultadosAbiertos } from '../compose/resultados.ts';
import type { Sesiones } from '../compose/sesiones.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { bridgeDocument, countersDocument } from '../reports/bridge-document.ts';
import { writeInforme } from '../reports/write-informe.ts';
import { bridgeOf } from '../upload/informe-fuente.ts';
import { documentoDe } from './documento.ts';
import { explanationsForReport, reasonsOf } from './explained.ts';
import { leerResultado } from './leer-resultado.ts';
import type { NameOf, Names } from './names.ts';
import { listKept, listUploads } from './listado.ts';

interface Deps {
  readonly elegir: (nombre: string | undefined) => Promise<Cuenta>;
  readonly sesiones: () => Promise<Sesiones>;
  readonly libros: Libros;
  readonly resultados: ResultadosAbiertos;
  readonly names: Names;
  /** Why the coupons of a result did not match. */
  readonly explicar: (
    input: { readonly cuenta?: string | undefined; readonly de: string },
    context: MethodContext,
  ) => Promise<ExplicacionesDocumento>;
  readonly clock: Clock;
}

type Metodo = keyof ConciliacionesOutputs;
type Nombre<M extends Metodo> = M extends `conciliaciones.${infer N}` ? N : never;
/** One function for each method over a kept result. */
export type Guardados = {
  readonly [M in Metodo as Nombre<M>]: (
    input: MethodParsed<M>,
    context: MethodContext,
  ) => Promise<ConciliacionesOutputs[M]>;
};

/** The results of reconciliations as they were read last, kept in `resultados.db` of the account. Only `leer` asks the service. */
export function createGuardados(deps: Deps): Guardados {
  const { elegir, sesiones, libros, resultados, names, explicar, clock } = deps;
  const abrir = async (nombre: string | undefined): Promise<{ cuenta: Cuenta; db: Resultados }> => {
    const cuenta = await elegir(nombre);
    return { cuenta, db: await resultados.abrir(cuenta) };
  };
  const leida = (db: Resultados, id: string): LecturaGuardada => {
    const found = db.ver(id);
    if (found === undefined) throw new AppError('CONCILIACION_INEXISTENTE', { detail: { id } });
    return found;
  };

  return {
    async leer({ cuenta, id, sinPreguntar }, context) {
      const { servicio, cuenta: propia } = await (await sesiones()).abrir(cuenta, context.signal, { sinPreguntar });
      const libro = await libros.existente(propia);
      const carga = libro?.cargaDe(propia.id, id) ?? null;
      const db = await resultados.abrir(propia);
      try {
        await leerResultado({ id, servicio: servicio.conciliaciones, resultados: db, libro, carga, clock }, context);
      } catch (error) {
        // What was read of it stays, and says so without asking again.
        if (isAppError(error, 'CONCILIACION_INEXISTENTE') && db.ver(id) !== undefined) db.faltar(id, clock.now());
        throw error;
      }
      return leidoDe(leida(db, id), await names.of(propia));
    },

    async conocidas({ cuenta }) {
      const elegida = await elegir(cuenta);
      const [libro, guardados] = [await libros.existente(elegida), await resultados.existente(elegida)];
      const locales = { libro, guardados, cuenta: elegida.id, nameOf: await names.of(elegida) };
      return { conciliaciones: listKept(locales), cargas: listUploads(locales) };
    },

    async guardada({ cuenta, id }) {
      const elegida = await elegir(cuenta);
      const db = await resultados.existente(elegida);
      const found = db?.ver(id);
      return found === undefined
        ? null
        : {
            ...leidoDe(found, await names.of(elegida)),
            ...(isOfUploadToday(found, clock) ? { delEnvio: true } : {}),
            ...(db?.ausentes().has(id) === true ? { ausente: true } : {}),
          };
    },

    async cupones({ cuenta, id, desde, limite, ...consulta }) {
      const { db } = await abrir(cuenta);
      const { lectura, leido } = leida(db, id);
      const hoy = civilDateAt(clock.now());
      return { ...db.pagina(lectura, consulta, { desde, limite, hoy }), desde, leido: civilDateTimeAt(leido) };
    },

    async informe({ cuenta, id, exportar }, context) {
      const { signal, onProgress } = context;
      const { cuenta: elegida, db } = await abrir(cuenta);
      leida(db, id);
      const explicado = await explicar({ cuenta, de: id }, context);
      const { lectura, encabezado, carga, archivos, leido, grupos, noAceptados } = leida(db, id);
      const libro = carga === null ? undefined : await libros.existente(elegida);
      const exportado = await writeInforme(
        {
          cuenta: elegida.nombre,
          archivos,
          carga: carga ?? encabezado.id,
          conciliacion: encabezado,
          leido: civilDateTimeAt(leido),
          hoy: civilDateAt(clock.now()),
          completo: grupos.no_informados.cupones === 0 && noAceptados === null,
          cupones: (disposiciones) => informados(db.cupones(lectura, disposiciones), reasonsOf(explicado)),
          explicaciones: explanationsForReport(explicado),
          errores: () => (carga === null || libro === undefined ? [] : libro.errores(carga)),
          avisos: () => (carga === null || libro === undefined ? [] : libro.avisos(carga)),
          ...(carga === null || libro === undefined ? {} : { bridge: () => bridgeOf(libro, carga) }),
        },
        {
          signal,
          creado: clock.now(),
          salida: { archivo: exportar },
          onProgress: (hecho, total) => {
            onProgress({ fase: 'informe', hecho, total });
          },
        },
      );
      return { exportado };
    },

    async nombrar({ cuenta, id, nombre }) {
      const elegida = await elegir(cuenta);
      const carga = (await libros.existente(elegida))?.cargaDe(elegida.id, id) ?? null;
      await names.give(elegida, { id, carga }, nombre);
      return { id, nombre };
    },

    async puente({ cuenta, id }) {
      const { cuenta: elegida, db } = await abrir(cuenta);
      const kept = leida(db, id);
      const { carga, encabezado } = kept;
      const libro = carga === null ? undefined : await libros.existente(elegida);
      const known = carga !== null && libro?.upload(carga) !== undefined;
      return {
        puente: known ? bridgeDocument(bridgeOf(libro, carga)) : null,
        contadores: countersDocument(encabezado, countsOf(db, kept)),
      };
    },
  };
}

/** How many coupons of a kept reading ended so. */
function countsOf(db: Resultados, { lectura, grupos }: LecturaGuardada): (disposicion: Disposicion) => number {
  const others = new Map<string, number>();
  for (const { disposicion } of db.cupones(lectura, ['existente', 'rechazado', 'no_informado'])) {
    others.set(disposicion, (others.get(disposicion) ?? 0) + 1);
  }
  return (disposicion) => {
    if (disposicion === 'conciliado') return grupos.conciliados.cupones;
    if (disposicion === 'sin_conciliar') return grupos.sin_conciliar.cupones;
    return others.get(disposicion) ?? 0;
  };
}

const isOfUploadToday = ({ isOfUpload, leido }: LecturaGuardada, clock: Clock): boolean =>
  isOfUpload === true && civilDateAt(leido) === civilDateAt(clock.now());

function leidoDe(
  { encabezado, carga, leido, grupos, novedades, noAceptados, tarjetas, comercios, archivos, dias }: LecturaGuardada,
  nameOf: NameOf,
): ResultadoLeido {
  const nombre = nameOf(encabezado.id, carga);
  return {
    conciliacion: { ...documentoDe(encabezado, carga), ...(nombre === undefined ? {} : { nombre }) },
    leido: civilDateTimeAt(leido),
    grupos,
    novedades: novedades === null ? null : { ...novedades, desde: civilDateTimeAt(novedades.desde) },
    ...(noAceptados === null ? {} : { noAceptados }),
    tarjetas,
    comercios,
    archivos,
    dias,
  };
}

function* informados(
  cupones: Iterable<CuponGuardado>,
  reasonOf: (cupon: CuponInforme) => string | undefined,
): Generator<CuponInforme> {
  for (const { operacion, disposicion, archivo } of cupones) {
    // Rows that were not sent are in the sheet of errors, from the ledger.
    if (disposicion === 'error') continue;
    const cupon: Partial<Record<CuponCampo, string>> = {};
    for (const campo of CAMPOS_EN_ORDEN) {
      const value = operacion[campo];
      if (value !== undefined) cupon[campo] = value;
    }
    const { fila, modo, nro_liquidacion, fecha_liq } = operacion;
    const fechaLiq = fecha_liq === null ? null : (parseIsoDate(fecha_liq) ?? null);
    const one = { archivo, fila, cupon, disposicion, modo, nroLiquidacion: nro_liquidacion, fechaLiq };
    const motivo = disposicion === 'sin_conciliar' ? reasonOf(one) : undefined;
    yield motivo === undefined ? one : { ...one, motivo };
  }
}
