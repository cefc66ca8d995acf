import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { TrasladoCuenta, TrasladoExaminado, TrasladoImportado } from '#contract/ajustes.ts';
import { AppError } from '#contract/errors.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { ensureFolder, dataFolder, type DataFolder } from '#platform/data-folder.ts';
import { diskError } from '#platform/disk-error.ts';
import { abrirPaquete } from '#platform/paquete.ts';
import { VERSION_CACHE } from '#storage/cache/index.ts';
import { anotarRestauracion, contenidoDe, VERSION_LIBRO } from '#storage/ledger/index.ts';
import { examinarBase } from '#storage/sqlite/instantanea.ts';
import { sello } from '#storage/sqlite/sello.ts';
import { NOMBRE_ENTORNO } from '../accounts/account.ts';
import { cuentasArchivo, type CuentasGuardadas } from '../accounts/account-file.ts';
import { createPlantillas } from '../import/plantillas.ts';
import { cambiar, ocupados } from './traslado-cambio.ts';
import type { Marcha } from './traslado-exportar.ts';
import { parseIndice, type Indice } from './traslado-indice.ts';

interface Deps {
  readonly datos: DataFolder;
  readonly clock: Clock;
}

/** A package whose every byte was read and is what its list says, laid out as a data folder in `taller`. */
interface Desplegado {
  readonly indice: Indice;
  readonly taller: DataFolder;
  readonly cuentas: CuentasGuardadas;
}

/** Reads a package whole and says what it holds; nothing changes. Throws `PAQUETE_INVALIDO`, `DATOS_MAS_NUEVOS`. */
export function examinarTraslado(archivo: string, deps: Deps, marcha: Marcha): Promise<TrasladoExaminado> {
  return desplegar(archivo, deps, marcha, async ({ indice, taller, cuentas }) => ({
    hecho: civilDateTimeAt(indice.hecho),
    version: indice.programa,
    bytes: (await stat(archivo)).size,
    cuentas: contenidoDeTodas(taller, cuentas),
    plantillas: (await createPlantillas(taller.plantillas).listar()).length,
    ocupada: (await cuentasArchivo(deps.datos.cuentas, () => undefined).leer()).cuentas.map(({ nombre }) => nombre),
  }));
}

/**
 * Puts a package in the place of what there is. Everything is read, compared with its hash and opened before anything changes; what was here
 * is kept in a folder beside it. Throws also `CONFIRMACION_NECESARIA` when there is something here and `si` is false.
 */
export function importarTraslado(
  { archivo, si }: { readonly archivo: string; readonly si: boolean },
  deps: Deps,
  marcha: Marcha & {
    /** Closes every file of the data folder, once all is ready. */ readonly cerrarTodo: () => Promise<void>;
  },
): Promise<TrasladoImportado> {
  const { datos, clock } = deps;
  return desplegar(archivo, deps, marcha, async ({ taller, cuentas }) => {
    const habia = ocupados(datos.raiz).length > 0;
    if (habia && !si) throw new AppError('CONFIRMACION_NECESARIA', { mensaje: OCUPADA });
    const contenido = contenidoDeTodas(taller, cuentas);
    // The other PC may have gone on sending after it was written: compared with the service before the next upload.
    for (const id of idsDe(taller, cuentas)) {
      const { ledger } = taller.cuenta(id);
      if (existsSync(ledger)) anotarRestauracion(ledger, contenidoDe(ledger).hasta);
    }
    await marcha.cerrarTodo();
    const aparte = `anteriores-${sello(clock.now())}`;
    await cambiar(datos.raiz, { taller: path.basename(taller.raiz), aparte });
    return { cuentas: contenido, apartado: habia ? path.join(datos.raiz, aparte) : null };
  });
}

async function desplegar<T>(
  archivo: string,
  { datos }: Deps,
  { signal, onProgress }: Marcha,
  usar: (desplegado: Desplegado) => Promise<T>,
): Promise<T> {
  let hecho = 0;
  let total = 0;
  const onBytes = (bytes: number): void => {
    hecho += bytes;
    onProgress({ fase: 'traslado', hecho, total });
  };
  const paquete = await abrirPaquete(archivo, { signal, onBytes });
  const taller = dataFolder(path.join(datos.raiz, `.traslado-${randomBytes(6).toString('hex')}`));
  try {
    const indice = parseIndice(paquete.indice, paquete.nombres);
    total = indice.piezas.reduce((sum, { bytes }) => sum + bytes, 0);
    await ensureFolder(taller.raiz);
    await refuseWithoutRoom(taller.raiz, total);
    for (const pieza of indice.piezas) {
      const { bytes, sha256 } = await paquete.extraer(pieza.nombre, path.join(taller.raiz, pieza.nombre), pieza.bytes);
      if (bytes !== pieza.bytes || sha256 !== pieza.sha256) throw invalido(pieza.nombre);
    }
    refuseBadBases(taller, indice);
    return await usar({ indice, taller, cuentas: await leerCuentas(taller) });
  } finally {
    paquete.cerrar();
    await rm(taller.raiz, { recursive: true, force: true });
  }
}

/** A package that unpacks to more than there is room for is told before half of it is written. */
async function refuseWithoutRoom(carpeta: string, bytes: number): Promise<void> {
  try {
    const { bavail, bsize } = await statfs(carpeta);
    if (bavail * bsize < bytes) throw new AppError('DISCO_LLENO');
  } catch (error) {
    throw diskError(error);
  }
}

/** Every database is whole and of a schema that we know. Of what the service can give again, only the version: it can be lost. */
function refuseBadBases(taller: DataFolder, { piezas }: Indice): void {
  for (const { nombre } of piezas) {
    const esLibro = nombre.endsWith('/ledger.db');
    const esCache = nombre.endsWith('/cache.db');
    if (!esLibro && !esCache) continue;
    const { sana, version } = examinarBase(path.join(taller.raiz, nombre), { paginas: esLibro });
    if (!sana) throw invalido(nombre);
    if (version > (esLibro ? VERSION_LIBRO : VERSION_CACHE))
      throw new AppError('DATOS_MAS_NUEVOS', { detail: { version } });
  }
}

const invalido = (pieza: string): AppError => new AppError('PAQUETE_INVALIDO', { detail: { pieza } });

/** The accounts of a package. */
const leerCuentas = (datos: DataFolder): Promise<CuentasGuardadas> =>
  cuentasArchivo(datos.cuentas, () => {
    throw invalido('cuentas.json');
  }).leer();

/** Those of its list, and the environment's, which no list has: only a folder. */
function idsDe({ raiz }: DataFolder, { cuentas }: CuentasGuardadas): readonly string[] {
  const carpetas = path.join(raiz, 'cuentas');
  return [
    ...new Set([...cuentas.map(({ id }) => id), ...(existsSync(carpetas) ? readdirSync(carpetas).toSorted() : [])]),
  ];
}

const contenidoDeTodas = (datos: DataFolder, guardadas: CuentasGuardadas): readonly TrasladoCuenta[] =>
  idsDe(datos, guardadas).map((id) => {
    const nombre = guardadas.cuentas.find((cuenta) => cuenta.id === id)?.nombre ?? NOMBRE_ENTORNO;
    const { ledger, cache } = datos.cuenta(id);
    return { nombre, cargas: existsSync(ledger) ? contenidoDe(ledger).cargas : null, conCache: existsSync(cache) };
  });

const OCUPADA =
  'Esta PC ya tiene datos de Conciliador. No se cambió nada. Si confirmás, lo que hay queda guardado en una carpeta aparte y lo que traés ocupa su lugar.';
