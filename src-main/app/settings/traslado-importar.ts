import { existsSync, readdirSync } from 'node:fs';
import { rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { TrasladoCuentaTraida, TrasladoExaminado, TrasladoImportado } from '#contract/ajustes.ts';
import { AppError } from '#contract/errors.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { ensureFolder, dataFolder, newWorkshop, type DataFolder } from '#platform/data-folder.ts';
import { diskError } from '#platform/disk-error.ts';
import { askAside, type StartAside } from '#platform/aside.ts';
import { abrirPaquete } from '#platform/paquete.ts';
import { FOREIGN_BASES, INSPECT_PROGRAM, INSPECTED, limitFor } from '#storage/foreign/index.ts';
import { contenidoDe, refuseNewerLedger } from '#storage/ledger/index.ts';
import { sello } from '#storage/sqlite/sello.ts';
import { NOMBRE_ENTORNO, type Cuenta } from '../accounts/account.ts';
import { cuentasArchivo, type CuentaGuardada, type CuentasGuardadas } from '../accounts/account-file.ts';
import { createPlantillas } from '../import/plantillas.ts';
import { cambiar, ocupados } from './traslado-cambio.ts';
import { direccionDe, enPalabras } from './traslado-direcciones.ts';
import type { Marcha } from './traslado-exportar.ts';
import { huellaDelIndice, parseIndice, type Indice } from './traslado-indice.ts';
import { archivoDeCuentas, invalido, prepararParaEstaPc } from './traslado-preparar.ts';

interface Deps {
  readonly datos: DataFolder;
  readonly clock: Clock;
  readonly aside: StartAside;
  /** Forgets all that this session remembers, and what the keychain has of these accounts. */
  readonly olvidarSecretos: (deAca: readonly CuentaGuardada[], traidas: readonly Cuenta[]) => Promise<void>;
}

interface Pedido {
  readonly archivo: string;
  readonly si: boolean;
  /** Of what was examined; undefined when nobody looked before. */
  readonly huella: string | undefined;
}

/** A package whose every byte was read and is what its list says, laid out as a data folder in `taller`. */
interface Desplegado {
  readonly indice: Indice;
  readonly taller: DataFolder;
  readonly cuentas: CuentasGuardadas;
}

/** Reads a package whole and says what it holds; nothing changes. Throws `PAQUETE_INVALIDO`, `DATOS_MAS_NUEVOS`, `CARGA_MAS_NUEVA`. */
export function examinarTraslado(archivo: string, deps: Deps, marcha: Marcha): Promise<TrasladoExaminado> {
  return desplegar(archivo, deps, marcha, async ({ indice, taller, cuentas }) => {
    const deAca = await cuentasDeAca(deps.datos);
    return {
      hecho: civilDateTimeAt(indice.hecho),
      version: indice.programa,
      bytes: (await stat(archivo)).size,
      cuentas: contenidoDeTodas(taller, cuentas, deAca),
      plantillas: (await createPlantillas(taller.plantillas).listar()).length,
      ocupada: deAca.map(({ nombre }) => nombre),
      huella: huellaDelIndice(indice),
    };
  });
}

/**
 * Puts a package in the place of what there is. Everything is read, compared with its hash and opened before anything changes; what was here
 * is kept in a folder beside it. No secret serves what came: they are forgotten, and asked for again. Throws also `CONFIRMACION_NECESARIA`
 * when there is something here and `si` is false.
 */
export function importarTraslado(
  { archivo, si, huella }: Pedido,
  deps: Deps,
  marcha: Marcha & {
    /** Closes every file of the data folder, once all is ready. */ readonly cerrarTodo: () => Promise<void>;
  },
): Promise<TrasladoImportado> {
  const { datos, clock } = deps;
  return desplegar(archivo, deps, marcha, async ({ indice, taller, cuentas }) => {
    if (huella !== undefined && huella !== huellaDelIndice(indice))
      throw new AppError('PAQUETE_INVALIDO', { mensaje: CAMBIADO });
    const deAca = await cuentasDeAca(deps.datos);
    const habia = ocupados(datos.raiz).length > 0;
    const contenido = contenidoDeTodas(taller, cuentas, deAca);
    if (habia && !si)
      throw new AppError('CONFIRMACION_NECESARIA', { mensaje: `${OCUPADA} ${contenido.map(enPalabras).join('; ')}.` });
    await prepararParaEstaPc(taller, { datos, cuentas, ids: idsDe(taller, cuentas) });
    await marcha.cerrarTodo();
    const aparte = `anteriores-${sello(clock.now())}`;
    await cambiar(datos.raiz, { taller: path.basename(taller.raiz), aparte });
    await deps.olvidarSecretos(deAca, cuentas.cuentas);
    return { cuentas: contenido, apartado: habia ? path.join(datos.raiz, aparte) : null };
  });
}

async function desplegar<T>(
  archivo: string,
  { datos, aside }: Deps,
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
  const taller = dataFolder(newWorkshop(datos));
  try {
    const indice = parseIndice(paquete.indice, paquete.nombres);
    total = indice.piezas.reduce((sum, { bytes }) => sum + bytes, 0);
    await ensureFolder(taller.raiz);
    await refuseWithoutRoom(taller.raiz, total);
    for (const pieza of indice.piezas) {
      const { bytes, sha256 } = await paquete.extraer(pieza.nombre, path.join(taller.raiz, pieza.nombre), pieza.bytes);
      if (bytes !== pieza.bytes || sha256 !== pieza.sha256) throw invalido(pieza.nombre);
    }
    await refuseBadBases(taller, { indice, aside, signal });
    return await usar({ indice, taller, cuentas: await archivoDeCuentas(taller).leer() });
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

/**
 * Every database is made of exactly what we make, and is whole; one that its owner would begin anew is left out. They are somebody's files: looked
 * into by a process that is ended when it takes longer than reading it can.
 */
async function refuseBadBases(
  taller: DataFolder,
  { indice, aside, signal }: { readonly indice: Indice; readonly aside: StartAside; readonly signal: AbortSignal },
): Promise<void> {
  for (const { nombre, bytes } of indice.piezas) {
    const base = FOREIGN_BASES.find((una) => path.posix.basename(nombre) === una);
    if (base === undefined) continue;
    const ruta = path.join(taller.raiz, nombre);
    const limitMs = limitFor(bytes);
    const args = [ruta, base, String(limitMs)];
    const inspected = await askAside(aside, { program: INSPECT_PROGRAM, args }, { signal, limitMs });
    switch (INSPECTED.find((one) => one === inspected)) {
      case 'ours':
        if (base === 'ledger.db') refuseNewerLedger(ruta);
        break;
      case 'newer':
        throw new AppError('DATOS_MAS_NUEVOS', { detail: { pieza: nombre } });
      case 'other':
        await rm(ruta);
        break;
      case 'bad':
      case undefined:
        throw invalido(nombre);
    }
  }
}

const cuentasDeAca = async (datos: DataFolder): Promise<readonly CuentaGuardada[]> =>
  (await cuentasArchivo(datos.cuentas, { onApartado: () => undefined }).leer()).cuentas;

/** Those of its list, and the environment's, which no list has: only a folder. */
function idsDe({ raiz }: DataFolder, { cuentas }: CuentasGuardadas): readonly string[] {
  const carpetas = path.join(raiz, 'cuentas');
  return [
    ...new Set([...cuentas.map(({ id }) => id), ...(existsSync(carpetas) ? readdirSync(carpetas).toSorted() : [])]),
  ];
}

const contenidoDeTodas = (
  datos: DataFolder,
  guardadas: CuentasGuardadas,
  deAca: readonly Cuenta[],
): readonly TrasladoCuentaTraida[] =>
  idsDe(datos, guardadas).map((id) => {
    const cuenta = guardadas.cuentas.find((otra) => otra.id === id);
    const { ledger, cache } = datos.cuenta(id);
    return {
      nombre: cuenta?.nombre ?? NOMBRE_ENTORNO,
      cargas: existsSync(ledger) ? contenidoDe(ledger).cargas : null,
      conCache: existsSync(cache),
      ...(cuenta === undefined ? { url: null, antes: null } : direccionDe(cuenta, deAca)),
    };
  });

const OCUPADA =
  'Esta PC ya tiene datos de Conciliador. No se cambió nada. Si confirmás, lo que hay queda guardado en una carpeta aparte y lo que traés ocupa su lugar. ' +
  'Fijate en las direcciones:';
const CAMBIADO = 'El archivo no es el mismo que miraste. No se cambió nada. Elegilo otra vez y mirá qué tiene.';
