import type { RegistroCarpeta } from '#contract/ajustes.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';

/** What a host with a desktop can do; absent where there is none. */
export interface Escritorio {
  /** Shows a folder of ours; false when nothing could. */
  readonly abrirCarpeta?: (ruta: string) => Promise<boolean>;
  /** Asks for a folder, saying what for; undefined when the person did not want to. */
  readonly elegirCarpeta?: (para: ParaCarpeta) => Promise<string | undefined>;
}

/** What a folder is asked for. */
export type ParaCarpeta = 'informes' | 'segunda_copia';

/** The folder of the log, and asking for a folder: what is of the desktop and not of the data. */
export interface Registro {
  carpeta(abrir: boolean): Promise<RegistroCarpeta>;
  elegirCarpeta(): Promise<string | undefined>;
}

export const createRegistro = (datos: DataFolder, { abrirCarpeta, elegirCarpeta }: Escritorio): Registro => ({
  async carpeta(abrir) {
    if (!abrir || abrirCarpeta === undefined) return { carpeta: datos.registro, abierta: false };
    await ensureFolder(datos.registro); // there is none before the first line
    return { carpeta: datos.registro, abierta: await abrirCarpeta(datos.registro) };
  },
  elegirCarpeta: async () => elegirCarpeta?.('informes'),
});
