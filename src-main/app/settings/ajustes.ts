import { decirA, type Dicho } from '#domain/dicho.ts';
import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { AjustesDocumento } from '#contract/ajustes.ts';
import { AJUSTE } from '#contract/ajustes-inputs.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';

const VERSION = 1;

/** What a setting is until somebody chooses. The batch size and D are the upload's own (docs/upload.md). */
export const AJUSTES_INICIALES: AjustesDocumento = {
  idioma: null,
  tema: 'sistema',
  tardanza: 120,
  porTanda: 500,
  carpetaInformes: null,
  actualizar: { diario: true, hora: '08:00' },
  rielPlegado: false,
};

/** Keys that are not ours are kept: another version may have put them there. */
const archivo = z.looseObject({ version: z.literal(VERSION), ...z.object(AJUSTE).partial().shape });
const version = z.object({ version: z.number() });
type Archivo = z.infer<typeof archivo>;

/** The settings: `ajustes.json` of the data folder, for every account and every host. */
export interface Ajustes {
  /** A damaged file is set aside and said, and everything is as in the beginning. Throws `DATOS_MAS_NUEVOS` for a newer one, untouched. */
  leer(): Promise<AjustesDocumento>;
  /** Changes what is given. A folder must exist and be writable: `CARPETA_SIN_PERMISO`. The caller holds the instance lock. */
  cambiar(cambios: MethodParsed<'ajustes.cambiar'>): Promise<AjustesDocumento>;
}

interface Deps {
  readonly datos: Pick<DataFolder, 'raiz' | 'ajustes'>;
  readonly onAviso: (texto: string, dicho: Dicho) => void;
}

export function createAjustes({ datos, onAviso }: Deps): Ajustes {
  async function leerArchivo(): Promise<Archivo> {
    const read = await readJsonFile(datos.ajustes, parse);
    if (read.estado === 'leido') return read.valor;
    if (read.estado === 'danado') {
      decirA(onAviso, 'ajustes_danados', { nombre: path.basename(read.apartado) });
    }
    return { version: VERSION };
  }
  return {
    leer: async () => completos(await leerArchivo()),
    async cambiar({ carpetaInformes, ...resto }) {
      const nuevos = {
        ...(carpetaInformes === undefined ? {} : { carpetaInformes: await carpeta(carpetaInformes) }),
        ...resto,
      };
      const guardado = { ...(await leerArchivo()), ...nuevos };
      await ensureFolder(datos.raiz);
      await writeJsonAtomic(datos.ajustes, guardado);
      return completos(guardado);
    },
  };
}

function parse(value: unknown): Archivo {
  const known = version.safeParse(value);
  if (known.success && known.data.version > VERSION)
    throw new AppError('DATOS_MAS_NUEVOS', { detail: { archivo: 'ajustes.json' } });
  return archivo.parse(value);
}

/** Field by field: a key that is not ours stays in the file. */
const completos = (guardado: Archivo): AjustesDocumento => ({
  idioma: guardado.idioma ?? AJUSTES_INICIALES.idioma,
  tema: guardado.tema ?? AJUSTES_INICIALES.tema,
  tardanza: guardado.tardanza ?? AJUSTES_INICIALES.tardanza,
  porTanda: guardado.porTanda ?? AJUSTES_INICIALES.porTanda,
  carpetaInformes: guardado.carpetaInformes ?? AJUSTES_INICIALES.carpetaInformes,
  actualizar: guardado.actualizar ?? AJUSTES_INICIALES.actualizar,
  rielPlegado: guardado.rielPlegado ?? AJUSTES_INICIALES.rielPlegado,
});

/** A folder that reports can be written to, or null. */
async function carpeta(elegida: string | null): Promise<string | null> {
  if (elegida === null) return null;
  const ruta = path.normalize(elegida);
  const detail = { carpeta: ruta };
  if (!path.isAbsolute(ruta)) throw new AppError('CARPETA_SIN_PERMISO', { mensaje: SIN_RUTA, detail });
  try {
    if (!(await stat(ruta)).isDirectory())
      throw new AppError('CARPETA_SIN_PERMISO', { mensaje: NO_ES_CARPETA, detail });
    await access(ruta, constants.W_OK);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('CARPETA_SIN_PERMISO', { cause: error, mensaje: NO_ES_CARPETA, detail });
  }
  return ruta;
}

const SIN_RUTA = 'La carpeta tiene que estar escrita entera, desde la raíz del disco. Nada cambió. Escribila de nuevo.';
const NO_ES_CARPETA =
  'Esa carpeta no existe o no se puede escribir en ella. Nada cambió. Elegí otra, o revisá los permisos.';
