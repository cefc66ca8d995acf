import type { CivilDate } from '../../civil-date.ts';
import type { CuponField } from '../../cupon.ts';
import type { Money } from '../../money.ts';
import { VERY_LIKELY } from '../model/tuned.ts';

/** All reasons, in the order in which lists count them; `explain.ts` decides between them. The codes are public: add, never rename. */
export const MOTIVOS = [
  'FUERA_DE_COBERTURA', 'COMERCIO_AJENO', 'DUPLICADO_EN_CARGA', 'COINCIDE_SIN_CONCILIAR', 'YA_USADA', 'AMBIGUO', 'DEVUELTA', 'DIVIDIDA',
  'CAMPOS_CAMBIADOS', 'IMPORTE_POR_100', 'IMPORTE_DE_UNA_CUOTA', 'IMPORTE_NETO', 'SIGNO_INVERTIDO', 'IMPORTE_DISTINTO',
  'DIA_Y_MES_CAMBIADOS', 'FECHA_DISTINTA', 'COMPROBANTE_DISTINTO', 'TARJETA_DISTINTA', 'ESTABLECIMIENTO_DISTINTO',
  'LOTE_O_TERMINAL_DISTINTO', 'CUOTAS_DISTINTAS', 'AUTORIZACION_DISTINTA', 'VARIOS_CAMPOS', 'ANULADA', 'MUY_RECIENTE', 'SIN_OPERACION',
] as const; // prettier-ignore
export type MotivoCode = (typeof MOTIVOS)[number];

/** Reasons that need no work: the coupon nets to zero with another coupon, or its operation may still come. */
export const NO_WORK: ReadonlySet<MotivoCode> = new Set<MotivoCode>(['ANULADA', 'MUY_RECIENTE']);

