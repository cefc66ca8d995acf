import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { AppError, ERROR_CODES } from '#contract/errors.ts';
import { USAGE } from '#domain/texts/command-line.ts';
import { DECISION_REFUSALS } from '#domain/texts/decision-refusals.ts';
import {
  BUSY_REASONS,
  FILE_FAILURES,
  FOREIGN_FILES,
  PROXY_AT_CONSOLE,
  REASONS,
  sayAtConsole,
  type FailureWords,
} from '#domain/texts/failures.ts';
import { toCentavos } from '#domain/money.ts';
import { getPhaseAtConsole, PHASES } from '#domain/texts/labels.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { sayStatementAtConsole, STATEMENT_CODES } from '#domain/texts/statements.ts';
import { GROUPS, TABLE } from '#hosts/cli/table.js';
import { useTemporaryFolder } from '../../platform/temporary-folder.ts';
import { runCli } from './run-cli.ts';

const COMMANDS = new Set(TABLE.flatMap(([words]) => words.split(' ')));
/** Spanish words that stay in English texts: values that a person types, and names of files, fields, codes and views. */
const NAMES = new Set(
  (
    'ayuda todas dia mes operaciones liquidaciones impuestos movimientos rechazos calendario entorno importe omitir ' +
    'enviados abandonar auxiliar ninguno sistema claro oscuro auto'
  ).split(' '),
);
/** Words of Spanish sentences that English does not have. */
const SPANISH =
  /[áéíóúñ¿¡«»]|\b(el|la|los|las|de|del|al|que|un|una|en|con|por|para|se|lo|le|su|sus|es|son|ya|hay|sin|si|y|o|qué|cómo|esa|ese|esta|este|fila|filas|cupones?|nada|archivo|hoja|servicio|cuenta|carga|envío|datos|fecha|clave)\b/iu;

/** The Spanish left in an English text, not counting commands, options and quoted texts. */
function findSpanish(text: string): string | undefined {
  const prose = text
    .replace(/“[^”]*”/g, '')
    .replace(/--[\w-]+( [a-z-]+(?=[.,;)\s]|$))?/g, '')
    .replace(/conciliador [\w -]+/g, '')
    .replace(/\b[A-Z]+(_[A-Z]+)+\b/g, '')
    .replace(/[\p{L}_]+(-[\p{L}]+)*/gu, (word) => (COMMANDS.has(word) || NAMES.has(word) ? '' : word));
  return SPANISH.exec(prose)?.[0];
}

const expectEnglish = (text: string): void => {
  expect({ text, spanish: findSpanish(text) }).toEqual({ text, spanish: undefined });
};

const PLACE = { archivo: 'caja.xlsx', fila: 1, conciliacion: '7' };
const MONEY = toCentavos(100);
/** Arguments of the functions that make sentences, where they are not texts. */
const MADE_OF: Readonly<Record<string, readonly unknown[]>> = {
  accountToChoose: [['x']],
  accountUnknown: [['x']],
  notOffered: ['x', ['x']],
  notAPaper: ['x', ['x']],
  filterUseless: ['x', 'x', ['no', 'no']],
  dateFieldUseless: ['x', 'x', ['x']],
  secretNowhere: ['x', ['x', 'x']],
  newAccountUnreached: ['SIN_CONEXION'],
  listNotUnderstood: [{ es: 'x', en: 'x' }],
  sharedPlace: [{ clase: 'red', nombre: 'x', carpeta: 'x' }],
  amountsDiffer: [{ cupones: MONEY, operaciones: MONEY, diferencia: MONEY, tolerancia: MONEY }],
  cuponLinked: [PLACE, 'x'],
  operationLinked: ['x', [PLACE]],
  operationMatched: ['x', PLACE],
  linkedSince: ['x', [PLACE]],
  cuponNotOpen: [{ n: 1, of: 'upload' }],
  cuponMatched: [{ n: 1, of: 'result' }],
};
const sayAny = (name: string, said: unknown): unknown =>
  typeof said === 'function' ? said(...(MADE_OF[name] ?? ['x', 'x', 'x'])) : said;

