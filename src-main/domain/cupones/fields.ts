/** The rules of a coupon's fields, in wire order (API description, "Coupon (uploaded)"; docs/coupons.md). Long because people name fields in many ways. */
import type { Words } from '../texts/language.ts';

export type CuponFieldType = 'texto' | 'fecha' | 'numero' | 'decimal' | 'importe';

/** Which coupons need a field: all, card coupons, or wallet coupons. */
export type RequiredOf = 'siempre' | 'tarjeta' | 'billetera';

interface FieldRules {
  readonly tipo: CuponFieldType;
  /** The longest value in code points (NFC); null if the API description states none. */
  readonly largo: number | null;
  /** How many digits a complete value has. The fix adds leading zeros to a shorter value, and cuts a longer `bin`. */
  readonly digits?: number;
  readonly required?: RequiredOf;
  /** What people call the field, as the title of a column. */
  readonly title: Words;
  /** The field's name with its article, for sentences. */
  readonly label: Words;
  /** Headers that name the field, separated by commas and grouped by how surely they name it (`Strength`). */
  readonly headers: Partial<Readonly<Record<'seguro' | 'fuerte' | 'medio' | 'debil', string>>>;
}

export const CUPON_FIELDS = {
  referencia: {
    tipo: 'texto',
    largo: null,
    title: ['Referencia', 'Reference'],
    label: ['la referencia', 'the reference'],
    headers: {
      fuerte: 'referencia, nro referencia, referencia interna, referencia comercio, referencia venta, cod referencia',
      medio: `pedido, nro pedido, orden, order, order id, nro orden, referencia pedido, id venta, referencia externa,
        external reference`,
      debil: 'factura, nro factura, invoice',
    },
  },
  referencia_extra: {
    tipo: 'texto',
    largo: null,
    title: ['Referencia extra', 'Extra reference'],
    label: ['la referencia extra', 'the extra reference'],
    headers: {
      fuerte: 'referencia extra, otra referencia, segunda referencia, extra reference',
      medio: 'referencia 2',
    },
  },
  fecha_venta: {
    tipo: 'fecha',
    largo: null,
    required: 'siempre',
    title: ['Fecha de venta', 'Sale date'],
    label: ['la fecha de venta', 'the sale date'],
    headers: {
      fuerte: `fecha venta, fecha operacion, fecha compra, fecha cupon, fecha ticket, purchase date,
        fecha comprobante, fecha hora venta, fecha hora operacion, fecha consumo`,
      medio: 'fecha, fecha hora, datetime, fecha tarjeta, fecha autorizacion, fecha origen',
      debil: 'venta, fecha emision, fecha creacion, date created',
    },
  },
  fecha_pres: {
    tipo: 'fecha',
    largo: null,
    title: ['Fecha de presentación', 'Presentation date'],
    label: ['la fecha de presentación', 'the presentation date'],
    headers: {
      fuerte: 'fecha presentacion, fecha cierre, fecha cierre lote, fecha lote',
      // Weak, because a column with this title holds a number as often as a date.
      debil: 'presentacion, cierre lote',
    },
  },
  tarjeta_id: {
    tipo: 'numero',
    largo: null,
    title: ['Código de tarjeta', 'Card code'],
    label: ['el código de la tarjeta', 'the card code'],
    headers: {
      fuerte: 'tarjeta id, id tarjeta, cod tarjeta, codigo marca, id marca, card id, brand id',
    },
  },
  tarjeta_desc: {
    tipo: 'texto',
    largo: null,
    title: ['Tarjeta', 'Card'],
    label: ['la tarjeta', 'the card'],
    headers: {
      fuerte: 'marca, marca tarjeta, descripcion tarjeta, nombre tarjeta, card brand, card name',
      medio: 'tarjeta, tarjeta marca, bandera',
      // Weak, because beside a column "Tarjeta" these say debit or credit.
      debil: 'tipo tarjeta, card type, medio, medio pago, medios pago, forma pago, formas pago, payment method',
    },
  },
  establecimiento: {
    tipo: 'numero',
    largo: null,
    title: ['Establecimiento', 'Merchant number'],
    label: ['el establecimiento', 'the merchant number'],
    headers: {
      fuerte: `establecimiento, nro establecimiento, cod establecimiento, establecimiento nro, merchant id,
        merchant number, nro comercio, cod comercio, comercio id`,
      debil: 'comercio, mid',
    },
  },
  terminal: {
    tipo: 'numero',
    largo: null,
    title: ['Terminal', 'Terminal'],
    label: ['la terminal', 'the terminal'],
    headers: {
      fuerte: 'terminal, nro terminal, terminal pos, terminal id, cod terminal, terminal posnet, serie terminal',
    },
  },
  lote: {
    tipo: 'numero',
    largo: null,
    title: ['Lote', 'Terminal batch'],
    label: ['el lote', 'the terminal batch'],
    headers: {
      fuerte: 'lote, nro lote, batch number, lote terminal, lote pos',
      debil: 'cierre lote',
    },
  },
  comprobante: {
    tipo: 'decimal',
    largo: null,
    required: 'tarjeta',
    title: ['Comprobante', 'Receipt number'],
    label: ['el comprobante', 'the receipt number'],
    headers: {
      // "Cupón" is surer than "Ticket" or "Nro. comprobante", which may be the till's own number, while processors know the number of the "Cupón".
      seguro: 'cupon, nro cupon, comprobante cupon, cupon comprobante, cupon ticket, cupon tarjeta, voucher, cupon pos',
      fuerte: `comprobante, nro comprobante, comprobante tarjeta, ticket, nro ticket, comprobante ticket,
        ticket tarjeta, ticket pos, receipt, receipt number, comprobante pos`,
      medio: 'nro operacion, cod comprobante, nro cupon venta, nro ticket venta',
    },
  },
  tarjeta_nro: {
    tipo: 'numero',
    largo: 4,
    digits: 4,
    required: 'tarjeta',
    title: ['Últimos 4', 'Last 4'],
    label: ['los últimos cuatro de la tarjeta', 'the last four digits of the card'],
    headers: {
      fuerte: `nro tarjeta, tarjeta nro, ult 4, ultimos 4 digitos, ultimos 4 tarjeta, ultimos 4 digitos tarjeta,
        ultimos digitos, ultimos digitos tarjeta, tarjeta ult, last 4, last four digits, card last 4,
        card number, pan, last digits, 4 digitos, tarjeta 4, tarjeta 4 digitos, 4 ultimos nro tarjeta,
        tarjeta terminada en, card pan`,
      medio: 'tarjeta, terminacion, digitos, digitos tarjeta',
    },
  },
  cuotas: {
    tipo: 'numero',
    largo: 2,
    title: ['Cuotas', 'Instalments'],
    label: ['las cuotas', 'the instalments'],
    headers: {
      fuerte: `cuotas, cant cuotas, cantidad cuotas, nro cuotas, plan cuotas, cant cuota, cantidad cuota, plan cuota,
        cant pagos, cantidad pagos, total cuotas, cuotas pactadas, cantidad cuotas pactadas`,
      // Weak, because these hold as often the amount of an instalment, "1/3", or a customer's account.
      debil: 'plan, cuota, nro cuota, pagos, nro pagos, cta, nro cta',
    },
  },
  bin: {
    tipo: 'numero',
    largo: 6,
    digits: 6,
    title: ['Primeros 6', 'First 6'],
    label: ['los primeros seis de la tarjeta', 'the first six digits of the card'],
    headers: {
      fuerte: `bin, bin tarjeta, primeros 6, primeros 6 digitos, primeros 6 digitos tarjeta, primeros 6 tarjeta, iin,
        first six, first 6 digits, card bin, card initial number, 6 digitos`,
    },
  },
  bco_emisor: {
    tipo: 'numero',
    largo: null,
    title: ['Banco emisor', 'Issuing bank'],
    label: ['el código del banco emisor', 'the code of the issuing bank'],
    headers: {
      fuerte: 'cod banco, cod banco emisor, nro banco, id banco, issuer code, bank code',
      debil: 'banco, banco emisor, entidad, emisor, entidad emisora',
    },
  },
  autorizacion: {
    tipo: 'texto',
    largo: null,
    title: ['Autorización', 'Authorisation'],
    label: ['el código de autorización', 'the authorisation code'],
    headers: {
      fuerte: `autorizacion, cod autorizacion, nro autorizacion, id autorizacion, autorizacion tarjeta,
        cod aut tarjeta, cod autorizacion cupon, autorizacion emisor`,
    },
  },
  importe: {
    tipo: 'importe',
    largo: null,
    required: 'siempre',
    title: ['Importe', 'Amount'],
    label: ['el importe', 'the amount'],
    headers: {
      fuerte: `importe, importe venta, importe total, importe bruto, importe cupon, importe operacion, total venta,
        importe total venta, importe total operacion, importe total compra, importe tarjeta, total cupon, importe ticket, total ticket, total operacion,
        importe original, precio total, transaction amount, valor del producto`,
      medio: 'total, bruto, venta bruta, total bruto, importe compra, importe con iva, total con iva',
      // "Importe neto" and "Subtotal" are missing on purpose: what the processor paid, or the price before taxes, matches no sale.
      debil: 'precio',
    },
  },
  fecha_pago: {
    tipo: 'fecha',
    largo: null,
    title: ['Fecha de pago', 'Payment date'],
    label: ['la fecha de pago', 'the payment date'],
    headers: {
      // In a wallet's report, "Fecha de acreditación" is the day on which the payment was approved.
      seguro: 'fecha liberacion, fecha liberacion dinero, money release date',
      fuerte: 'fecha pago, fecha acreditacion, fecha cobro, fecha estimada pago, fecha probable pago',
      medio: 'fecha vencimiento pago, due date',
      debil: 'acreditacion',
    },
  },
  wallet_referencia: {
    tipo: 'texto',
    largo: 20,
    required: 'billetera',
    title: ['Referencia de billetera', 'Wallet reference'],
    label: ['la referencia de la billetera', 'the wallet’s reference'],
    headers: {
      fuerte: `wallet referencia, id wallet, id billetera, nro referencia billetera, id operacion billetera,
        id operacion wallet, id pago billetera, id operacion mercado pago, source id, id mercado pago,
        referencia mercado pago, operacion mercado pago, id mp, operacion mp, id operacion mp, referencia mp,
        id pago qr, id operacion qr, id qr, cod pago qr, referencia pago qr, referencia qr`,
      // Counts only beside a wallet's operation types and without card numbers (map-columns.ts): elsewhere it is a number of the acquirer.
      debil: 'id operacion',
    },
  },
  wallet_tipo_operacion: {
    tipo: 'texto',
    largo: 30,
    required: 'billetera',
    title: ['Tipo de operación de billetera', 'Wallet transaction type'],
    label: ['el tipo de operación de la billetera', 'the wallet’s transaction type'],
    headers: {
      fuerte: `wallet tipo operacion, tipo operacion billetera, tipo operacion wallet, tipo wallet, tipo billetera,
        tipo operacion mercado pago, tipo mercado pago, tipo operacion mp, tipo mp`,
      debil: 'tipo operacion',
    },
  },
  auxiliar_1: {
    tipo: 'texto',
    largo: 80,
    title: ['Auxiliar 1', 'Auxiliary 1'],
    label: ['el auxiliar 1', 'auxiliary 1'],
    headers: { fuerte: 'auxiliar 1', medio: 'auxiliar' },
  },
  auxiliar_2: {
    tipo: 'texto',
    largo: 80,
    title: ['Auxiliar 2', 'Auxiliary 2'],
    label: ['el auxiliar 2', 'auxiliary 2'],
    headers: { fuerte: 'auxiliar 2' },
  },
  auxiliar_3: {
    tipo: 'texto',
    largo: 80,
    title: ['Auxiliar 3', 'Auxiliary 3'],
    label: ['el auxiliar 3', 'auxiliary 3'],
    headers: { fuerte: 'auxiliar 3' },
  },
  auxiliar_4: {
    tipo: 'texto',
    largo: 80,
    title: ['Auxiliar 4', 'Auxiliary 4'],
    label: ['el auxiliar 4', 'auxiliary 4'],
    headers: { fuerte: 'auxiliar 4' },
  },
  auxiliar_5: {
    tipo: 'texto',
    largo: 80,
    title: ['Auxiliar 5', 'Auxiliary 5'],
    label: ['el auxiliar 5', 'auxiliary 5'],
    headers: { fuerte: 'auxiliar 5' },
  },
} as const satisfies Record<string, FieldRules>;

export type CuponField = keyof typeof CUPON_FIELDS;

export const rulesOf = (field: CuponField): FieldRules => CUPON_FIELDS[field];

export const FIELDS_IN_ORDER = Object.keys(CUPON_FIELDS) as readonly CuponField[];

export const requiredOf = (kind: RequiredOf): readonly CuponField[] =>
  FIELDS_IN_ORDER.filter((field) => rulesOf(field).required === kind);
