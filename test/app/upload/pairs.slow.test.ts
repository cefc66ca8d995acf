/** Whole uploads over HTTP, with every pair of what the description leaves open of them (docs/gaps.md). */
import { expect, test } from 'vitest';
import { pairwise } from '../../contract/pairwise.ts';
import { nameOf } from '../../contract/switches.ts';
import { uploadThrough } from './through.ts';

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
