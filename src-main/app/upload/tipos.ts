import type { CargaTerminada, Decision } from '#contract/documents.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { Conciliacion, ConciliacionesServicio, CuponResultado } from '#domain/conciliacion.ts';
import type { InformeFuente } from '#domain/informe.ts';
import type { Ajustes, Aprendido } from '#domain/upload/index.ts';
import type { Libro, MarcadorElegido } from '#storage/ledger/index.ts';
import type { Protocolo } from './protocolo.ts';

/** What is known of the account's server, kept between uploads. The ledger keeps it unless another store is given. */
export interface AprendidoStore {
  leer(): Aprendido;
  guardar(aprendido: Aprendido): void;
}

/** Where an upload stands, for a person. */
export type CargaEstado = 'PREPARADA' | 'ENVIANDO' | 'ESPERANDO' | 'DECISION' | 'TERMINADA' | 'ABANDONADA';

export interface Progreso {
  readonly carga: string;
  readonly estado: CargaEstado;
  readonly total: number;
  readonly enviados: number;
  readonly tandas: number;
  readonly id: string | null;
  /** Milliseconds that it is about to wait: for D, for the matching, because the service asked for it. */
  readonly espera: number;
  /** Rows of the result read so far, while it is read. */
  readonly leidos: number;
  /** Why the service has to be asked again, in `espera`; null when it answers. */
  readonly problema: ErrorCode | null;
  /** Everything was sent and read: it looks once more whether something came late. */
  readonly auditando: boolean;
}

/**
 * The points at which a test may stop the process (onBoundary). `_antes` and `_despues` are around a durable write; `envio_en_curso` is
 * right after the request left.
 */
export const BOUNDARIES = [
  'congelada_antes',
  'congelada_despues',
  'base_leida',
  'intento_antes',
  'intento_despues',
  'envio_en_curso',
  'envio_respondido',
  'aplicado_despues',
  'encabezado_leido',
  'verificacion_inicio',
  'pagina_leida',
  'lectura_terminada',
  'disposicion_despues',
  'terminada_antes',
] as const;
export type Boundary = (typeof BOUNDARIES)[number];

/** A result that is kept as it comes: seen by nobody before `end`, and nothing of it is left after `discard`. */
export interface ResultKeeper {
  add(cupones: readonly CuponResultado[]): void;
  /** Every page came, and the ledger knows where each coupon of ours ended. */
  end(encabezado: Conciliacion): void;
  discard(): void;
}

export interface UploadsDeps {
  readonly ledger: Libro;
  readonly servicio: ConciliacionesServicio;
  readonly clock: Clock;
  /** Numbers in [0, 1). */
  readonly random: () => number;
  readonly cuenta: string;
  readonly ajustes?: Partial<Ajustes>;
  readonly aprendido?: AprendidoStore;
  readonly onProgress?: (progreso: Progreso) => void;
  /** Keeps what the verification reads, which is the result. Without it, it is read again where it is shown. */
  readonly keepResult?: (of: { readonly id: string; readonly carga: string }) => ResultKeeper;
  /** Called at each boundary with the batch under way (0 before the first). The host may kill the process there; nobody else uses it. */
  readonly onBoundary?: (name: Boundary, tanda: number) => void;
  /** The state machine; tests put a broken one in to see that it is caught. */
  readonly protocolo?: Protocolo;
}

/** The document of a finished upload (docs/cli.md, `conciliar --json`), as far as the ledger and the last header know it. */
export type CargaResumen = Required<
  Omit<
    CargaTerminada,
    | 'filasNoAceptadas'
    | 'informe'
    | 'importeConciliado'
    | 'importeSinConciliar'
    | 'puente'
    | 'contadores'
    | 'codigo'
    | 'mensaje'
    | 'decision'
  >
>;

interface Avance {
  readonly carga: string;
  readonly fase: CargaEstado;
  readonly enviados: number;
  readonly pendientes: number;
}

/** How an upload ended, or why it stands still. Everything but `terminada` and `abandonada` can be resumed. */
export type Resultado =
  | ({ readonly estado: 'terminada'; readonly resumen: CargaResumen } & Avance)
  | ({ readonly estado: 'abandonada'; readonly resumen: CargaResumen } & Avance)
  | ({
      readonly estado: 'necesita_decision';
      readonly codigo: 'DECISION_NECESARIA' | 'DUPLICACION_DETECTADA';
      /** The whole document, where the result was already read (a doubling). */
      readonly resumen: CargaResumen | null;
      /** The rows of a send that the service said it failed for, in words. */
      readonly filas?: string;
    } & Decision &
      Avance)
  | ({
      readonly estado: 'interrumpida';
      readonly codigo: ErrorCode;
      readonly mensaje: string;
      readonly detalle: Readonly<Record<string, string | number | boolean | null>>;
    } & Avance);

export interface CargaPendiente extends Avance {
  readonly archivos: readonly string[];
  readonly total: number;
  readonly id: string | null;
  readonly decision: Decision | null;
}

export interface Uploads {
  /** Freezes a draft and sends it. */
  iniciar(carga: string, opciones: { readonly marcador: MarcadorElegido }, signal: AbortSignal): Promise<Resultado>;
  /** Goes on with an upload; one that is finished gives its result again. */
  retomar(carga: string, signal: AbortSignal): Promise<Resultado>;
  /** Answers the decision that an upload waits for, and goes on. Throws `DECISION_INVALIDA`. */
  decidir(carga: string, clave: string, signal: AbortSignal): Promise<Resultado>;
  /** Stops an upload that runs in this process, resumable; its promise then gives `interrumpida`, `CANCELADO`. */
  pausar(carga: string): void;
  /** Unfinished uploads of the account, oldest first. */
  pendientes(): readonly CargaPendiente[];
  /** What the report is written from; the rows are read from the ledger as it asks for them. */
  informe(carga: string): InformeFuente;
  /** The upload that made a reconciliation, if it was one of ours. */
  cargaDe(id: string): string | null;
  /** The upload as the ledger knows it, without the service. */
  estado(carga: string): CargaPendiente & { readonly resumen: CargaResumen | null };
}
