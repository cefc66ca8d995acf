/** The sandbox switches for what docs/gaps.md leaves open, with the values that the contract tries; the first is the default. */
export const SWITCHES = {
  credenciales: ['api', 'usuario'],
  parametros: ['cuerpo', 'consulta', 'ambos'],
  fecha_filtro: ['fecha', 'pago'],
  token_vencido: ['401', '403', '400'],
  cuerpo_error: ['json', 'html', 'vacio'],
  token_en_login: ['opcional', 'exige', 'ignora'],
  limite_por_segundo: ['0', '4'],
  max_dias: ['0', '7'],
  pagina_base: ['1', '0'],
  pagina_pasada: ['vacia', 'ultima'],
  orden: ['id', 'fecha'],
  token_unico: ['no', 'si'],
  en_vivo: ['0', '3'],
  total: ['numero', 'texto'],
  interbanking: ['si', 'no'],
  ids: ['reales', 'historicos'],
  campos_extra: ['no', 'si'],
} as const;

export const nameOf = (combination: Readonly<Record<string, string>>): string =>
  Object.entries(combination)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
