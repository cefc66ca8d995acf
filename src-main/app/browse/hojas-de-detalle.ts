/** The parts of a detail as sheets of their own: sales and deductions of settlements, taxes one by one. */
import type { FilaDocumento } from '#contract/documents.ts';
import type { Vista } from '#domain/vista.ts';

export interface CampoExportado {
  readonly nombre: string;
  readonly tipo: 'texto' | 'entero' | 'importe' | 'fecha' | 'fechaHora' | 'booleano';
}

export interface HojaDeDetalle {
  readonly nombre: string;
  /** The list of the detail that it shows; empty: the detail itself is the list. */
  readonly parte: string;
  /** Fields of the record that each part belongs to. */
  readonly de: readonly CampoExportado[];
  readonly campos: readonly CampoExportado[];
}

const texto = (...nombres: readonly string[]): readonly CampoExportado[] =>
  nombres.map((nombre) => ({ nombre, tipo: 'texto' }));
const importe: CampoExportado = { nombre: 'importe', tipo: 'importe' };
const fecha: CampoExportado = { nombre: 'fecha', tipo: 'fecha' };
const DE = [...texto('id', 'numero'), fecha, ...texto('marca', 'comercio')];

const HOJAS: Partial<Readonly<Record<Vista, readonly HojaDeDetalle[]>>> = {
  liquidaciones: [
    {
      nombre: 'Ventas',
      parte: 'ventas',
      de: DE,
      campos: [
        ...texto('descripcion', 'terminal', 'lote', 'comprobante', 'transacciones', 'tarjeta'),
        importe,
        ...texto('motivo'),
      ],
    },
    {
      nombre: 'Descuentos',
      parte: 'descuentos',
      de: DE,
      campos: [...texto('descripcion', 'porcentaje', 'cuotas'), importe, ...texto('tipo', 'motivo')],
    },
  ],
  impuestos: [
    {
      nombre: 'Detalle',
      parte: '',
      de: [...DE, ...texto('provincia')],
      campos: [...texto('tipo', 'motivo', 'descripcion', 'porcentaje'), importe],
    },
  ],
};

export const hojasDeDetalle = (vista: Vista): readonly HojaDeDetalle[] => HOJAS[vista] ?? [];

const esObjeto = (valor: unknown): valor is FilaDocumento =>
  typeof valor === 'object' && valor !== null && !Array.isArray(valor);

/** The parts of a row's detail, as documents. */
export function partesDe(fila: FilaDocumento, parte: string): readonly FilaDocumento[] {
  const detalle = fila['detalle'];
  const lista = parte === '' ? detalle : esObjeto(detalle) ? detalle[parte] : undefined;
  return Array.isArray(lista) ? lista.filter(esObjeto) : [];
}
