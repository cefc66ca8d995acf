import { FIELDS_IN_ORDER, type CuponField } from '../cupon.ts';
import { headerKey, plainHeader } from './header-key.ts';

/**
 * How much a header's words say. 'exacto': the API's own field name. 'debil': the words fit, but such a column often holds something
 * else ("Banco" is usually a name, not a code), so that the content has to agree.
 */
export type Strength = 'exacto' | 'fuerte' | 'medio' | 'debil';

interface NameCandidato {
  readonly campo: CuponField;
  readonly fuerza: Strength;
}

/** Field → headers that name it, by strength, as people write them; each is reduced by `headerKey`. */
const SYNONYMS: Readonly<
  Record<CuponField, Readonly<Partial<Record<Exclude<Strength, 'exacto'>, readonly string[]>>>>
> = {
  referencia: {
    fuerte: ['referencia', 'nro referencia', 'referencia interna', 'referencia comercio', 'referencia venta'],
    medio: [
      'pedido',
      'nro pedido',
      'orden',
      'order',
      'order id',
      'nro orden',
      'referencia pedido',
      'id venta',
      'referencia externa',
      'external reference',
    ],
    debil: ['factura', 'nro factura', 'invoice'],
  },
  referencia_extra: {
    fuerte: ['referencia extra', 'otra referencia', 'segunda referencia', 'extra reference'],
    medio: ['referencia 2'],
  },
  fecha_venta: {
    fuerte: [
      'fecha venta',
      'fecha operacion',
      'fecha compra',
      'fecha cupon',
      'purchase date',
      'fecha comprobante',
      'fecha hora venta',
      'fecha hora operacion',
      'fecha consumo',
    ],
    medio: ['fecha', 'fecha hora', 'datetime', 'fecha tarjeta', 'fecha autorizacion', 'fecha ticket', 'fecha origen'],
    debil: ['venta', 'fecha emision', 'fecha creacion', 'date created'],
  },
  fecha_pres: {
    fuerte: ['fecha presentacion', 'fecha cierre', 'fecha cierre lote', 'fecha lote'],
    // Its number as often as its date.
    debil: ['presentacion', 'cierre lote'],
  },
  fecha_pago: {
    fuerte: ['fecha pago', 'fecha acreditacion', 'fecha cobro', 'fecha estimada pago', 'fecha probable pago'],
    medio: ['fecha vencimiento pago', 'due date'],
    debil: ['acreditacion'],
  },
  tarjeta_id: {
    fuerte: ['tarjeta id', 'id tarjeta', 'cod tarjeta', 'codigo marca', 'id marca', 'card id', 'brand id'],
  },
  tarjeta_desc: {
    fuerte: ['marca', 'marca tarjeta', 'descripcion tarjeta', 'nombre tarjeta', 'card brand', 'card name'],
    medio: ['tarjeta', 'tarjeta marca', 'bandera'],
    // Beside a "Tarjeta" they say debit or credit.
    debil: ['tipo tarjeta', 'card type', 'medio pago', 'forma pago', 'payment method'],
  },
  establecimiento: {
    fuerte: [
      'establecimiento',
      'nro establecimiento',
      'cod establecimiento',
      'establecimiento nro',
      'merchant id',
      'merchant number',
      'nro comercio',
      'cod comercio',
      'comercio id',
    ],
    debil: ['comercio', 'mid'],
  },
  terminal: {
    fuerte: [
      'terminal',
      'nro terminal',
      'terminal pos',
      'terminal id',
      'cod terminal',
      'terminal posnet',
      'serie terminal',
    ],
  },
  lote: {
    fuerte: ['lote', 'nro lote', 'batch number', 'lote terminal', 'lote pos'],
    debil: ['cierre lote'],
  },
  comprobante: {
    fuerte: [
      'comprobante',
      'nro comprobante',
      'cupon',
      'nro cupon',
      'comprobante cupon',
      'cupon comprobante',
      'comprobante tarjeta',
      'cupon tarjeta',
      'ticket',
      'voucher',
      'nro ticket',
      'receipt',
      'receipt number',
      'comprobante pos',
      'cupon pos',
    ],
    medio: ['nro operacion', 'cod comprobante', 'nro cupon venta'],
  },
  tarjeta_nro: {
    fuerte: [
      'nro tarjeta',
      'tarjeta nro',
      'ult 4',
      'ultimos 4 digitos',
      'ultimos 4 tarjeta',
      'ultimos 4 digitos tarjeta',
      'ultimos digitos',
      'ultimos digitos tarjeta',
      'tarjeta ult',
      'last 4',
      'last four digits',
      'card last 4',
      'card number',
      'pan',
      'last digits',
      '4 digitos',
      'tarjeta 4',
      'tarjeta 4 digitos',
      '4 ultimos nro tarjeta',
      'tarjeta terminada en',
      'card pan',
    ],
    medio: ['tarjeta', 'terminacion', 'digitos', 'digitos tarjeta'],
  },
  cuotas: {
    fuerte: [
      'cuotas',
      'cant cuotas',
      'cantidad cuotas',
      'nro cuotas',
      'plan cuotas',
      'cant cuota',
      'cantidad cuota',
      'plan cuota',
      'cant pagos',
      'cantidad pagos',
    ],
    // An amount of each, "1/3", or a customer's account, as often.
    debil: ['plan', 'cuota', 'nro cuota', 'pagos', 'nro pagos', 'cta', 'nro cta'],
  },
  bin: {
    fuerte: [
      'bin',
      'bin tarjeta',
      'primeros 6',
      'primeros 6 digitos',
      'primeros 6 digitos tarjeta',
      'primeros 6 tarjeta',
      'iin',
      'first six',
      'first 6 digits',
      'card bin',
      '6 digitos',
    ],
  },
  bco_emisor: {
    fuerte: ['cod banco', 'cod banco emisor', 'nro banco', 'id banco', 'issuer code', 'bank code'],
    debil: ['banco', 'banco emisor', 'entidad', 'emisor', 'entidad emisora'],
  },
  autorizacion: {
    fuerte: [
      'autorizacion',
      'cod autorizacion',
      'nro autorizacion',
      'id autorizacion',
      'autorizacion tarjeta',
      'cod aut tarjeta',
      'cod autorizacion cupon',
    ],
  },
  importe: {
    fuerte: [
      'importe',
      'importe venta',
      'importe total',
      'importe bruto',
      'importe cupon',
      'importe operacion',
      'total venta',
      'importe total venta',
      'importe tarjeta',
      'total cupon',
      'total operacion',
      'importe original',
      'precio total',
      'transaction amount',
    ],
    medio: ['total', 'bruto', 'venta bruta', 'total bruto'],
    // Never "Importe neto" or "Subtotal": what the processor paid, or was charged before taxes, matches no sale.
    debil: ['precio'],
  },
  wallet_referencia: {
    fuerte: [
      'wallet referencia',
      'id wallet',
      'id billetera',
      'nro referencia billetera',
      'id operacion billetera',
      'id operacion wallet',
      'id pago billetera',
      'id operacion mercado pago',
      'source id',
      'id mercado pago',
      'referencia mercado pago',
      'operacion mercado pago',
      'id mp',
      'operacion mp',
      'id operacion mp',
      'referencia mp',
    ],
  },
  wallet_tipo_operacion: {
    fuerte: [
      'wallet tipo operacion',
      'tipo operacion billetera',
      'tipo operacion wallet',
      'tipo wallet',
      'tipo billetera',
    ],
    debil: ['tipo operacion'],
  },
  auxiliar_1: { fuerte: ['auxiliar 1'], medio: ['auxiliar'] },
  auxiliar_2: { fuerte: ['auxiliar 2'] },
  auxiliar_3: { fuerte: ['auxiliar 3'] },
  auxiliar_4: { fuerte: ['auxiliar 4'] },
  auxiliar_5: { fuerte: ['auxiliar 5'] },
};

