import type { Tanda } from '#domain/upload/tandas.ts';

/** One send of an upload, made or to be made (`cargas.tandas`). The amount is a decimal string. */
export interface UploadTanda extends Omit<Tanda, 'generacion' | 'desde' | 'hasta'> {
  /** Its place among the sends of the upload, from 1. */
  readonly n: number;
  readonly importe: string;
}

export interface UploadTandas {
  readonly carga: string;
  /** All sends, those still to be made as they are planned now. */
  readonly tandas: number;
  readonly confirmadas: number;
  readonly cupones: number;
  /** The sends around the one under way; all of them where they are few. */
  readonly filas: readonly UploadTanda[];
}

/** A file that was sent from this PC, or several that went as one. */
export interface RecentFile {
  readonly carga: string;
  readonly archivos: readonly string[];
  /** Epoch ms: when sending was decided. */
  readonly at: number;
  readonly cupones: number;
  /** As in `ListedUpload`. */
  readonly estado: string;
  readonly id: string | null;
  readonly borrada?: true;
  readonly ausente?: true;
}

export interface UploadsOutputs {
  'cargas.recientes': readonly RecentFile[];
  'cargas.tandas': UploadTandas;
}
