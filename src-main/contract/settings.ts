import type { CuponField } from '#domain/cupon.ts';
import type { AddedAccount } from './documents.ts';

/** What the methods of *Ajustes* answer. */

/** Every setting with its value; what was never chosen has the program's own. */
export interface SettingsDocument {
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
  /** The tour of the first run was left, or was gone through. */
  readonly recorridoVisto: boolean;
  /** Looks once a day for a new version of the program, and brings it. */
  readonly buscarVersiones: boolean;
}

/** `elegida` is false when the person did not want to, or there is no desktop to ask in. */
export interface ChosenFolder {
  readonly elegida: boolean;
  readonly ajustes: SettingsDocument;
}

export interface ClosedAccount {
  readonly nombre: string;
  /** False when the service could not be told; the secret was deleted all the same. */
  readonly revocada: boolean;
}

/** `sesion`: in memory, until the program is closed, for there is no keychain; `ejemplo`: the service of the example is this program's. */
export type SecretPlace = 'llavero' | 'sesion' | 'entorno' | 'ejemplo';

/** `guardada`: there is what to enter with, and `en` says where; `vence`: when it ends, `YYYY-MM-DD HH:MM:SS` in Buenos Aires, null when it does not end by itself. */
export interface AccountSession {
  readonly estado: 'guardada' | 'vencida' | 'sin_clave';
  readonly vence: string | null;
  readonly en?: SecretPlace;
}

/** What this PC knows of an account. */
export interface AccountDetail {
  readonly nombre: string;
  /** The API key, or the user: who enters. Never the secret. */
  readonly identidad: string;
  readonly sesion: AccountSession;
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

export interface ListedTemplate {
  readonly nombre: string;
  /** The header, or the letter, of the column of each field. */
  readonly mapeo: Readonly<Partial<Record<CuponField, string>>>;
}

export interface ExportedTemplates {
  readonly exportado: string;
  readonly plantillas: number;
}

/** Names, as the file has them. */
export interface ImportedTemplates {
  readonly agregadas: readonly string[];
  readonly reemplazadas: readonly string[];
  /** There was one of that name or of those headers, and it stayed. */
  readonly omitidas: readonly string[];
}

export interface SupportReport {
  readonly texto: string;
}

export interface LogFolder {
  readonly carpeta: string;
  /** True when the desktop opened it. */
  readonly abierta: boolean;
}

export interface ListedBackup {
  /** What `respaldos.verificar` and `restaurar` take. */
  readonly copia: string;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly hecha: string;
  readonly bytes: number;
}

/** The copies of the ledger of an account, newest first. */
export interface AccountBackups {
  readonly cuenta: string;
  /** Whether it has a ledger: something was uploaded with it. */
  readonly conRegistro: boolean;
  readonly copias: readonly ListedBackup[];
}

export interface VerifiedBackup extends ListedBackup {
  readonly cuenta: string;
  readonly sana: boolean;
  /** Uploads in it; null when it is not whole. */
  readonly cargas: number | null;
  /** Its last event, as `hecha`; null when there is none. */
  readonly hasta: string | null;
}

export interface RestoredBackup {
  readonly cuenta: string;
  readonly copia: string;
  /** The name under which what was there is kept beside it; null when there was nothing. */
  readonly apartado: string | null;
}

export interface TransferAccount {
  readonly nombre: string;
  /** Uploads in its ledger; null when it has none. */
  readonly cargas: number | null;
  readonly conCache: boolean;
}

export interface ExportedTransfer {
  readonly exportado: string;
  readonly bytes: number;
  readonly cuentas: readonly TransferAccount[];
}

/** Where an account of such a file enters. */
export interface TransferAddress {
  /** Null for what has no account in the file: what was sent with the environment's. */
  readonly url: string | null;
  /** Where the account of that name, or of that key or user, enters here; null when it is the same address, or there is none. */
  readonly antes: string | null;
}

export type IncomingTransferAccount = TransferAccount & TransferAddress;

/** What a file for another PC holds, and what it would take the place of. */
export interface ExaminedTransfer {
  /** When it was made, `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly hecho: string;
  readonly version: string;
  readonly bytes: number;
  readonly cuentas: readonly IncomingTransferAccount[];
  readonly plantillas: number;
  /** Accounts that there are here: with any, importing asks for confirmation. */
  readonly ocupada: readonly string[];
  /** What `traslado.importar` takes to import this very content and nothing else. */
  readonly huella: string;
}

export interface ImportedTransfer {
  readonly cuentas: readonly IncomingTransferAccount[];
  /** Where what was here is kept; null when there was nothing. */
  readonly apartado: string | null;
}

/** The answer of each method of *Ajustes*. */
export interface SettingsOutputs {
  'ajustes.leer': SettingsDocument;
  'ajustes.cambiar': SettingsDocument;
  'ajustes.elegir_carpeta': ChosenFolder;
  'cuentas.salir': ClosedAccount;
  'cuentas.clave': AddedAccount;
  'cuentas.detalle': AccountDetail;
  'plantillas.listar': readonly ListedTemplate[];
  'plantillas.renombrar': ListedTemplate;
  'plantillas.borrar': ListedTemplate;
  'plantillas.exportar': ExportedTemplates;
  'plantillas.importar': ImportedTemplates;
  'soporte.informe': SupportReport;
  'registro.carpeta': LogFolder;
  'respaldos.listar': readonly AccountBackups[];
  'respaldos.crear': ListedBackup;
  'respaldos.verificar': VerifiedBackup;
  'respaldos.restaurar': RestoredBackup;
  'traslado.exportar': ExportedTransfer;
  'traslado.examinar': ExaminedTransfer;
  'traslado.importar': ImportedTransfer;
}
