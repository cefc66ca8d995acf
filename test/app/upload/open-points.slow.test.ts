/** Whole uploads over HTTP, with every pair of what the description leaves open of them (docs/gaps.md). Any other answer is refused (test/service). */
import { expect, test } from 'vitest';
import { pairwise } from '../../contract/pairwise.ts';
import { nameOf } from '../../contract/switches.ts';
import type { UploadResult } from '#app/upload/index.ts';
import { createTestClock, noSignal } from '../../service/fixtures.ts';
import { createRealWorld, distinctCupones } from './service-world.ts';

/** Two full pages of a result, so that the client asks for a third, past the end. */
const CUPONES = 200;

const howOf = (met: UploadResult): string => {
  if (met.estado === 'interrumpida') return `refused: ${met.codigo}`;
  return met.estado === 'necesita_decision' ? `asked: ${met.frase.codigo}` : met.estado;
};

type Asked = Extract<UploadResult, { estado: 'necesita_decision' }>;
const isOurs = (met: UploadResult): met is Asked =>
  met.estado === 'necesita_decision' && ['propiedad', 'candidatas'].includes(met.frase.codigo);

/** Uploads 200 coupons to a service with these switches and returns how it ended. Expects a right result, and nothing stored twice. */
async function uploadThrough(rasgos: readonly string[]): Promise<string> {
  const settings = { porTanda: 100 };
  await using world = await createRealWorld(100, rasgos, { clock: createTestClock(), settings });
  const { uploads, ledger, sandbox } = world;
  const upload = world.draft(distinctCupones(CUPONES));
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
  const met = await uploads.start(upload, { marcador: 'auto' }, noSignal);
  const how = howOf(met);
  if (met.estado === 'terminada') isRight(met);
  expect(isEachOnce()).toBe(true);
  // Answers like a person who looks at the service: the coupons are ours.
  let last = met;
  for (let turn = 0; turn < 4 && isOurs(last); turn += 1)
    last = await uploads.decide(upload, last.opciones[0]?.clave ?? '', noSignal);
  if (last !== met && last.estado === 'terminada') isRight(last);
  expect(isEachOnce()).toBe(true);
  return how;
}

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

/** The questions to a person, and the combinations in which each may come. */
const QUESTIONS: Readonly<Record<string, (c: Combination) => boolean>> = {
  // The answer to the first send is lost, and the service was never seen to list an open reconciliation.
  'asked: mudo': losesAnswers,
  // The answer to the first send is lost, and the rows of the open reconciliations found later are not shown.
  'asked: candidatas': (c) => losesAnswers(c) && c.resultado_pendiente !== 'si',
};

const combinations = pairwise(SWITCHES).map((one) => [nameOf(one), one as Combination] as const);

test.for(combinations)('an upload with %s ends right, or asks what only a person can know', async ([, combination]) => {
  const traits = Object.entries(combination).flatMap(([name, value]) => (value === '' ? [] : [`${name}=${value}`]));
  const how = await uploadThrough(traits);
  expect(how === 'terminada' || QUESTIONS[how]?.(combination) === true, how).toBe(true);
});

// Values that are in no pair. Every other value is in the pairs above, also without a lost answer, where only a right end passes.
test.for([
  'token_en_login=ignora',
  'total=texto',
  ...['vacio', 'sin_conciliar', 'gradual'].map((shape) => `demora_forma=${shape} demora_ms=60000`),
])('an upload ends right with %s', async (traits) => {
  expect(await uploadThrough(traits.split(' '))).toBe('terminada');
});
