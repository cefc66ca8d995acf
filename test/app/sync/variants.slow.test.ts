import { test } from 'vitest';
import { synchroniseAndCompare } from './compare.ts';

/** A handful that between them meet most of what is different; the whole matrix is in variants.slow.test.ts. */
test.each([
  {},
  {
    parametros: 'consulta',
    ids: 'historicos',
    campos_extra: 'si',
  },
  { fecha_filtro: 'pago', pagina_base: '0', interbanking: 'no' },
  { max_dias: '7', pagina_pasada: 'ultima', total: 'texto', token_vencido: '400', credenciales: 'usuario' },
  { en_vivo: '3', limite_por_segundo: '4', token_unico: 'si' },
])('every row of every method is what the service holds (%j)', async (combination) => {
  await synchroniseAndCompare({ en_vivo: '0', ...combination });
});
