/** Our own copy of a workbook (`../import/copiar.ts`): what its cells say, a row a line, compressed. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { CELDA } from '#domain/sheet.ts';
import { z } from 'zod';
import { FileProblem, tooBig } from './file-problem.ts';
import type { Limits } from './limits.ts';
import { mergedAreas } from './merged-areas.ts';
import type { WorkbookParts } from './packed-sheet.ts';
import { SheetBuilder } from './sheet-builder.ts';
import { StringStore } from './string-store.ts';
import { chooseSheets, type Workbook } from './workbook.ts';

const VERSION = 1;

/** The first line of a copy. */
export const encabezadoDeCopia = (date1904: boolean): string => JSON.stringify({ copia: VERSION, date1904 });

const encabezado = z.strictObject({ copia: z.literal(VERSION), date1904: z.boolean() });
const combinada = z.strictObject({ column: z.number(), firstRow: z.number(), lastRow: z.number() });
const hojaLeida = z.strictObject({
  hoja: z.string().nullable(),
  oculta: z.boolean(),
  combinadas: z.array(combinada).optional(),
});
/** Column, kind, text, number, whether digits were lost. */
const celda = z.tuple([z.number(), z.number(), z.string(), z.number().nullable(), z.literal([0, 1])]);
const filaLeida = z.tuple([z.number(), z.literal([0, 1]), z.array(celda)]);
/** A cell as a line has it. */
export type CeldaCopiada = z.infer<typeof celda>;

interface Reading {
  readonly signal: AbortSignal;
  readonly hoja: string | undefined;
  readonly limits: Limits;
}

/** Throws `FORMATO_DESCONOCIDO` for what is compressed and not ours, `ARCHIVO_DANADO` for ours cut or changed. */
export async function readCopia(path: string, { signal, hoja, limits }: Reading): Promise<Workbook> {
  const hojas: { readonly name: string; readonly sheet: ReturnType<SheetBuilder['finish']> }[] = [];
  let parts: WorkbookParts | undefined;
  let actual: { readonly builder: SheetBuilder; readonly hoja: z.infer<typeof hojaLeida> } | undefined;
  const terminar = (): void => {
    if (actual === undefined) return;
    const { hoja: nombre, oculta, combinadas = [] } = actual.hoja;
    actual.builder.merges = mergedAreas(
      combinadas.map(({ column, ...filas }) => ({ ...filas, firstColumn: column, lastColumn: column })),
    );
    hojas.push({ name: nombre ?? '', sheet: actual.builder.finish(nombre, oculta) });
  };
  try {
    for await (const linea of lineasDe(path, limits, signal)) {
      const leida: unknown = JSON.parse(linea);
      if (parts === undefined) parts = partesDe(encabezado.parse(leida).date1904, limits);
      else if (Array.isArray(leida)) {
        if (actual === undefined) throw new FileProblem('ARCHIVO_DANADO');
        agregar(actual.builder, parts, filaLeida.parse(leida));
      } else {
        terminar();
        actual = { builder: new SheetBuilder(parts), hoja: hojaLeida.parse(leida) };
      }
    }
  } catch (cause) {
    if (cause instanceof FileProblem || signal.aborted) throw cause;
    throw new FileProblem(parts === undefined ? 'FORMATO_DESCONOCIDO' : 'ARCHIVO_DANADO', { cause });
  }
  terminar();
  const elegidas = hojas.every(({ sheet }) => sheet.name === null)
    ? (chooseSheets([], hoja), hojas)
    : chooseSheets(hojas, hoja);
  return { formato: 'copia', hojas: elegidas.map(({ sheet }) => sheet) };
}

const partesDe = (date1904: boolean, limits: Limits): WorkbookParts => ({
  strings: new StringStore(limits.textBytes),
  formats: [],
  date1904,
  limits,
  cells: 0,
});

async function* lineasDe(path: string, limits: Limits, signal: AbortSignal): AsyncGenerator<string> {
  const bytes = createReadStream(path, { signal });
  const claro = createGunzip();
  bytes.on('error', (error) => claro.destroy(error));
  let leidos = 0;
  for await (const linea of createInterface({ input: bytes.pipe(claro), crlfDelay: Number.POSITIVE_INFINITY })) {
    leidos += linea.length;
    if (leidos > limits.inflatedBytes) throw tooBig('file');
    yield linea;
  }
}

function agregar(
  builder: SheetBuilder,
  { strings }: WorkbookParts,
  [numero, oculta, celdas]: z.infer<typeof filaLeida>,
): void {
  builder.startRow(numero, oculta === 1);
  for (const [columna, clase, texto, valor, perdido] of celdas) {
    const index = strings.internText(texto);
    switch (clase) {
      case CELDA.texto:
        builder.text(columna, index);
        break;
      case CELDA.numero:
        builder.numberWithText(columna, valor ?? Number.NaN, { text: index, lost: perdido === 1 });
        break;
      case CELDA.fecha:
        builder.date(columna, valor ?? Number.NaN, index);
        break;
      case CELDA.booleano:
        builder.boolean(columna, valor === 1);
        break;
      case CELDA.error:
        builder.error(columna, index);
        break;
      case CELDA.formulaSinValor:
        builder.formulaWithoutValue(columna);
        break;
      default:
        throw new FileProblem('ARCHIVO_DANADO');
    }
  }
  builder.endRow();
}
