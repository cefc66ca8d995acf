import { wordIn, type Language, type Words } from './language.ts';

export const CHECK_NAMES = {
  liquidaciones_totales: ['Liquidaciones contra los totales', 'Settlements against the totals'],
  impuestos_totales: ['Impuestos contra los totales', 'Taxes against the totals'],
  calendario_vendido: ['Operaciones contra el calendario', 'Transactions against the calendar'],
  calendario_acreditado: ['Liquidaciones pagadas contra el calendario', 'Paid settlements against the calendar'],
  liquidacion_operaciones: ['Liquidaciones contra sus operaciones', 'Settlements against their transactions'],
  liquidacion_neto: ['Facturado menos descontado', 'Billed less deducted'],
  impuestos_partes: ['Impuestos contra sus partes', 'Taxes against their parts'],
  liquidacion_banco: ['Liquidaciones vencidas y banco', 'Due settlements and bank'],
  liquidacion_impuestos: ['Impuestos descontados y su detalle', 'Deducted taxes and their detail'],
} as const satisfies Readonly<Record<string, Words>>;

/** Why a check compared nothing. `otro_dia`: the sides were read on different days. `rechazado`: the service refused one side. */
const MOTIVOS = {
  sin_leer: ['no se leyó', 'not read'],
  parcial: ['hay días sin leer, o leídos antes de terminar', 'some days were not read, or not over when read'],
  inestable: ['cambiaba mientras se leía', 'it changed while it was read'],
  otro_dia: ['se leyeron en días distintos', 'read on different days'],
  no_contratado: ['servicio no contratado', 'service not contracted'],
  rechazado: ['se pidió, y el servicio no lo dio', 'asked for, and the service did not give it'],
  apartadas: ['hay filas apartadas sin entender', 'some rows were set aside, not understood'],
  sin_informar: ['el servicio no informa algún importe', 'the service does not report some amount'],
  sin_fecha_de_pago: ['no se sabe qué día se pagó alguna', 'the payment date of one is not known'],
  sin_operaciones: ['el servicio dice que no tienen operaciones', 'the service says that they have no transactions'],
} as const satisfies Readonly<Record<string, Words>>;
export type CheckMotivo = keyof typeof MOTIVOS;

/** Without a bank feed, the day on which a settlement was credited is unknown. */
const NO_BANK: Words = [
  'sin banco contratado no se sabe qué día se acreditó',
  'without a bank feed the day it was credited is not known',
];

interface Unanswered {
  readonly control?: string;
  readonly motivo: CheckMotivo | null;
}
/** Says why a check, or a day of the till, could not compare; empty if it could. */
export function describeMotivo({ control, motivo }: Unanswered, language: Language): string {
  if (motivo === null) return '';
  const isWithoutBank = motivo === 'no_contratado' && control === 'calendario_acreditado';
  return wordIn(isWithoutBank ? NO_BANK : MOTIVOS[motivo], language);
}
