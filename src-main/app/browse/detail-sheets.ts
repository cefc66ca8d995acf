/** The parts of a detail as sheets of their own: sales and deductions of settlements, taxes one by one. */
import type { RowDocument } from '#contract/documents.ts';
import type { Vista } from '#domain/vista.ts';

export interface ExportedField {
  readonly nombre: string;
  readonly tipo: 'texto' | 'entero' | 'importe' | 'fecha' | 'fechaHora' | 'booleano';
}

export interface DetailSheet {
  readonly nombre: string;
  /** The list of the detail that it shows; empty: the detail itself is the list. */
  readonly parte: string;
  /** Fields of the record that each part belongs to. */
  readonly de: readonly ExportedField[];
  readonly campos: readonly ExportedField[];
}

const textFields = (...nombres: readonly string[]): readonly ExportedField[] =>
  nombres.map((nombre) => ({ nombre, tipo: 'texto' }));
const importe: ExportedField = { nombre: 'importe', tipo: 'importe' };
const fecha: ExportedField = { nombre: 'fecha', tipo: 'fecha' };
const DE = [...textFields('id', 'numero'), fecha, ...textFields('marca', 'comercio')];

const SHEETS: Partial<Readonly<Record<Vista, readonly DetailSheet[]>>> = {
  liquidaciones: [
    {
      nombre: 'Ventas',
      parte: 'ventas',
      de: DE,
      campos: [
        ...textFields('descripcion', 'terminal', 'lote', 'comprobante', 'transacciones', 'tarjeta'),
        importe,
        ...textFields('motivo'),
      ],
    },
    {
      nombre: 'Descuentos',
      parte: 'descuentos',
      de: DE,
      campos: [...textFields('descripcion', 'porcentaje', 'cuotas'), importe, ...textFields('tipo', 'motivo')],
    },
  ],
  impuestos: [
    {
      nombre: 'Detalle',
      parte: '',
      de: [...DE, ...textFields('provincia')],
      campos: [...textFields('tipo', 'motivo', 'descripcion', 'porcentaje'), importe],
    },
  ],
};

export const detailSheetsOf = (vista: Vista): readonly DetailSheet[] => SHEETS[vista] ?? [];

const isObject = (valor: unknown): valor is RowDocument =>
  typeof valor === 'object' && valor !== null && !Array.isArray(valor);

/** The parts of a row's detail, as documents. */
export function partsOf(fila: RowDocument, parte: string): readonly RowDocument[] {
  const detalle = fila['detalle'];
  const list = parte === '' ? detalle : isObject(detalle) ? detalle[parte] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}
