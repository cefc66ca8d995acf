/**
 * What nobody described is not coped with (docs/decisions/0021): an upload that meets it is refused or right, and never done with a coupon lost, doubled or
 * wrongly called missing. Once the service answers as described, a refused one goes on to its end.
 */
import { expect, test } from 'vitest';
import { join } from 'node:path';
import { inAny, inHeader, inList, inResult, inSend, isJson, type Deviation, startDeviant } from './deviations.ts';
import { pairwise } from '../../contract/pairwise.ts';
import { nameOf } from '../../contract/switches.ts';
import { createUploads, type UploadResult } from '#app/upload/index.ts';
import { createSandbox } from '#sandbox/index.ts';
import { openLedger } from '#storage/ledger/index.ts';
import { aService, createTestClock, noSignal } from '../../service/fixtures.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { distinctCupones } from './service-world.ts';
import { addDraft } from '../../storage/ledger/drafts.ts';

/** Two full pages of a result, so that the one past the end is asked for. */
const CUPONES = 200;

interface Way {
  /** Switches of the sandbox (docs/gaps.md). */
  readonly rasgos?: readonly string[];
  readonly deviation?: Deviation;
}

const howOf = (met: UploadResult): string => {
  if (met.estado === 'interrumpida') return `refused: ${met.codigo}`;
  return met.estado === 'necesita_decision' ? `asked: ${met.frase.codigo}` : met.estado;
};

type Asked = Extract<UploadResult, { estado: 'necesita_decision' }>;
const isOurs = (met: UploadResult): met is Asked =>
  met.estado === 'necesita_decision' && ['propiedad', 'candidatas'].includes(met.frase.codigo);

/**
 * Uploads 200 coupons, and once more without the deviation where it was refused. Tells how it ended the first time; expects that what is done is right,
 * and that nothing is ever stored twice.
 */
async function uploadThrough({ rasgos = [], deviation }: Way): Promise<string> {
  const clock = createTestClock();
  const sandbox = await createSandbox({ clock, rasgos, operaciones: 1_000 });
  const front = await startDeviant(sandbox.url, clock.now);
  const { apiKey, apiSecret } = sandbox;
  const service = aService(front.url, { clock, credentials: { tipo: 'api', apiKey, apiSecret } });
  const random = (): number => 0.5;
  const ledger = await openLedger(join(createTemporaryFolder(), 'ledger.db'), { clock, random });
  try {
    const uploads = createUploads({
      ledger,
      service: service.conciliaciones,
      clock,
      random,
      account: 'c',
      settings: { porTanda: 100 },
    });
    const upload = addDraft(ledger, distinctCupones(CUPONES), { at: { hoja: 'H' } });
    const stored = () => sandbox.truth.conciliaciones().flatMap(({ cupones }) => cupones);
    const isEachOnce = (): boolean => new Set(stored().map(({ crudo }) => crudo.comprobante)).size === stored().length;
    const isRight = (result: UploadResult): void => {
      expect(sandbox.truth.conciliaciones().map(({ estado }) => estado)).toEqual(['IMPORTADO']);
      expect(isEachOnce()).toBe(true);
      const shown = stored().filter(({ clase }) => clase === 'nuevo').length;
      expect(result).toMatchObject({
        estado: 'terminada',
        resumen: { filas: CUPONES, enviados: CUPONES, noAceptados: 0, sinProbar: [] },
      });
      expect(shown).toBe(CUPONES);
      const { conciliado, sin_conciliar, rechazado, no_enviado } = ledger.readCounts(upload);
      expect([conciliado + sin_conciliar, rechazado, no_enviado]).toEqual([shown, 0, 0]);
    };
    front.deviate(deviation);
    const met = await uploads.start(upload, { marcador: 'auto' }, noSignal);
    const how = howOf(met);
    if (met.estado === 'terminada') isRight(met);
    expect(isEachOnce()).toBe(true);
    front.deviate(undefined);
    // What a person would answer who looks at the service: these are ours.
    let last = met;
    for (let turn = 0; turn < 4 && isOurs(last); turn += 1)
      last = await uploads.decide(upload, last.opciones[0]?.clave ?? '', noSignal);
    if (last !== met && last.estado === 'terminada') isRight(last);
    expect(isEachOnce()).toBe(true);
    if (met.estado === 'interrumpida') isRight(await uploads.resume(upload, noSignal));
    return how;
  } finally {
    ledger.close();
    await front.close();
    await sandbox.close();
  }
}

const rowsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const REFUSED = 'refused: RESPUESTA_INVALIDA';
const count = (value: unknown): number => Number(value);

