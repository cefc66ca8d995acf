/** The fields and sheets of each paper. Withholdings and perceptions are never in the same column. */
import type { Paper } from '#contract/checks.ts';
import { BILLED_PARTS, DEDUCTED_PARTS, IMPUESTO_PARTS } from '#domain/checks.ts';
import { LABELS } from '#domain/texts/labels.ts';
import type { CountWord } from '#workbook/write/workbook.ts';

export interface GroupsSheet {
  readonly nombre: string;
  readonly titulo: string;
  readonly por: readonly ('marca' | 'tarjeta' | 'provincia')[];
  readonly importes: readonly string[];
  readonly withoutZeros: boolean;
}

export interface Definition {
  readonly papel: Paper;
  readonly titulo: string;
  readonly unit: CountWord;
  /** The text columns of *Detalle*, after the date. */
  readonly texts: readonly string[];
  readonly importes: readonly string[];
  readonly resumen: readonly string[];
  readonly hojas: readonly GroupsSheet[];
}

const taxesOf = (total: string): readonly string[] => [...(IMPUESTO_PARTS[total] ?? []), total];
const RETENCIONES = taxesOf('total_retenciones');
const PERCEPTIONS = taxesOf('total_percepciones');

const IMPUESTOS: Definition = {
  papel: 'impuestos',
  titulo: 'Papel de trabajo de impuestos',
  unit: ['comprobante', 'comprobantes'],
  texts: ['marca', 'tarjeta', 'comercio', 'provincia', 'establecimiento', 'tipo', 'numero', 'id'],
  importes: [
    'impuesto_iva_105',
    'impuesto_iva_21',
    'imp_iva',
    'impuesto_otros',
    'total_impuestos',
    ...RETENCIONES,
    ...PERCEPTIONS,
  ],
  resumen: ['imp_iva', 'impuesto_otros', 'total_impuestos', ...RETENCIONES, ...PERCEPTIONS],
  hojas: [
    {
      nombre: 'IVA',
      titulo: 'IVA por mes y procesador',
      por: ['marca'],
      importes: ['impuesto_iva_105', 'impuesto_iva_21', 'imp_iva', 'retencion_iva', 'percepcion_iva'],
      withoutZeros: false,
    },
    {
      nombre: 'Ganancias',
      titulo: 'Ganancias por mes y procesador',
      por: ['marca'],
      importes: ['retencion_ganancias', 'percepcion_ganancias'],
      withoutZeros: false,
    },
    {
      nombre: 'Percepciones',
      titulo: 'Percepciones sufridas por mes y procesador',
      por: ['marca'],
      importes: PERCEPTIONS,
      withoutZeros: true,
    },
    {
      nombre: 'Retenciones',
      titulo: 'Retenciones sufridas por mes y procesador',
      por: ['marca'],
      importes: RETENCIONES,
      withoutZeros: true,
    },
  ],
};

const FROM_BILLED_TO_CREDITED = ['total_facturado', ...DEDUCTED_PARTS, 'total_descontado', 'total_acreditado'];

const LIQUIDACIONES: Definition = {
  papel: 'liquidaciones',
  titulo: LABELS.liquidacionesBook.es,
  unit: ['liquidación', 'liquidaciones'],
  texts: ['marca', 'tarjeta', 'comercio', 'provincia', 'banco', 'establecimiento', 'tipo', 'numero', 'id'],
  importes: [...BILLED_PARTS, ...FROM_BILLED_TO_CREDITED],
  resumen: FROM_BILLED_TO_CREDITED,
  hojas: [
    {
      nombre: 'Por tarjeta',
      titulo: 'Liquidaciones por mes, procesador y tarjeta',
      por: ['marca', 'tarjeta'],
      importes: FROM_BILLED_TO_CREDITED,
      withoutZeros: false,
    },
    {
      nombre: 'Por provincia',
      titulo: 'Liquidaciones por mes y provincia',
      por: ['provincia'],
      importes: ['total_facturado', 'total_descontado', 'total_acreditado'],
      withoutZeros: false,
    },
  ],
};

export const DEFINITIONS: Readonly<Record<Paper, Definition>> = { impuestos: IMPUESTOS, liquidaciones: LIQUIDACIONES };
