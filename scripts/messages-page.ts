/**
 * Writes docs/manual/mensajes.md: the words of every code, from the catalogue of texts. `--revisar`: writes nothing, and fails when the file is out
 * of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts';
import { civilDateAt } from '#domain/civil-date.ts';
import type { CuponField } from '#domain/cupon.ts';
import { FINDING_TITLES, toHeading } from '#domain/texts/finding-titles.ts';
import { ROW_ERRORS } from '#domain/texts/row-errors.ts';
import { ROW_ERROR_CODES, ROW_NOTICE_CODES, type RowErrorCode, type RowNoticeCode } from '#domain/finding.ts';
import {
  BUSY_REASONS,
  FAILURES,
  FILE_FAILURES,
  FOREIGN_FILES,
  REASONS,
  type FailureWords,
} from '#domain/texts/failures.ts';
import { sayStatement, STATEMENT_CODES, type Statement } from '#domain/texts/statements.ts';
import { formatText } from './format.ts';

/**
 * The remedy for messages whose sentence does not end with it. For the manual's page of messages (docs/manual/mensajes.md), so only in Spanish: on
 * the screens the remedy is a button beside the message.
 */

export const FAILURE_REMEDIES: Readonly<Partial<Record<keyof typeof FAILURES, string>>> = {
  CANCELADO: 'Si era un envío, retomalo en Conciliaciones cuando quieras.',
  YA_ENVIADO: 'Mirá el resultado que ya está, o elegí mandarlos otra vez.',
};

export const NOTICE_REMEDIES: Readonly<Record<RowNoticeCode, string>> = {
  FILA_DE_TOTALES: 'Nada: no se envía. Si era un cupón, corregilo en la planilla y traela de nuevo.',
  ENCABEZADO_REPETIDO: 'Nada: no se envía.',
  FILA_IGNORADA:
    'Nada, si es un texto suelto. Si era un cupón, completá la fecha y el importe; si quedó arriba de otro encabezado, pasalo a otra hoja con el suyo.',
  FILA_OMITIDA: 'Nada: la dejaste afuera vos. Si tenía que ir, incluila antes de enviar, o enviala después.',
  CELDA_COMBINADA: 'Comprobá que ese dato sea también de esta fila.',
  OTRA_HOJA_CON_TABLA: 'Si esa hoja también va, incluila en el paso Columnas.',
  FALTA_COLUMNA:
    'Elegí en el paso Columnas qué columna lo tiene. Si ninguna, agregala en la planilla y traela de nuevo.',
  OTRA_TABLA_AL_LADO: 'Si esa tabla también va, pasala abajo de la primera, o a otra hoja.',
  TITULO_REPETIDO: 'Si es la otra columna, elegila en el paso Columnas.',
  FECHA_DE_NUMERO_SERIE: 'Comprobá que las fechas sean esas.',
  FECHA_FUTURA: 'Compará la fecha con el cupón de papel.',
  FECHA_ANTIGUA: 'Compará la fecha con el cupón de papel.',
  FECHA_DECIDE_ORDEN: 'Si esa fecha está mal escrita, corregila en la planilla y traela de nuevo.',
  FECHA_EN_TEXTO:
    'Si decía otra cosa, escribila en la planilla con la celda como texto y traela de nuevo. Si es una fecha, dejala.',
  IMPORTE_CERO: 'Compará el importe con el cupón de papel. Si la venta se anuló, omitila.',
  PARECE_DEVOLUCION:
    'Si es una devolución, usá el arreglo que se ofrece, que pone el importe en negativo. Si la venta se anuló y no se cobró, omitila.',
  COLUMNA_DE_SIGNO:
    'Si unas filas son devoluciones, poné sus importes en negativo. Si la columna dice otra cosa, como el tipo de tarjeta, nada.',
  FILAS_POR_CUOTA:
    'Si cada fila es una cuota, dejá en la planilla una fila por venta, con el importe de toda la venta, y traela de nuevo.',
  IMPORTES_NEGATIVOS:
    'Compará el importe con el cupón de papel. Si fue una devolución, dejalo; si fue una venta, ponelo en positivo.',
  CEROS_PERDIDOS: 'Si el número lleva ceros adelante, usá el arreglo que se ofrece.',
  NUMERO_DE_TARJETA: 'Nada: ya se tapó. Pedile a la caja que exporte solo los últimos cuatro.',
  PARECE_NUMERO_DE_TARJETA: 'Si es una tarjeta, tapala con el arreglo que se ofrece. Si es otro número, dejalo.',
  TARJETA_TAPADA: 'Nada: se toman los últimos cuatro.',
  CORREGIDO: 'Comprobá que lo corregido esté bien.',
  ARREGLO_DE_PLANTILLA: 'Comprobá que lo corregido esté bien.',
  TIPO_DE_CUPON_MEZCLADO: 'Si fue con tarjeta, borrá los datos de la billetera. Si no, dejala.',
  VENTA_ANULADA: 'Nada: si la venta no se anuló, corregí el importe de una de las dos.',
  POSIBLE_DUPLICADO: 'Si es la misma venta, omití una de las dos. Si son dos ventas, dejalas.',
  YA_ENVIADO: 'Omitila. Si es otra venta, dejala.',
  CORRIGE_ENVIADO: 'Dejala: cuando concilie, la que mandaste antes queda reemplazada.',
  PARECE_ENVIADO: 'Si es la misma venta, omitila. Si es otra, dejala.',
  CONCILIACION_SIN_PROBAR:
    'Preguntá si la envió otra PC. Si nadie la reconoce, borrala en Conciliaciones: puede ser un cupón que llegó dos veces.',
};