/** What a client that is less strict would take for something else; each form is refused by the same schemas (test/service). */
test.for<readonly [string, string, Deviation]>([
  ['the list inside data', REFUSED, inList((list) => ({ data: list }))],
  [
    'a list whose total is one more',
    'refused: LECTURA_INESTABLE',
    inList((list) => ({ ...list, total: count(list['total']) + 1 })),
  ],
  ['a header inside another object', REFUSED, inHeader((header) => ({ conciliacion: header }))],
  [
    'counts of a header that are null while it is open',
    REFUSED,
    inHeader((header) => (header['estado'] === 'PENDIENTE' ? { ...header, total: null, nuevos: null } : header)),
  ],
  [
    'a null past the end of a result',
    REFUSED,
    inResult((result) => (rowsOf(result['operaciones']).length === 0 ? { ...result, operaciones: null } : result)),
  ],
  [
    'conciliado as SI and NO',
    REFUSED,
    inResult((result) => ({
      ...result,
      operaciones: rowsOf(result['operaciones']).map((row) =>
        isJson(row) ? { ...row, conciliado: row['conciliado'] === 'true' ? 'SI' : 'NO' } : row,
      ),
    })),
  ],
  ['an answer to a send inside data', 'terminada', inSend((answer) => ({ data: answer }))],
  [
    'an id as a number',
    'asked: candidatas',
    inAny((value) => ('id' in value ? { ...value, id: count(value['id']) } : value)),
  ],
  ['estado of a send as text', 'terminada', inSend((answer) => ({ ...answer, estado: 'true' }))],
  [
    'another alphabet',
    REFUSED,
    ({ path }, said) =>
      path.endsWith('/resultado')
        ? { ...said, body: Buffer.from(said.body.toString().replace('"modo":"', '"modo":"ñ'), 'latin1') }
        : undefined,
  ],
  [
    'nothing at all past the end of a result',
    REFUSED,
    ({ path, form }, said) =>
      path.endsWith('/resultado') && count(form.get('pagina')) > 2
        ? { ...said, status: 204, body: Buffer.alloc(0) }
        : undefined,
  ],
  [
    'a send that is sent on to a page to log in',
    'terminada',
    ({ method }, said) => (method === 'POST' ? { ...said, status: 302, headers: { location: '/login' } } : undefined),
  ],
])('an upload that meets %s ends as %s', async ([, outcome, deviation]) => {
  expect(await uploadThrough({ deviation })).toBe(outcome);
});

/** Whole uploads over HTTP, with every pair of what the description leaves open of them (docs/gaps.md). */

const SWITCHES = {
  parametros: ['cuerpo', 'consulta', 'ambos'],
  cuerpo_error: ['json', 'html', 'vacio'],
  token_unico: ['no', 'si'],
  limite_por_segundo: ['0', '5'],
  max_dias: ['0', '2'],
  max_lote: ['0', '40'],
  pagina_base: ['1', '0'],
  pagina_pasada: ['vacia', 'ultima'],
  orden: ['id', 'fecha'],
  ids: ['reales', 'historicos'],
  campos_extra: ['no', 'si'],
  numeros: ['texto', 'numero'],
  ver_ausente: ['404', 'estado'],
  contadores: ['lote', 'acumulado'],
  existentes: ['exacto', 'clave'],
  resultado_wallet: ['no', 'si'],
  eco: ['igual', 'normalizado'],
  demora_ms: ['0', '20000'],
  demora_forma: ['vacio', 'sin_conciliar', 'gradual'],
  lista_pendientes: ['si', 'no'],
  resultado_pendiente: ['si', 'vacio', 'error'],
  falla: ['', 'subir:1:corte-despues', 'subir:2:corte-antes', 'subir:3:corte-despues'],
} as const;

type Combination = Readonly<Record<keyof typeof SWITCHES, string>>;
const losesAnswers = (c: Combination): boolean => c.falla !== '';

/** What a person is asked, and where that is right. */
const QUESTIONS: Readonly<Record<string, (c: Combination) => boolean>> = {
  // A first send is lost, and no list was seen to show what is open.
  'asked: mudo': losesAnswers,
  // A first send is lost, and the rows of what appeared are not shown.
  'asked: candidatas': (c) => losesAnswers(c) && c.resultado_pendiente !== 'si',
};

const combinations = pairwise(SWITCHES).map((one) => [nameOf(one), one as Combination] as const);

test.for(combinations)('an upload with %s ends right, or asks what only a person can know', async ([, combination]) => {
  const traits = Object.entries(combination).flatMap(([name, value]) => (value === '' ? [] : [`${name}=${value}`]));
  const how = await uploadThrough({ rasgos: traits });
  expect(how === 'terminada' || QUESTIONS[how]?.(combination) === true, how).toBe(true);
});

// What no pair has: every other value is met above without a failure too, where only a right end passes.
test.for([
  'token_en_login=ignora',
  'total=texto',
  ...['vacio', 'sin_conciliar', 'gradual'].map((shape) => `demora_forma=${shape} demora_ms=60000`),
])('an upload ends right with %s', async (traits) => {
  expect(await uploadThrough({ rasgos: traits.split(' ') })).toBe('terminada');
});
