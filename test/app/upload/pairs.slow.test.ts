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
  pagina_pasada: ['vacia', 'ultima', 'error'],
  orden: ['id', 'fecha', 'barajado'],
  ids: ['reales', 'historicos'],
  campos_extra: ['no', 'si'],
  fechas_sueltas: ['iso', 'dmy'],
  numeros: ['texto', 'numero'],
  lista_vacia: ['lista', '404', 'estado'],
  ver_ausente: ['404', 'estado'],
  ver_pendiente: ['si', 'no'],
  contadores: ['lote', 'acumulado', 'mal'],
  cuenta_al_cerrar: ['no', 'si'],
  malos_rompen: ['0', '50'],
  existentes: ['exacto', 'clave'],
  resultado_wallet: ['no', 'si'],
  eco: ['igual', 'normalizado', 'entidades', 'sin_acentos', 'signos'],
  demora_ms: ['0', '20000'],
  demora_forma: ['vacio', 'sin_conciliar', 'gradual'],
  total_cuenta: ['todos', 'nuevos', 'sin_error'],
  lista_pendientes: ['si', 'no'],
  resultado_pendiente: ['si', 'vacio', 'error'],
  resultado_orden: ['fijo', 'barajado'],
  ids_reusados: ['no', 'si'],
  post_borrado: ['error', 'crea'],
  borrado_olvida: ['si', 'no'],
  post_importado: ['error', 'ignora', 'agrega'],
  falla: ['', 'subir:1:corte-despues', 'subir:2:corte-antes', 'subir:3:corte-despues'],
} as const;

type Combination = Readonly<Record<keyof typeof SWITCHES, string>>;
const isHidden = (c: Combination): boolean => c.ver_pendiente === 'no' && c.lista_pendientes === 'no';
/** Nothing counts the coupons of an open reconciliation, so after a lost answer the upload has to begin again. */
const isUncounted = (c: Combination): boolean => c.cuenta_al_cerrar === 'si' || isHidden(c);
const losesAnswers = (c: Combination): boolean => c.falla !== '' || c.malos_rompen !== '0';

/** What a person is asked, and where that is right. */
const QUESTIONS: Readonly<Record<string, (c: Combination) => boolean>> = {
  // A first send is lost, and no list was seen to show what is open.
  'asked: mudo': losesAnswers,
  // A first send is lost, and the rows of what appeared are not shown.
  'asked: candidatas': (c) => losesAnswers(c) && c.resultado_pendiente !== 'si',
  // It has to begin again, and nothing shows whose rows would be deleted.
  'asked: propiedad': (c) => losesAnswers(c) && c.resultado_pendiente !== 'si' && isUncounted(c),
  // The service fails for a coupon, and it cannot be searched without counts (docs/gaps.md, `malos_rompen`).
  'asked: distinta': (c) => c.malos_rompen !== '0' && isUncounted(c),
};

const combinations = pairwise(SWITCHES).map((one) => [nameOf(one), one as Combination] as const);

test.for(combinations)('an upload with %s ends right, or asks what only a person can know', async ([, combination]) => {
  const traits = Object.entries(combination).flatMap(([name, value]) => (value === '' ? [] : [`${name}=${value}`]));
  const how = await uploadThrough({ rasgos: traits });
  expect(how === 'terminada' || QUESTIONS[how]?.(combination) === true, how).toBe(true);
});
