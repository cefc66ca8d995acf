import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import { abrirResultados, type Resultados } from '#storage/resultados/index.ts';
import type { Cuenta } from '../accounts/account.ts';

/** The kept results of this process, one file per account, opened when first needed. */
export interface ResultadosAbiertos {
  abrir(cuenta: Cuenta): Promise<Resultados>;
  /** Undefined when no result was ever kept: asking makes no file. */
  existente(cuenta: Cuenta): Promise<Resultados | undefined>;
  /** The file of an account, whether it is there or not. */
  ruta(cuenta: Cuenta): string;
  cerrar(): void;
}

export function crearResultados(datos: DataFolder): ResultadosAbiertos {
  const open = new Map<string, Resultados>();
  const rutaDe = ({ id }: Cuenta): string => path.join(datos.cuenta(id).carpeta, 'resultados.db');
  const abrir = async (cuenta: Cuenta): Promise<Resultados> => {
    const { id } = cuenta;
    const { carpeta } = datos.cuenta(id);
    await ensureFolder(carpeta);
    const db = open.get(id) ?? abrirResultados(rutaDe(cuenta));
    open.set(id, db);
    return db;
  };
  return {
    ruta: rutaDe,
    abrir,
    existente: async (cuenta) => (existsSync(rutaDe(cuenta)) ? abrir(cuenta) : undefined),
    cerrar: () => {
      for (const db of open.values()) db.close();
      open.clear();
    },
  };
}