/** A column of money that is headed by the currency alone. */
const CURRENCY_ALONE = /^(?:ar)?\$$|^ars$|^(?:en )?pesos(?: \(?\$\)?)?$/;
const CURRENCY_NAMES: readonly NameCandidato[] = [{ campo: 'importe', fuerza: 'debil' }];

/** What a header says when it is written without spaces: "fechaventa", "NROCUPON". */
const runTogether = (text: string): string => plainHeader(text).replaceAll(' ', '');
/** Shorter ones could be anything. */
const RUN_TOGETHER_LENGTH = 8;

const STRENGTHS = ['fuerte', 'medio', 'debil'] as const;

/** The dictionary, built once by who maps (importing a module does nothing). */
export type Dictionary = (header: string) => readonly NameCandidato[];

/** Makes the function that tells which fields a header's text may name, strongest first. */
export function createDictionary(): Dictionary {
  const byKey = new Map<string, NameCandidato[]>();
  const exact = new Map<string, NameCandidato[]>();
  const joined = new Map<string, string>();
  for (const campo of FIELDS_IN_ORDER) {
    exact.set(campo, [{ campo, fuerza: 'exacto' }]);
    for (const fuerza of STRENGTHS) {
      for (const synonym of SYNONYMS[campo][fuerza] ?? []) {
        const key = headerKey(synonym);
        if (runTogether(synonym).length >= RUN_TOGETHER_LENGTH) joined.set(runTogether(synonym), key);
        const known = byKey.get(key) ?? [];
        if (!known.some((candidate) => candidate.campo === campo)) byKey.set(key, [...known, { campo, fuerza }]);
      }
    }
  }
  return (header) => {
    const named = exact.get(header.trim().toLowerCase());
    if (named !== undefined) return named;
    if (CURRENCY_ALONE.test(header.trim().toLowerCase())) return CURRENCY_NAMES;
    // "BIN (6 primeros)", "Últimos 4 (nro. de tarjeta)": what is said twice, or beside the point, is tried without.
    const key = headerKey(header);
    const shorter = [
      key,
      key.replace(/\bnro /, ''),
      headerKey(header.replace(/\(.*?\)|\[.*?\]/g, ' ')),
      joined.get(runTogether(header)) ?? '',
    ];
    for (const tried of shorter) {
      const found = tried === '' ? undefined : byKey.get(tried);
      if (found !== undefined) return found;
    }
    return [];
  };
}
