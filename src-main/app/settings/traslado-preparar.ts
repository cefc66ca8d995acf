import { existsSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import type { AccountFolder, DataFolder } from '#platform/data-folder.ts';
import { anotarRestauracion, contenidoDe } from '#storage/ledger/index.ts';
import { olvidarAceptada } from '../accounts/accepted.ts';
import { cuentasArchivo, type CuentasGuardadas } from '../accounts/account-file.ts';
import { abrirAprendido } from '../accounts/learned.ts';
import { olvidarOriginales } from '../revision/estado.ts';
import { createAjustes } from './ajustes.ts';

export const invalido = (pieza: string): AppError => new AppError('PAQUETE_INVALIDO', { detail: { pieza } });

/** The accounts of a package. */
export const archivoDeCuentas = (datos: DataFolder) =>
  cuentasArchivo(datos.cuentas, {
    onApartado: () => {
      throw invalido('cuentas.json');
    },
  });

interface Traido {
  /** Where it goes to. */
  readonly datos: DataFolder;
  readonly cuentas: CuentasGuardadas;
  /** Of every folder of an account. */
  readonly ids: readonly string[];
}

/**
 * Takes out of what came, unpacked in `taller` and checked, what is true of the other PC alone: that the keychain has its secrets, that a server took
 * them, where its files are. What would be a path there is here anybody's, and on Windows a server's, to whom the system would say who the person is.
 */
export async function prepararParaEstaPc(taller: DataFolder, { datos, cuentas, ids }: Traido): Promise<void> {
  await sinSecretos(taller, cuentas);
  await sinCarpetaDeInformes(taller);
  for (const id of ids) await prepararCuenta(taller.cuenta(id), datos.cuenta(id).carpeta);
}

async function sinSecretos(taller: DataFolder, { predeterminada, cuentas }: CuentasGuardadas): Promise<void> {
  if (!existsSync(taller.cuentas)) return;
  const suyas = cuentas.map((cuenta) => ({ ...cuenta, enLlavero: false }));
  await archivoDeCuentas(taller).escribir({ predeterminada, cuentas: suyas });
}

async function sinCarpetaDeInformes(taller: DataFolder): Promise<void> {
  if (!existsSync(taller.ajustes)) return;
  const ajustes = createAjustes({
    datos: taller,
    onAviso: () => {
      throw invalido('ajustes.json');
    },
  });
  if ((await ajustes.leer()).carpetaInformes !== null) await ajustes.cambiar({ carpetaInformes: null });
}

/** `destino`: the folder that it will have. */
async function prepararCuenta(cuenta: AccountFolder, destino: string): Promise<void> {
  const revision = path.join(cuenta.carpeta, 'revision.db');
  if (existsSync(revision)) olvidarOriginales(revision, destino);
  if (existsSync(cuenta.aprendido)) {
    const hechos = await abrirAprendido(cuenta);
    olvidarAceptada(hechos);
    await hechos.guardado();
  }
  // The other PC may have gone on sending after it was written: compared with the service before the next upload.
  if (existsSync(cuenta.ledger)) anotarRestauracion(cuenta.ledger, contenidoDe(cuenta.ledger).hasta);
}
