import type { CivilDate } from '../../civil-date.ts';
import type { CuponField } from '../../cupon.ts';
import type { Money } from '../../money.ts';
import { VERY_LIKELY } from '../model/tuned.ts';

/** A closed list, in the order in which reasons are counted; `explain.ts` decides between them. Codes are public: add, never rename. */
export const MOTIVOS = [
  'FUERA_DE_COBERTURA', 'COMERCIO_AJENO', 'DUPLICADO_EN_CARGA', 'COINCIDE_SIN_CONCILIAR', 'YA_USADA', 'AMBIGUO', 'DEVUELTA', 'DIVIDIDA',
  'CAMPOS_CAMBIADOS', 'IMPORTE_POR_100', 'IMPORTE_DE_UNA_CUOTA', 'IMPORTE_NETO', 'SIGNO_INVERTIDO', 'IMPORTE_DISTINTO',
  'DIA_Y_MES_CAMBIADOS', 'FECHA_DISTINTA', 'COMPROBANTE_DISTINTO', 'TARJETA_DISTINTA', 'ESTABLECIMIENTO_DISTINTO',
  'LOTE_O_TERMINAL_DISTINTO', 'CUOTAS_DISTINTAS', 'AUTORIZACION_DISTINTA', 'VARIOS_CAMPOS', 'ANULADA', 'MUY_RECIENTE', 'SIN_OPERACION',
] as const; // prettier-ignore
export type MotivoCode = (typeof MOTIVOS)[number];

/** Reasons that leave nothing to do: the coupon nets to zero with another one, or only waits. */
export const NO_WORK: ReadonlySet<MotivoCode> = new Set<MotivoCode>(['ANULADA', 'MUY_RECIENTE']);

/** How sure the first candidate is; `ninguna` without a likely one. */
export const CERTAINTIES = ['muy_probable', 'probable', 'posible', 'ninguna'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

/** The amounts of a coupon and its operation, for the sentence: "difiere en $ 0,13". */
interface Importes {
  readonly cupon: Money;
  readonly operacion: Money;
  /** Coupon less operation. */
  readonly diferencia: Money;
}

interface Dates {
  readonly cupon: CivilDate;
  readonly operacion: CivilDate;
  /** Day of the coupon less day of the operation. */
  readonly dias: number;
}

/** A field that differs, and how: a level of its comparison (`levels.ts`). */
export interface DifferentField {
  readonly campo: CuponField;
  readonly nivel: string;
}

/** A reason, with what its sentence needs besides the fields of the coupon and its first candidate. */
export type Motivo =
  /** `leido`: the day on which its operations were read, too early to have them all; absent for days that were not read. */
  | { readonly codigo: 'FUERA_DE_COBERTURA'; readonly fecha: CivilDate; readonly leido?: CivilDate }
  /** `operacion`: a likely operation is in the cache, under another establishment. `campos`: the further fields in which it differs. */
  | { readonly codigo: 'COMERCIO_AJENO'; readonly operacion: boolean; readonly campos: readonly CuponField[] }
  /** `de`: key of the repeated coupon; `conciliado`: the service matched that one. */
  | { readonly codigo: 'DUPLICADO_EN_CARGA'; readonly de: string; readonly conciliado: boolean }
  | { readonly codigo: 'COINCIDE_SIN_CONCILIAR' }
  /**
   * `por`: key of the matched coupon that holds it; null where a person linked it. `pendiente`: the service matched neither, and the operation is at
   * least as likely that coupon's. `sameSale`: both are one sale, which was uploaded again and matched there.
   */
  | { readonly codigo: 'YA_USADA'; readonly por: string | null; readonly pendiente?: true; readonly sameSale?: true }
  /** `similar`: how many likely operations the coupon may be. */
  | { readonly codigo: 'AMBIGUO'; readonly similar: number }
  /** `rechazo`: identifier of the rejection, chargeback or refund. `operacion`: the sale is in the cache too. `difiere`: the reason by its differences. */
  | {
      readonly codigo: 'DEVUELTA';
      readonly rechazo: string;
      readonly fecha: CivilDate;
      readonly operacion: boolean;
      readonly difiere?: Motivo;
    }
  /** One coupon that is several operations, or several coupons (keys) that are one operation. */
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
      /** Mostly one; two where lote and terminal, or last four and bin, both differ. */
      readonly campos: readonly CuponField[];
    }
  | { readonly codigo: 'VARIOS_CAMPOS'; readonly campos: readonly CuponField[] }
  /** `con`: key of the coupon with the opposite amount. Neither has an operation. */
  | { readonly codigo: 'ANULADA'; readonly con: string }
  /** `dias`: within how many days 95 of 100 sales of that brand are presented. */
  | {
      readonly codigo: 'MUY_RECIENTE';
      readonly dias: number;
      /** The last day on which the operation may still be presented. */
      readonly hasta: CivilDate;
      readonly marca: string | null;
    }
  /**
   * `dia`: whether the sale's day is downloaded, future or unknown. `similar`: the likeliest operation is held by a matched coupon, or likelier another
   * unmatched one's, or merely possible; or a person refused it; or it was paid by wallet where the coupon is of a card, or the reverse.
   */
  | {
      readonly codigo: 'SIN_OPERACION';
      readonly dia: 'bajado' | 'futuro' | 'sin_dia';
      readonly similar: 'ninguna' | 'tomada' | 'de_otro' | 'dudosa' | 'descartada' | 'con_billetera' | 'con_tarjeta';
    };

/** An operation that may be the coupon's. */
export interface Candidato {
  readonly operacion: string;
  /** Calibrated probability that the operation is the coupon's. */
  readonly puntaje: number;
  /** Fields that differ, in the order of the comparisons. */
  readonly diferencias: readonly DifferentField[];
  /** Amount of the operation, in centavos. */
  readonly importe: number;
  /** Last four digits of the operation's card (`lastFourOf`). */
  readonly ultimos: number;
  /** `iguales`: operations equal in every compared field, this one included. `tomadas`: how many of them other coupons hold. */
  readonly iguales: number;
  readonly tomadas: number;
  /** Another coupon holds this very operation. */
  readonly tomada?: true;
}

/** Why one coupon did not match, and what it most likely was. */
export interface Explanation {
  readonly key: string;
  readonly motivo: Motivo;
  readonly certeza: Certainty;
  /** Up to three, the most likely first. */
  readonly candidatos: readonly Candidato[];
  /** True when unlikely candidates were left out, because too many coupons compete for the same operations. */
  readonly pruned: boolean;
}

/** From this probability on a candidate is `probable`. */
export const PROBABLE = 0.7;
/** More likely than not. */
export const LIKELY = 0.5;
/** Below this probability a candidate is not worth a look. */
export const POSSIBLE = 0.1;

export function getCertainty(probability: number): Certainty {
  if (probability >= VERY_LIKELY) return 'muy_probable';
  if (probability >= PROBABLE) return 'probable';
  return probability >= POSSIBLE ? 'posible' : 'ninguna';
}
