/**
 * The coupon that a merchant uploads, after the table "Coupon (uploaded)" of the API description: its fields in wire order,
 * with type, maximum length and whether an echo in the result carries them.
 */
export type CuponFieldType = 'texto' | 'fecha' | 'numero' | 'decimal' | 'importe';

interface FieldDefinition {
  readonly tipo: CuponFieldType;
  /** Longest value in code points after NFC; null where the description states none. */
  readonly largo: number | null;
}

export const CUPON_CAMPOS = {
  referencia: { tipo: 'texto', largo: null },
  referencia_extra: { tipo: 'texto', largo: null },
  fecha_venta: { tipo: 'fecha', largo: null },
  fecha_pres: { tipo: 'fecha', largo: null },
  tarjeta_id: { tipo: 'numero', largo: null },
  tarjeta_desc: { tipo: 'texto', largo: null },
  establecimiento: { tipo: 'numero', largo: null },
  terminal: { tipo: 'numero', largo: null },
  lote: { tipo: 'numero', largo: null },
  comprobante: { tipo: 'decimal', largo: null },
  tarjeta_nro: { tipo: 'numero', largo: 4 },
  cuotas: { tipo: 'numero', largo: 2 },
  bin: { tipo: 'numero', largo: 6 },
  bco_emisor: { tipo: 'numero', largo: null },
  autorizacion: { tipo: 'texto', largo: null },
  importe: { tipo: 'importe', largo: null },
  fecha_pago: { tipo: 'fecha', largo: null },
  wallet_referencia: { tipo: 'texto', largo: 20 },
  wallet_tipo_operacion: { tipo: 'texto', largo: 30 },
  auxiliar_1: { tipo: 'texto', largo: 80 },
  auxiliar_2: { tipo: 'texto', largo: 80 },
  auxiliar_3: { tipo: 'texto', largo: 80 },
  auxiliar_4: { tipo: 'texto', largo: 80 },
  auxiliar_5: { tipo: 'texto', largo: 80 },
} as const satisfies Record<string, FieldDefinition>;

export type CuponField = keyof typeof CUPON_CAMPOS;
export type AuxiliarField = Extract<CuponField, `auxiliar_${number}`>;

/** The field names in wire order. */
export const FIELDS_IN_ORDER = Object.keys(CUPON_CAMPOS) as readonly CuponField[];
export const AUXILIARES = ['auxiliar_1', 'auxiliar_2', 'auxiliar_3', 'auxiliar_4', 'auxiliar_5'] as const;

/**
 * A valid coupon with exactly the text that is sent: only fields with a value; dates `YYYY-MM-DD`, amounts "1234.50".
 */
export type Cupon = Readonly<Partial<Record<CuponField, string>>>;

/**
 * The canonical text of a coupon: JSON with the fields in wire order and every value a string, so that the bytes of a coupon are
 * always the same (docs/coupons.md, "On the wire"). The body of a batch is built from these texts, never from the objects again.
 */
export function canonicalText(cupon: Cupon): string {
  let text = '{';
  for (const campo of FIELDS_IN_ORDER) {
    const value = cupon[campo];
    if (value === undefined) continue;
    text += `${text === '{' ? '' : ','}"${campo}":${JSON.stringify(value)}`;
  }
  return `${text}}`;
}
