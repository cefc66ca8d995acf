import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import ExcelJS, { type Worksheet } from 'exceljs';
import { writeFicha } from './ficha-writer.ts';
import { nombreDeHoja } from './layout.ts';
import type { HojaFicha, TablaForma } from './libro.ts';
import { createEstilos } from './styles.ts';
import { createTablaWriter, type TablaWriter } from './tabla-writer.ts';

export interface LibroWriter {
  /** Writes a whole ficha. Sheets appear in the order in which they are begun; one is ended before the next begins. */
  ficha(ficha: HojaFicha): Promise<void>;
  tabla(forma: TablaForma): TablaWriter;
  /** Writes what comes after the sheets, and resolves when the output has taken everything. */
  end(): Promise<void>;
}

export interface LibroOptions {
  /** When the workbook was made, as its properties say. */
  readonly creado: Date;
  /** Rows of a sheet; less than Excel's only in tests. */
  readonly maxFilas: number;
}

const A4 = 9;
const MARGENES = { left: 0.4, right: 0.4, top: 0.5, bottom: 0.6, header: 0.3, footer: 0.3 };

/** In headers and footers `&` begins a code. */
const footerText = (texto: string): string => texto.replaceAll('&', '&&');

/**
 * Writes a workbook as a stream through exceljs' streaming writer: no row is kept. Text is inline (a table of shared strings would be
 * held in memory until the end).
 */
export function createLibroWriter(output: Writable, { creado, maxFilas }: LibroOptions): LibroWriter {
  const done = finished(output);
  // Its failure is reported by `end`, or by whoever is writing; until then it is not an unhandled rejection.
  done.catch(() => undefined);
  const libro = new ExcelJS.stream.xlsx.WorkbookWriter({
    stream: output,
    useStyles: true,
    useSharedStrings: false,
    zip: { zlib: { level: 6 } },
  });
  libro.creator = 'Conciliador';
  libro.lastModifiedBy = 'Conciliador';
  libro.created = creado;
  libro.modified = creado;
  const estilos = createEstilos();
  let hojas = 0;

  const addSheet = (nombre: string, titulo: string, encabezado: number): Worksheet => {
    hojas += 1;
    return libro.addWorksheet(nombre, {
      views: [
        {
          ...(encabezado > 0 ? { state: 'frozen', ySplit: encabezado } : { state: 'normal' }),
          ...(hojas === 1 ? { tabSelected: true } : {}),
          showGridLines: encabezado > 0,
        },
      ],
      pageSetup: {
        paperSize: A4,
        orientation: 'landscape',
        fitToPage: true,
        fitToWidth: 1,
        fitToHeight: 0,
        margins: MARGENES,
        ...(encabezado > 0 ? { printTitlesRow: `${String(encabezado)}:${String(encabezado)}` } : {}),
      },
      headerFooter: { oddFooter: `&L${footerText(titulo)}&CPágina &P de &N&R${footerText(nombre)}` },
    });
  };

  return {
    ficha: (ficha) =>
      writeFicha(ficha, { estilos, output, sheet: addSheet(nombreDeHoja(ficha.nombre), ficha.titulo, 0) }),
    tabla: (forma) => createTablaWriter(forma, { estilos, output, addSheet, maxFilas }),
    end: async () => {
      await Promise.race([libro.commit(), done]);
      await done;
    },
  };
}