/** How sure the first candidate is; `ninguna`: no candidate reaches `POSSIBLE`. */
export const CERTAINTIES = ['muy_probable', 'probable', 'posible', 'ninguna'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

/** The amounts of a coupon and its operation, for sentences such as "difiere en $ 0,13". */
interface Importes {
  readonly cupon: Money;
  readonly operacion: Money;
  readonly diferencia: Money;
}

interface Dates {
  readonly cupon: CivilDate;
  readonly operacion: CivilDate;
  readonly dias: number;
}

/** A field that differs. `nivel`: the level of the comparison, such as `una_letra` (`levels.ts`). */
export interface DifferentField {
  readonly campo: CuponField;
  readonly nivel: string;
}

/** A reason, with the facts that its sentence needs besides the fields of the coupon and the first candidate. */
export type Motivo =
  /** `leido`: the day on which the operations were read, which was too early to have them all; absent if they were never read. */
  | { readonly codigo: 'FUERA_DE_COBERTURA'; readonly fecha: CivilDate; readonly leido?: CivilDate }
  /** `operacion`: whether the cache has a likely operation under another establishment. `campos`: the other fields that differ from that operation. */
  | { readonly codigo: 'COMERCIO_AJENO'; readonly operacion: boolean; readonly campos: readonly CuponField[] }
  /** `de`: the key of the coupon that this coupon repeats. `conciliado`: whether the service matched the coupon `de`. */
  | { readonly codigo: 'DUPLICADO_EN_CARGA'; readonly de: string; readonly conciliado: boolean }
  | { readonly codigo: 'COINCIDE_SIN_CONCILIAR' }
  /**
   * `por`: the key of the coupon that holds the operation; null if a person linked the operation. `pendiente`: the coupon `por` is unmatched too, and got the
   * operation when all coupons were assigned together. `sameSale`: both coupons are one sale, which was uploaded again and matched there.
   */
  | { readonly codigo: 'YA_USADA'; readonly por: string | null; readonly pendiente?: true; readonly sameSale?: true }
  | { readonly codigo: 'AMBIGUO'; readonly similar: number }
  /** `rechazo`: the id of the rejection, chargeback or refund. `operacion`: whether the cache also has the sale. `difiere`: the reason of its differences. */
  | {
      readonly codigo: 'DEVUELTA';
      readonly rechazo: string;
      readonly fecha: CivilDate;
      readonly operacion: boolean;
      readonly difiere?: Motivo;
    }
  /** One coupon that is several operations, or several coupons (by key) that are one operation. */
  | {
      readonly codigo: 'DIVIDIDA';
      readonly operaciones: readonly string[];
      readonly cupones: readonly string[];
      readonly total: Money;
    }
  | ({ readonly codigo: 'CAMPOS_CAMBIADOS'; readonly con: CuponField } & DifferentField)
  | ({ readonly codigo: 'IMPORTE_POR_100'; readonly veces: 'por_100' | 'dividido_100' } & Importes)
  | ({ readonly codigo: 'IMPORTE_DE_UNA_CUOTA'; readonly cuotas: number } & Importes)
  | ({ readonly codigo: 'IMPORTE_NETO' | 'SIGNO_INVERTIDO' | 'IMPORTE_DISTINTO' } & Importes)
  | ({ readonly codigo: 'DIA_Y_MES_CAMBIADOS' | 'FECHA_DISTINTA'; readonly nivel: string } & Dates)
  | {
      readonly codigo:
        | 'COMPROBANTE_DISTINTO'
        | 'TARJETA_DISTINTA'
        | 'ESTABLECIMIENTO_DISTINTO'
        | 'LOTE_O_TERMINAL_DISTINTO'
        | 'CUOTAS_DISTINTAS'
        | 'AUTORIZACION_DISTINTA';
      readonly nivel: string;
      /** Usually one field; two if lote and terminal, last four and bin, or voucher and reference both differ. */
      readonly campos: readonly CuponField[];
    }
  | { readonly codigo: 'VARIOS_CAMPOS'; readonly campos: readonly CuponField[] }
  /** `con`: the key of the coupon with the opposite amount. Neither coupon has an operation. */
  | { readonly codigo: 'ANULADA'; readonly con: string }
  /** `dias`: within how many days 95 of 100 sales of the processor are presented (`recency.ts`). */
  | {
      readonly codigo: 'MUY_RECIENTE';
      readonly dias: number;
      /** Sale day plus `dias`: until then the operation is awaited. */
      readonly hasta: CivilDate;
      readonly marca: string | null;
    }
  /**
   * `dia`: whether the day of the sale was downloaded, is in the future, or is unknown. `similar`: what the likeliest operation is: held by a matched coupon,
   * more likely another unmatched coupon's, merely possible, refused by a person, or paid by wallet while the coupon is of a card (or the reverse).
   * `por`: the key of the coupon that has the likeliest operation, if another coupon has it. `con`: the key of the coupon whose sale this one voids, if the
   * processor reported that sale.
   */
  | {
      readonly codigo: 'SIN_OPERACION';
      readonly con?: string;
      readonly por?: string;
      readonly dia: 'bajado' | 'futuro' | 'sin_dia';
      readonly similar: 'ninguna' | 'tomada' | 'de_otro' | 'dudosa' | 'descartada' | 'con_billetera' | 'con_tarjeta';
    };

export interface Candidato {
  readonly operacion: string;
  /** The probability that the operation is the coupon's, calibrated if the operation is free; 1 if a person linked it. */
  readonly puntaje: number;
  /** The fields that differ, in the order of the comparisons. */
  readonly diferencias: readonly DifferentField[];
  /** The amount of the operation, in centavos. */
  readonly importe: number;
  /** The last four digits of the operation's card (`lastFourOf`). */
  readonly ultimos: number;
  /** `iguales`: how many operations equal this operation (`countEqual`), itself included. `tomadas`: how many of them are held. */
  readonly iguales: number;
  readonly tomadas: number;
  readonly tomada?: true;
}

export interface Explanation {
  readonly key: string;
  readonly motivo: Motivo;
  readonly certeza: Certainty;
  /** Up to three operations, most likely first; for `YA_USADA`, the held operation first. For a linked coupon, all operations that the person linked. */
  readonly candidatos: readonly Candidato[];
  /** Whether unlikely candidates were left out, because too many coupons compete for the same operations. */
  readonly pruned: boolean;
}

export const PROBABLE = 0.7;
/** From this probability on, a candidate is more likely right than wrong. */
export const LIKELY = 0.5;
export const POSSIBLE = 0.1;

export function getCertainty(probability: number): Certainty {
  if (probability >= VERY_LIKELY) return 'muy_probable';
  if (probability >= PROBABLE) return 'probable';
  return probability >= POSSIBLE ? 'posible' : 'ninguna';
}