describe('in English', () => {
  const home = useTemporaryFolder();
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = { CONCILIADOR_IDIOMA: 'en' }) =>
    runCli(args, { env: { CONCILIADOR_HOME: home, ...env } });

  test.each(['', ...Object.keys(GROUPS), ...TABLE.map(([words]) => words)])(
    'the help of «%s» has no Spanish',
    async (words) => {
      const { codigo, stdout } = await run([...words.split(' ').filter((word) => word !== ''), '--ayuda']);
      expect(codigo).toBe(0);
      expect(stdout).toMatch(/^Usage: conciliador/);
      expectEnglish(stdout.replaceAll(/\s+/g, ' '));
    },
  );

  test.each([
    [['volar'], 'There is no command “volar”.'],
    [['consultar', 'operaciones', '--limite', 'x'], '--limite N: it has to be a whole number between 0 and 100000000.'],
  ])('a wrong call %j says so', async (args, sentence) => {
    const { codigo, stderr } = await run(args);
    expect(codigo).toBe(2);
    expect(stderr).toContain(`${sentence} Nothing was done. See the help with --ayuda.\n`);
  });

  test('a command answers, and its failures do', async () => {
    expect((await run(['cuenta', 'listar'])).stdout).toBe('There is no account yet. Add one with “cuenta agregar”.\n');
    const refused = await run(['conciliaciones', 'listar', '--json']);
    expect(refused.codigo).toBe(2);
    expect(refused.stderr).toBe('There is no account yet. Nothing was done. Add one with “cuenta agregar”.\n');
    expect(JSON.parse(refused.stdout)).toMatchObject({ codigo: 'SIN_CUENTA', mensaje: refused.stderr.trim() });
  });

  test('the language of the screens is taken, and CONCILIADOR_IDIOMA before it', async () => {
    const settings = path.join(home, 'ajustes.json');
    await writeFile(settings, JSON.stringify({ version: 1, idioma: 'en' }));
    expect((await run(['volar'], {})).stderr).toContain('There is no command');
    expect((await run(['volar'], { CONCILIADOR_IDIOMA: 'es' })).stderr).toContain('no existe');
    await writeFile(settings, '{');
    expect((await run(['volar'], {})).stderr).toContain('no existe');
    await rm(settings);
  });

  test.each(ERROR_CODES)('%s has no Spanish', (code) => {
    expectEnglish(new AppError(code).say('en'));
    expectEnglish(new AppError(code, { mensaje: 'Algo.' }).say('en'));
  });

  test.each(Object.entries({ ...FILE_FAILURES, ...FOREIGN_FILES, ...REASONS, ...BUSY_REASONS }))(
    '%s has no Spanish',
    (_code, words) => {
      expectEnglish(sayAtConsole(words, 'en'));
    },
  );

  test.each(Object.entries({ ...USAGE, ...PROXY_AT_CONSOLE }))('%s has no Spanish', (name, said) => {
    const [es, en] = sayAny(name, said) as [string, string];
    expectEnglish(en);
    expect(findSpanish(es)).toBeDefined();
  });

  test.each(Object.entries({ ...REFUSALS, ...DECISION_REFUSALS }))('%s has no Spanish', (name, said) => {
    expectEnglish(sayAtConsole(sayAny(name, said) as FailureWords, 'en'));
  });

  test.each(STATEMENT_CODES)('the notice %s has no Spanish', (codigo) => {
    const conciliaciones = [{ id: '7', fecha: null, total: 2, estado: 'x' }] as const;
    const statement = {
      codigo,
      nombre: 'x',
      problemas: [],
      aparte: 'x',
      n: 2,
      cargas: 2,
      at: 0,
      conciliaciones,
    } as const;
    expectEnglish(sayStatementAtConsole(statement as never, 'en'));
  });

  test('the example has no Spanish but the headers of its spreadsheet', async () => {
    const { codigo, stdout, stderr } = await run(['demo', '--carpeta', home]);
    expect(codigo).toBe(0);
    const lines = [...stdout.split('\n'), ...stderr.split('\n')].filter((line) => !/^ *Columns/.test(line));
    for (const line of lines)
      expectEnglish(
        line
          .replace(/ {2}(Últ. 4|Importe \$|Fecha|Lote) {2}/, '')
          .replaceAll(/\/\S+/g, '')
          .replace('sheet Cupones', ''),
      );
    expect(stdout).toMatch(/^416 of 421 coupons were sent in \d+ batches\.$/m);
  });

  test('progress has no Spanish', () => {
    for (const phase of Object.keys(PHASES)) expectEnglish(getPhaseAtConsole(phase as keyof typeof PHASES, 'en'));
  });
});
