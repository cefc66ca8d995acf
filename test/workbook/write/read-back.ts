import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre/xlsx';

/** A sheet read back by a reader that shares nothing with the writer. Cells by their name, as in "B4". */
export interface SheetRead {
  readonly nombre: string;
  readonly filas: readonly (readonly unknown[])[];
  readonly filtro: string | undefined;
  readonly congelada: number | undefined;
  readonly anchos: readonly (number | undefined)[];
  readonly pagina: Readonly<Record<string, unknown>>;
  readonly pie: string | undefined;
  valor(address: string): unknown;
  formula(address: string): string | undefined;
  getFormat(address: string): string | undefined;
  typeOf(address: string): string | undefined;
}

function positionOf(address: string): string {
  const [, letters = '', fila = ''] = /^([A-Z]+)(\d+)$/.exec(address) ?? [];
  const columna = [...letters].reduce((n, letra) => n * 26 + letra.charCodeAt(0) - 64, 0) - 1;
  return `${String(Number(fila) - 1)},${String(columna)}`;
}

export async function readWorkbook(archivo: string): Promise<readonly SheetRead[]> {
  const workbook = await readXlsx(await readFile(archivo), { readStyles: true });
  return workbook.sheets.map((sheet) => {
    const cell = (address: string) => sheet.cells?.get(positionOf(address));
    return {
      nombre: sheet.name,
      filas: sheet.rows,
      filtro: sheet.autoFilter?.range,
      congelada: sheet.freezePane?.rows,
      anchos: (sheet.columns ?? []).map(({ width }) => width),
      pagina: { ...sheet.pageSetup },
      pie: sheet.headerFooter?.oddFooter,
      valor: (address) => cell(address)?.value ?? null,
      formula: (address) => cell(address)?.formula,
      getFormat: (address) => cell(address)?.style?.numFmt,
      typeOf: (address) => cell(address)?.type,
    };
  });
}

export function sheetOf(hojas: readonly SheetRead[], nombre: string): SheetRead {
  const hoja = hojas.find((one) => one.nombre === nombre);
  if (hoja === undefined) throw new Error(`No sheet ${nombre} among ${hojas.map((one) => one.nombre).join(', ')}`);
  return hoja;
}
