import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre/xlsx';

/** A sheet read back by a reader that shares nothing with the writer. Cells by their name, as in "B4". */
export interface HojaLeida {
  readonly nombre: string;
  readonly filas: readonly (readonly unknown[])[];
  readonly filtro: string | undefined;
  readonly congelada: number | undefined;
  readonly anchos: readonly (number | undefined)[];
  readonly pagina: Readonly<Record<string, unknown>>;
  readonly pie: string | undefined;
  valor(celda: string): unknown;
  formula(celda: string): string | undefined;
  formato(celda: string): string | undefined;
  tipo(celda: string): string | undefined;
}

function posicion(celda: string): string {
  const [, letras = '', fila = ''] = /^([A-Z]+)(\d+)$/.exec(celda) ?? [];
  const columna = [...letras].reduce((n, letra) => n * 26 + letra.charCodeAt(0) - 64, 0) - 1;
  return `${String(Number(fila) - 1)},${String(columna)}`;
}

export async function readLibro(archivo: string): Promise<readonly HojaLeida[]> {
  const libro = await readXlsx(await readFile(archivo), { readStyles: true });
  return libro.sheets.map((sheet) => {
    const cell = (celda: string) => sheet.cells?.get(posicion(celda));
    return {
      nombre: sheet.name,
      filas: sheet.rows,
      filtro: sheet.autoFilter?.range,
      congelada: sheet.freezePane?.rows,
      anchos: (sheet.columns ?? []).map(({ width }) => width),
      pagina: { ...sheet.pageSetup },
      pie: sheet.headerFooter?.oddFooter,
      valor: (celda) => cell(celda)?.value ?? null,
      formula: (celda) => cell(celda)?.formula,
      formato: (celda) => cell(celda)?.style?.numFmt,
      tipo: (celda) => cell(celda)?.type,
    };
  });
}

export function hojaDe(hojas: readonly HojaLeida[], nombre: string): HojaLeida {
  const hoja = hojas.find((una) => una.nombre === nombre);
  if (hoja === undefined) throw new Error(`No sheet ${nombre} among ${hojas.map((una) => una.nombre).join(', ')}`);
  return hoja;
}
