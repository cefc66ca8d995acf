/** The closing of a month in words, for screens, command line and workbook (docs/cierre.md lists the classes). */
import type { TieKey } from '../cierre/ties.ts';
import { getFieldLabel } from './field-labels.ts';
import { wordIn, type Language, type Words } from './language.ts';

/** Why a month has open items. `TieKey`: the tie has differences. `asiento`: debits and credits differ. `cupones`: sales of the month are unmatched. */
export type OpenKey = 'dias' | 'apartadas' | 'en_duda' | 'cuit' | TieKey | 'asiento' | 'cupones';

const POINTS: Readonly<Record<OpenKey, Words>> = {
  dias: ['Días sin bajar', 'Days not downloaded'],
  apartadas: ['Filas apartadas', 'Rows set aside'],
  en_duda: ['Filas en duda', 'Rows in doubt'],
  cuit: ['CUIT sin determinar', 'CUIT not determined'],
  banco: ['Liquidación contra banco', 'Settlement against bank'],
  partes: ['Liquidación contra sus partes', 'Settlement against its parts'],
  operaciones: ['Liquidación contra operaciones', 'Settlement against transactions'],
  impuestos: ['Impuestos contra su detalle', 'Taxes against their detail'],
  totales: ['Filas contra los totales del servicio', 'Rows against the service’s totals'],
  retenciones: ['Retenciones contra los archivos', 'Withholdings against the files'],
  asiento: ['El asiento no cierra', 'The entry does not balance'],
  cupones: ['Cupones que no conciliaron', 'Coupons that did not match'],
};

const CLASSES: Readonly<Record<string, Words>> = {
  falta: ['No llegó al banco', 'Did not reach the bank'],
  de_menos: ['Se acreditó de menos', 'Credited short'],
  de_mas: ['Se acreditó de más', 'Credited over'],
  otro_mes: ['Se acreditó en otro mes', 'Credited in another month'],
  en_partes: ['Se acreditó en varios movimientos', 'Credited in several movements'],
  uno_por_varias: ['Un movimiento por varias liquidaciones', 'One movement for several settlements'],
  otro_cuit: ['Es de otro CUIT', 'Belongs to another CUIT'],
  facturado: ['Lo facturado no es la suma de sus partes', 'Billed is not the sum of its parts'],
  descontado: ['Lo descontado no es la suma de sus partes', 'Deducted is not the sum of its parts'],
  neto: ['Facturado menos descontado no es lo acreditado', 'Billed less deducted is not what was credited'],
  no_suma: ['Sus operaciones no suman lo facturado', 'Its transactions do not add up to what was billed'],
  sin_liquidacion: ['Operación vencida sin liquidación', 'Overdue transaction without a settlement'],
  sin_registro: ['No hay comprobante de impuestos', 'There is no tax record'],
  registro: ['Lo descontado no es el comprobante de impuestos', 'Deducted is not the tax record'],
  registro_partes: ['El comprobante no es la suma de sus partes', 'The tax record is not the sum of its parts'],
  detalle: ['El comprobante no es la suma de su detalle', 'The tax record is not the sum of its detail'],
  no_informada: ['El agente no la informó', 'The agent did not report it'],
  sin_descuento: ['La informó el agente y no está descontada', 'The agent reported it and it is not deducted'],
  distinta: ['El agente informó otro importe', 'The agent reported another amount'],
  agente: ['Agente sin procesador', 'Agent without a processor'],
  aparecio: ['Apareció', 'Appeared'],
  cambio: ['Cambió', 'Changed'],
  se_retiro: ['Se retiró', 'Was withdrawn'],
};

export const describePoint = (key: OpenKey, language: Language = 'es'): string => wordIn(POINTS[key], language);

/** Why a row does not tie, or what became of a row of a closed month. A difference with the service's totals is named like its field. */
export const describeClass = (key: string, language: Language = 'es'): string => {
  const words = CLASSES[key];
  return words === undefined ? getFieldLabel(key, language) : wordIn(words, language);
};

/** The bookkeeping accounts of the entry, by their keys in the person's file of account codes (`cuenta plan`), in the order of the entry. */
export const ACCOUNTS = {
  tarjetas_a_cobrar: 'Tarjetas liquidadas a cobrar',
  aranceles: 'Aranceles',
  costo_financiero: 'Costo financiero',
  promociones: 'Promociones',
  adelantos: 'Costo de adelantos',
  otros_gastos: 'Otros gastos',
  iva_cf_21: 'IVA CF 21',
  iva_cf_105: 'IVA CF 10,5',
  otros_impuestos: 'Otros impuestos',
  ret_iva: 'Ret. IVA',
  ret_ganancias: 'Ret. Ganancias',
  ret_iibb: 'Ret. IIBB',
  sirtac: 'SIRTAC a distribuir',
  iibb_sin_identificar: 'Ret. IIBB sin identificar',
  otras_retenciones: 'Otras retenciones',
  perc_iva: 'Perc. IVA',
  perc_iibb: 'Perc. IIBB',
  otras_percepciones: 'Otras percepciones',
  cupones_a_liquidar: 'Cupones a liquidar',
  banco: 'Banco',
} as const;
export type AccountKey = keyof typeof ACCOUNTS;
export const isAccountKey = (text: string): text is AccountKey => Object.hasOwn(ACCOUNTS, text);

/** The deductions between gross and net, in the order of the workbook; each with a word for its column and for the bridge on screen. */
export const CONCEPTS = {
  arancel: ['Arancel', 'Fee'],
  cuotas: ['Costo fin./cuotas', 'Financing, instalments'],
  promocion: ['Promoción', 'Promotion'],
  adelanto: ['Adelanto', 'Advance'],
  otros_cargos: ['Otros cargos', 'Other charges'],
  iva_21: ['IVA 21', 'VAT 21'],
  iva_105: ['IVA 10,5', 'VAT 10,5'],
  otros_impuestos: ['Otros imp.', 'Other taxes'],
  ret_iva: ['Ret. IVA', 'VAT withheld'],
  ret_ganancias: ['Ret. Gan.', 'Income tax withheld'],
  ret_iibb: ['Ret. IIBB local', 'Turnover tax withheld, local'],
  sirtac: ['SIRTAC', 'SIRTAC'],
  iibb_sin_identificar: ['IIBB sin identificar', 'Turnover tax, not identified'],
  otras_retenciones: ['Otras ret.', 'Other withholdings'],
  perc_iva: ['Perc. IVA', 'VAT perceptions'],
  perc_iibb: ['Perc. IIBB', 'Turnover tax perceptions'],
  otras_percepciones: ['Otras perc.', 'Other perceptions'],
} as const satisfies Record<string, Words>;
export type ConceptKey = keyof typeof CONCEPTS;
export const describeConcept = (key: ConceptKey, language: Language): string => wordIn(CONCEPTS[key], language);
