import type { CuponCampo } from '#domain/cupon.ts';
import type { CuentaAgregada } from './documents.ts';

/** What the methods of Ajustes answer. */

/** Every setting with its value; what was never chosen has the program's own. */
export interface AjustesDocumento {
  /** Null: never chosen; the screens take their own. */
  readonly idioma: 'es-AR' | 'en' | null;
  readonly tema: 'sistema' | 'claro' | 'oscuro';
  /** Seconds: D of docs/upload.md, for `conciliar` and `retomar` that do not say another. */
  readonly tardanza: number;
  /** Coupons in one request, for a `conciliar` that does not say another. */
  readonly porTanda: number;
  /** Absolute; null: each host's own way. */
  readonly carpetaInformes: string | null;
  /** `hora`: `HH:MM` of Buenos Aires. */
  readonly actualizar: { readonly diario: boolean; readonly hora: string };
  readonly rielPlegado: boolean;
}

/** `elegida` is false when the person did not want to, or there is no desktop to ask in. */
export interface CarpetaElegida {
  readonly elegida: boolean;
  readonly ajustes: AjustesDocumento;
}

export interface CuentaCerrada {
  readonly nombre: string;
  /** False when the service could not be told; the secret was deleted all the same. */
  readonly revocada: boolean;
}

/** `sesion`: in memory, until the program is closed, for there is no keychain; `ejemplo`: the service of the example is this program's. */
export type LugarDeSecreto = 'llavero' | 'sesion' | 'entorno' | 'ejemplo';

/** `guardada`: there is what to enter with, and `en` says where; `vence`: when it ends, `YYYY-MM-DD HH:MM:SS` in Buenos Aires, null when it does not end by itself. */
export interface SesionDeCuenta {
  readonly estado: 'guardada' | 'vencida' | 'sin_clave';
  readonly vence: string | null;
  readonly en?: LugarDeSecreto;
}

/** What this PC knows of an account. */
export interface CuentaDetalle {
  readonly nombre: string;
  /** The API key, or the user: who enters. Never the secret. */
  readonly identidad: string;
  readonly sesion: SesionDeCuenta;
  /** When the service last took its credential, `YYYY-MM-DD HH:MM:SS` in Buenos Aires; null when that is not known. */
  readonly aceptada: string | null;
  /** As they were downloaded; null when they never were. What the service did not say is empty. */
  readonly comercios:
    | readonly {
        readonly id: string;
        readonly nombre: string;
        readonly cuit: string;
        readonly localidad: string;
        readonly provincia: string;
      }[]
    | null;
  /** Bytes. `bajado` can be downloaded again; `propio` cannot: uploads, their copies, what is under review. */
  readonly disco: { readonly bajado: number; readonly propio: number };
}

export interface PlantillaListada {
  readonly nombre: string;
  /** The header, or the letter, of the column of each field. */
  readonly mapeo: Readonly<Partial<Record<CuponCampo, string>>>;
}

export interface PlantillasExportadas {
  readonly exportado: string;
  readonly plantillas: number;
}

/** Names, as the file has them. */
export interface PlantillasImportadas {
  readonly agregadas: readonly string[];
  readonly reemplazadas: readonly string[];
  /** There was one of that name or of those headers, and it stayed. */
  readonly omitidas: readonly string[];
}

export interface InformeSoporte {
  readonly texto: string;
}

export interface RegistroCarpeta {
  readonly carpeta: string;
  /** True when the desktop opened it. */
  readonly abierta: boolean;
}

export interface RespaldoListado {
  /** What `respaldos.verificar` and `restaurar` take. */
  readonly copia: string;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly hecha: string;
  readonly bytes: number;
}

/** The copies of the ledger of an account, newest first. */
export interface RespaldosDeCuenta {
  readonly cuenta: string;
  /** Whether it has a ledger: something was uploaded with it. */
  readonly conRegistro: boolean;
  readonly copias: readonly RespaldoListado[];
}

export interface RespaldoVerificado extends RespaldoListado {
  readonly cuenta: string;
  readonly sana: boolean;
  /** Uploads in it; null when it is not whole. */
  readonly cargas: number | null;
  /** Its last event, as `hecha`; null when there is none. */
  readonly hasta: string | null;
}

export interface RespaldoRestaurado {
  readonly cuenta: string;
  readonly copia: string;
  /** The name under which what was there is kept beside it; null when there was nothing. */
  readonly apartado: string | null;
}

export interface TrasladoCuenta {
  readonly nombre: string;
  /** Uploads in its ledger; null when it has none. */
  readonly cargas: number | null;
  readonly conCache: boolean;
}

export interface TrasladoExportado {
  readonly exportado: string;
  readonly bytes: number;
  readonly cuentas: readonly TrasladoCuenta[];
}

/** Where an account of such a file enters. */
export interface TrasladoDireccion {
  /** Null for what has no account in the file: what was sent with the environment's. */
  readonly url: string | null;
  /** Where the account of that name, or of that key or user, enters here; null when it is the same address, or there is none. */
  readonly antes: string | null;
}

export type TrasladoCuentaTraida = TrasladoCuenta & TrasladoDireccion;

/** What a file for another PC holds, and what it would take the place of. */
export interface TrasladoExaminado {
  /** When it was made, `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly hecho: string;
  readonly version: string;
  readonly bytes: number;
  readonly cuentas: readonly TrasladoCuentaTraida[];
  readonly plantillas: number;
  /** Accounts that there are here: with any, importing asks for confirmation. */
  readonly ocupada: readonly string[];
  /** What `traslado.importar` takes to import this very content and nothing else. */
  readonly huella: string;
}

export interface TrasladoImportado {
  readonly cuentas: readonly TrasladoCuentaTraida[];
  /** Where what was here is kept; null when there was nothing. */
  readonly apartado: string | null;
}

/** The answer of each method of Ajustes. */
export interface AjustesOutputs {
  'ajustes.leer': AjustesDocumento;
  'ajustes.cambiar': AjustesDocumento;
  'ajustes.elegir_carpeta': CarpetaElegida;
  'cuentas.salir': CuentaCerrada;
  'cuentas.clave': CuentaAgregada;
  'cuentas.detalle': CuentaDetalle;
  'plantillas.listar': readonly PlantillaListada[];
  'plantillas.renombrar': PlantillaListada;
  'plantillas.borrar': PlantillaListada;
  'plantillas.exportar': PlantillasExportadas;
  'plantillas.importar': PlantillasImportadas;
  'soporte.informe': InformeSoporte;
  'registro.carpeta': RegistroCarpeta;
  'respaldos.listar': readonly RespaldosDeCuenta[];
  'respaldos.crear': RespaldoListado;
  'respaldos.verificar': RespaldoVerificado;
  'respaldos.restaurar': RespaldoRestaurado;
  'traslado.exportar': TrasladoExportado;
  'traslado.examinar': TrasladoExaminado;
  'traslado.importar': TrasladoImportado;
}
