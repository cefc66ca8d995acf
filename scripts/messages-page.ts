/**
 * Writes docs/manual/mensajes.md and docs/manual/en/mensajes.md with the words of every code. `--revisar`: writes nothing, and fails if a page is out of
 * date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts';
import { civilDateAt } from '#domain/civil-date.ts';
import type { CuponField } from '#domain/cupon.ts';
import { FINDING_TITLES, toHeading } from '#domain/texts/finding-titles.ts';
import { ROW_ERRORS } from '#domain/texts/row-errors.ts';
import { ROW_ERROR_CODES, ROW_NOTICE_CODES, type RowErrorCode } from '#domain/finding.ts';
import {
  BUSY_REASONS,
  FAILURES,
  FILE_FAILURES,
  FOREIGN_FILES,
  REASONS,
  type FailureWords,
} from '#domain/texts/failures.ts';
import { chooseIn, wordIn, type Language, type Words } from '#domain/texts/language.ts';
import { sayStatement, STATEMENT_CODES, type Statement } from '#domain/texts/statements.ts';
import { formatText } from './format.ts';
import { FAILURE_REMEDIES, NOTICE_REMEDIES, STATEMENT_REMEDIES } from './messages-remedies.ts';

const PAGES: Readonly<Record<Language, string>> = {
  es: 'docs/manual/mensajes.md',
  en: 'docs/manual/en/mensajes.md',
};

/** The parts of the page, each by its first code in the order of `contract/errors.ts`. */
const PARTS = {
  USO: ['Lo que se pidió', 'What was asked for'],
  VALIDACION_RECHAZADA: ['Tus archivos', 'Your files'],
  EN_USO: ['Esta PC', 'This PC'],
  SIN_CONEXION: ['El servicio', 'The service'],
  CARGA_PENDIENTE: ['El envío', 'The upload'],
} as const satisfies Partial<Record<ErrorCode, Words>>;

/** For each error, a field and a value with that error, as in a cell. */
const SAMPLES: Readonly<Record<RowErrorCode, readonly [field: CuponField, es: string, en?: string]>> = {
  OBLIGATORIO: ['importe', ''],
  LARGO_MAXIMO: ['tarjeta_nro', '12345'],
  NO_ES_NUMERO: ['cuotas', 'tres', 'three'],
  NO_ES_FECHA: ['fecha_venta', 'ayer', 'yesterday'],
  FECHA_AMBIGUA: ['fecha_venta', '03/04/2026'],
  FECHA_IMPOSIBLE: ['fecha_venta', '31/02/2026'],
  IMPORTE_INVALIDO: ['importe', 'doce mil', 'twelve thousand'],
  DECIMALES_DE_MAS: ['importe', '12,345'],
  TIPO_DE_CUPON_INDEFINIDO: ['comprobante', ''],
  CELDA_CON_ERROR: ['importe', '#¡REF!', '#REF!'],
  FORMULA_SIN_VALOR: ['importe', ''],
  PRECISION_PERDIDA: ['comprobante', '1234567890123456'],
  OTRO_ENCABEZADO: ['comprobante', '57'],
  CELDAS_DE_MAS: ['importe', '50'],
  ES_UNA_FECHA: ['autorizacion', '2026-03-12'],
};

const A_MOMENT = Date.UTC(2026, 10, 21, 15);
/** Example data for the notices of the program. */
const SAMPLE: Omit<Statement, 'codigo'> = {
  nombre: '…',
  problemas: [{ campo: 'importe', forma: 'texto' }],
  aparte: '…',
  n: 3,
  cargas: 1,
  at: A_MOMENT,
  conciliaciones: [{ id: '5001', fecha: civilDateAt(A_MOMENT), total: 30, estado: '' }],
};

function lineWith(code: string, cells: readonly string[], toDo: string | undefined): string {
  if (toDo === undefined) throw new Error(`${code} does not say what to do`);
  return `| \`${code}\` | ${[...cells, toDo].join(' | ')} |`;
}

/** A table row for a text. `remedy`: what to do, if the text does not end with that. */
function lineOfText(code: string, text: string, remedy?: string): string {
  const [, rest, last] = /^(.+\.) (\p{Lu}.*?\.)$/u.exec(text) ?? [];
  return remedy === undefined ? lineWith(code, [rest ?? text], last) : lineWith(code, [text], remedy);
}