export const STATEMENT_REMEDIES: Readonly<Partial<Record<Statement['codigo'], string>>> = {
  bloqueo_apartado: 'Nada: elegí la planilla, que se lee aunque esté abierta.',
  fila_apartada:
    'Esa fila no está en los totales. Avisá al soporte del servicio, con el informe de Ajustes, Registro y soporte.',
  libro_recuperado:
    'Podés seguir. Si después te decimos que hay algo de más, miralo antes de enviar otra vez un archivo.',
  respaldo_tarda: 'Nada: se hace de nuevo la próxima vez. Si se repite, revisá esa carpeta.',
  sesion_sin_guardar: 'Entrá de nuevo la próxima vez.',
};

const PAGE = fileURLToPath(new URL('../docs/manual/mensajes.md', import.meta.url));

/** The parts of the list, by their first code, in the order of `contract/errors.ts`. */
const PARTS = {
  USO: 'Lo que se pidió',
  VALIDACION_RECHAZADA: 'Tus archivos',
  EN_USO: 'Esta PC',
  SIN_CONEXION: 'El servicio',
  CARGA_PENDIENTE: 'El envío',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** A value with each error, as a cell would show it. */
const SAMPLES: Readonly<Record<RowErrorCode, readonly [field: CuponField, text: string]>> = {
  OBLIGATORIO: ['importe', ''],
  LARGO_MAXIMO: ['tarjeta_nro', '12345'],
  NO_ES_NUMERO: ['cuotas', 'tres'],
  NO_ES_FECHA: ['fecha_venta', 'ayer'],
  FECHA_AMBIGUA: ['fecha_venta', '03/04/2026'],
  FECHA_IMPOSIBLE: ['fecha_venta', '31/02/2026'],
  IMPORTE_INVALIDO: ['importe', 'doce mil'],
  DECIMALES_DE_MAS: ['importe', '12,345'],
  TIPO_DE_CUPON_INDEFINIDO: ['comprobante', ''],
  CELDA_CON_ERROR: ['importe', '#¡REF!'],
  FORMULA_SIN_VALOR: ['importe', ''],
  PRECISION_PERDIDA: ['comprobante', '1234567890123456'],
  OTRO_ENCABEZADO: ['comprobante', '57'],
  CELDAS_DE_MAS: ['importe', '50'],
  ES_UNA_FECHA: ['autorizacion', '2026-03-12'],
};

const remedyOf = (remedies: Readonly<Record<string, string>>, code: string): string | undefined => remedies[code];

/** A row of the table: the code, what happened, what was kept, what to do. The rest of a sentence has the last two, in that order. */
function lineOf(code: string, { es: [what, rest] }: FailureWords): string {
  const [, kept = rest, told] = /^(.+?\.) (\p{Lu}.*)$/u.exec(rest) ?? [];
  return lineWith(code, [what, kept], told ?? remedyOf(FAILURE_REMEDIES, code));
}

/** A row for a text that ends with the remedy, unless `remedy` has it. */
function lineOfText(code: string, text: string, remedy?: string): string {
  const [, rest, last] = /^(.+\.) (\p{Lu}.*?\.)$/u.exec(text) ?? [];
  return remedy === undefined ? lineWith(code, [rest ?? text], last) : lineWith(code, [text], remedy);
}

function lineWith(code: string, cells: readonly string[], toDo: string | undefined): string {
  if (toDo === undefined) throw new Error(`${code} does not say what to do`);
  return `| \`${code}\` | ${[...cells, toDo].join(' | ')} |`;
}

const A_MOMENT = Date.UTC(2026, 10, 21, 15);
/** Example data for a notice of the program. */
const SAMPLE: Omit<Statement, 'codigo'> = {
  nombre: '…',
  problemas: [{ campo: 'importe', forma: 'texto' }],
  aparte: '…',
  n: 3,
  cargas: 1,
  at: A_MOMENT,
  conciliaciones: [{ id: '5001', fecha: civilDateAt(A_MOMENT), total: 30, estado: '' }],
};

const HEAD = ['| Código | Qué pasó | Qué quedó | Qué hacer |', '| --- | --- | --- | --- |'];
const tableOf = (lines: readonly string[]): readonly string[] => [...HEAD, ...lines, ''];

const starts = Object.entries(PARTS);
const parts = starts.flatMap(([first, title], index) => {
  const next = starts[index + 1]?.[0];
  const codes: readonly string[] = ERROR_CODES;
  const ofPart = ERROR_CODES.slice(codes.indexOf(first), next === undefined ? undefined : codes.indexOf(next));
  return [`## ${title}`, '', ...tableOf(ofPart.map((code) => lineOf(code, FAILURES[code])))];
});

const lines = [
  '# Mensajes',
  '',
  '<!-- Made by `npm run manual` from src-main/domain/texts/failures.ts; `npm run check` fails when it is stale. -->',
  '',
  'El código de un mensaje está en su _Detalle para soporte_; en la línea de comandos, con `--json`, en `codigo`. Algunos mensajes dicen más que esta',
  'lista, con el archivo o la cifra del caso.',
  '',
  ...parts,
  '## Por qué no se llega al servicio',
  '',
  'Con `SIN_CONEXION` o `TOKEN_RECHAZADO`, cuando se sabe el motivo.',
  '',
  ...tableOf(Object.entries(REASONS).map(([code, words]) => lineOf(code, words))),
  '## Por qué hay que esperar',
  '',
  'Con `EN_USO`, cuando no es otro programa.',
  '',
  ...tableOf(Object.entries(BUSY_REASONS).map(([code, words]) => lineOf(code, words))),
  '## Un archivo que no se puede leer',
  '',
  ...tableOf([
    ...Object.entries(FILE_FAILURES).map(([code, words]) => lineOf(code, words)),
    ...Object.values(FOREIGN_FILES).map((words) => lineOf('FORMATO_DESCONOCIDO', words)),
  ]),
  '## Una fila con error',
  '',
  'Esa fila no se envía hasta que la corrijas o la omitas. El resto sí.',
  '',
  '| Código | Por ejemplo | Qué hacer |',
  '| --- | --- | --- |',
  ...ROW_ERROR_CODES.map((code) => {
    const [campo, valor] = SAMPLES[code];
    return lineOfText(code, ROW_ERRORS[code].es({ campo, valor }));
  }),
  '',
  '## Un aviso',
  '',
  'Un aviso no impide enviar la fila: es algo para mirar.',
  '',
  '| Código | Qué es | Qué hacer |',
  '| --- | --- | --- |',
  ...ROW_NOTICE_CODES.map((code) => lineWith(code, [`${toHeading(FINDING_TITLES[code][0])}.`], NOTICE_REMEDIES[code])),
  '',
  '## Lo que el programa avisa solo',
  '',
  'Nadie lo pidió: algo se apartó, se recuperó o no se pudo guardar. Donde dice «…» va el nombre del caso.',
  '',
  '| Código | Qué dice | Qué hacer |',
  '| --- | --- | --- |',
  ...STATEMENT_CODES.map((code) =>
    lineOfText(code, sayStatement({ codigo: code, ...SAMPLE }, 'es'), remedyOf(STATEMENT_REMEDIES, code)),
  ),
  '',
];

const text = await formatText('docs/manual/mensajes.md', lines.join('\n'));
if (!process.argv.includes('--revisar')) writeFileSync(PAGE, text);
else if (readFileSync(PAGE, 'utf8') !== text) {
  process.stderr.write('docs/manual/mensajes.md is stale: run `npm run manual`.\n');
  process.exitCode = 1;
}
