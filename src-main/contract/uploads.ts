/** One send of an upload, made or to be made (`cargas.tandas`). The amount is a decimal string. */
export interface UploadTanda {
  /** Its place among the sends of the upload, from 1. */
  readonly n: number;
  /** The first opens the reconciliation with one coupon and the last closes it with one; a file of one coupon is `unico`. */
  readonly tipo: 'unico' | 'primero' | 'tanda' | 'cierre';
  readonly estado: 'confirmada' | 'enviando' | 'comprobando' | 'rechazada' | 'en_espera';
  readonly cupones: number;
  readonly importe: string;
  /** How it is known that the service has the send; null while it is not known. */
  readonly prueba: 'respuesta' | 'marcador' | 'encabezado' | 'persona' | null;
  /** The reconciliation that the send is in. */
  readonly id: string | null;
  /** How many coupons the service said it had just before the send; null where it was not asked. */
  readonly antes: number | null;
  /** Epoch ms: when the send was confirmed or refused, else when it was made; null while it waits. */
  readonly at: number | null;
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
  /** Epoch ms: when it was decided to send it. */
  readonly at: number;
  readonly cupones: number;
  /** As in `ListedUpload`. */
  readonly estado: string;
  readonly id: string | null;
  /** As in `ListedUpload`. */
  readonly borrada?: true;
  readonly ausente?: true;
}

export interface UploadsOutputs {
  'cargas.recientes': readonly RecentFile[];
  'cargas.tandas': UploadTandas;
}
