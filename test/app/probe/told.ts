/** What the report says of each switch of the sandbox. */
import type { UnseenReason } from '#contract/probe.ts';

/** What a reading that writes nothing cannot show of an account without reconciliations. */
export const NOT_BY_READING: Readonly<Record<string, UnseenReason>> = {
  token_en_login: 'no_se_distingue',
  max_lote: 'mas_cupones',
  numeros: 'solo_con_carga',
  ver_pendiente: 'solo_con_carga',
  contadores: 'solo_con_carga',
  cuenta_al_cerrar: 'solo_con_carga',
  malos_rompen: 'cupon_que_falla',
  existentes: 'cupon_repetido',
  resultado_existentes: 'cupon_repetido',
  resultado_wallet: 'solo_con_carga',
  eco: 'solo_con_carga',
  demora_ms: 'solo_con_carga',
  demora_forma: 'solo_con_carga',
  total_cuenta: 'sin_filas',
  lista_pendientes: 'solo_con_carga',
  resultado_pendiente: 'solo_con_carga',
  resultado_orden: 'solo_con_carga',
  ids_reusados: 'con_otra_carga',
  post_borrado: 'reabrir',
  borrado_olvida: 'cupon_repetido',
  post_importado: 'reabrir',
};

/** Numbers: what is played, and what the report calls it. 0 is that there is none, which no reading proves. */
export const NUMBERS: Readonly<Record<string, readonly (readonly [played: string, told: string])[]>> = {
  limite_por_segundo: [['4', '429']],
  max_dias: [
    ['4', '4'],
    ['31', '31'],
  ],
  en_vivo: [['3', 'si']],
};

/** By an upload of two coupons: the switches that it shows, each value as it is told. */
export const SHOWN_BY_UPLOAD = [
  'numeros',
  'ver_pendiente',
  'contadores',
  'cuenta_al_cerrar',
  'resultado_wallet',
  'eco',
  'lista_pendientes',
  'resultado_pendiente',
  'resultado_orden',
  'fechas_sueltas',
] as const;

/** Those numbers, and what else a trial upload shows of one. */
export const NUMBERS_BY_UPLOAD: typeof NUMBERS = {
  ...NUMBERS,
  limite_por_segundo: [
    ['2', '429'],
    ['4', '429'],
  ],
  demora_ms: [['7', 'si']],
};

/** What neither part shows of an account that the probe meets for the first time. */
export const NOT_BY_UPLOAD: Readonly<Record<string, UnseenReason>> = {
  token_en_login: 'no_se_distingue',
  max_lote: 'mas_cupones',
  malos_rompen: 'cupon_que_falla',
  existentes: 'cupon_repetido',
  resultado_existentes: 'cupon_repetido',
  demora_forma: 'no_se_distingue',
  total_cuenta: 'sin_filas',
  ids_reusados: 'con_otra_carga',
  post_borrado: 'reabrir',
  borrado_olvida: 'cupon_repetido',
  post_importado: 'reabrir',
};