function listLines(language: Language): readonly string[] {
  const say = chooseIn(language);
  const remedyOf = (remedies: Readonly<Record<string, Words>>, code: string): string | undefined => {
    const words = remedies[code];
    return words === undefined ? undefined : wordIn(words, language);
  };

  /** A table row for a failure: code, what happened, what was kept, what to do. The last two are the sentences of `rest`. */
  const lineOf = (code: string, { [language]: [what, rest] }: FailureWords): string => {
    const [, kept = rest, told] = /^(.+?\.) (\p{Lu}.*)$/u.exec(rest) ?? [];
    return lineWith(code, [what, kept], told ?? remedyOf(FAILURE_REMEDIES, code));
  };

  const code = say('Código', 'Code');
  const toDo = say('Qué hacer', 'What to do');
  const tableOf = (columns: readonly string[], lines: readonly string[]): readonly string[] => [
    `| ${[code, ...columns, toDo].join(' | ')} |`,
    `| ${[code, ...columns, toDo].map(() => '---').join(' | ')} |`,
    ...lines,
    '',
  ];
  const listFailures = (lines: readonly string[]): readonly string[] =>
    tableOf([say('Qué pasó', 'What happened'), say('Qué quedó', 'What was kept')], lines);

  const starts = Object.entries(PARTS);
  const parts = starts.flatMap(([first, title], index) => {
    const next = starts[index + 1]?.[0];
    const codes: readonly string[] = ERROR_CODES;
    const ofPart = ERROR_CODES.slice(codes.indexOf(first), next === undefined ? undefined : codes.indexOf(next));
    return [`## ${wordIn(title, language)}`, '', ...listFailures(ofPart.map((one) => lineOf(one, FAILURES[one])))];
  });

  return [
    say('# Mensajes', '# Messages'),
    '',
    '<!-- Made by `npm run manual` from src-main/domain/texts/failures.ts; `npm run check` fails when it is stale. -->',
    '',
    ...say(
      [
        'El código de un mensaje está en su _Detalle para soporte_; en la línea de comandos, con `--json`, en `codigo`. Algunos mensajes dicen más que esta',
        'lista, con el archivo o la cifra del caso.',
      ],
      [
        'The code of a message is in its _Detail for support_; at the command line, with `--json`, in `codigo`. Some messages say more than this list, with',
        'the file or the figure of the case.',
      ],
    ),
    '',
    ...parts,
    say('## Por qué no se llega al servicio', '## Why the service cannot be reached'),
    '',
    say(
      'Con `SIN_CONEXION` o `TOKEN_RECHAZADO`, cuando se sabe el motivo.',
      'With `SIN_CONEXION` or `TOKEN_RECHAZADO`, when the reason is known.',
    ),
    '',
    ...listFailures(Object.entries(REASONS).map(([one, words]) => lineOf(one, words))),
    say('## Por qué hay que esperar', '## Why you have to wait'),
    '',
    say('Con `EN_USO`, cuando no es otro programa.', 'With `EN_USO`, when it is not another program.'),
    '',
    ...listFailures(Object.entries(BUSY_REASONS).map(([one, words]) => lineOf(one, words))),
    say('## Un archivo que no se puede leer', '## A file that cannot be read'),
    '',
    ...listFailures([
      ...Object.entries(FILE_FAILURES).map(([one, words]) => lineOf(one, words)),
      ...Object.values(FOREIGN_FILES).map((words) => lineOf('FORMATO_DESCONOCIDO', words)),
    ]),
    say('## Una fila con error', '## A row with an error'),
    '',
    say(
      'Esa fila no se envía hasta que la corrijas o la omitas. El resto sí.',
      'That row is not sent until you correct it or leave it out. The rest is.',
    ),
    '',
    ...tableOf(
      [say('Por ejemplo', 'For example')],
      ROW_ERROR_CODES.map((one) => {
        const [campo, es, en = es] = SAMPLES[one];
        return lineOfText(one, ROW_ERRORS[one][language]({ campo, valor: say(es, en) }));
      }),
    ),
    say('## Un aviso', '## A notice'),
    '',
    say(
      'Un aviso no impide enviar la fila: es algo para mirar.',
      'A notice does not keep the row from being sent: it is something to look at.',
    ),
    '',
    ...tableOf(
      [say('Qué es', 'What it is')],
      ROW_NOTICE_CODES.map((one) =>
        lineWith(one, [`${toHeading(wordIn(FINDING_TITLES[one], language))}.`], remedyOf(NOTICE_REMEDIES, one)),
      ),
    ),
    say('## Lo que el programa avisa solo', '## What the program says by itself'),
    '',
    say(
      'Nadie lo pidió: algo se apartó, se recuperó o no se pudo guardar. Donde dice «…» va el nombre del caso.',
      'Nobody asked for it: something was set aside, recovered or could not be kept. Where it says “…”, the message has the name of the case.',
    ),
    '',
    ...tableOf(
      [say('Qué dice', 'What it says')],
      STATEMENT_CODES.map((one) =>
        lineOfText(one, sayStatement({ codigo: one, ...SAMPLE }, language), remedyOf(STATEMENT_REMEDIES, one)),
      ),
    ),
  ];
}

for (const language of ['es', 'en'] as const) {
  const page = fileURLToPath(new URL(`../${PAGES[language]}`, import.meta.url));
  const text = await formatText(PAGES[language], listLines(language).join('\n'));
  if (!process.argv.includes('--revisar')) writeFileSync(page, text);
  else if (readFileSync(page, 'utf8') !== text) {
    process.stderr.write(`${PAGES[language]} is stale: run \`npm run manual\`.\n`);
    process.exitCode = 1;
  }
}
