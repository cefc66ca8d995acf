/** What the report says of each switch of the sandbox. */
import type { MotivoSinVer } from '#contract/probe.ts';

/** What a reading that writes nothing cannot show. */
export const NOT_BY_READING: Readonly<Record<string, MotivoSinVer>> = {
  token_en_login: 'no_se_distingue',
  max_lote: 'no_se_prueba',
  numeros: 'solo_con_carga',
  ver_pendiente: 'solo_con_carga',
  contadores: 'solo_con_carga',
  cuenta_al_cerrar: 'solo_con_carga',
  malos_rompen: 'no_se_prueba',
  existentes: 'no_se_prueba',
  resultado_wallet: 'solo_con_carga',
  eco: 'solo_con_carga',
  demora_ms: 'solo_con_carga',
  demora_forma: 'solo_con_carga',
  total_cuenta: 'solo_con_carga',
  lista_pendientes: 'solo_con_carga',
  resultado_pendiente: 'solo_con_carga',
  resultado_orden: 'no_se_prueba',
  ids_reusados: 'no_se_prueba',
  post_borrado: 'no_se_prueba',
  borrado_olvida: 'no_se_prueba',
  post_importado: 'no_se_prueba',
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
  'fechas_sueltas',
] as const;
