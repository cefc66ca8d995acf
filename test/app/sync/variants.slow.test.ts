import { expect, test } from 'vitest';
import { synchroniseAndCompare } from './compare.ts';
import { createWorld } from './world.ts';

/** A handful that between them meet most of what is different; the whole matrix is in variants.slow.test.ts. */
test.each([
  {},
  {
    parametros: 'consulta',
    orden: 'barajado',
    ids: 'historicos',
    vinculo_vacio: 'cero',
    unicode: 'nfd',
    campos_extra: 'si',
  },
  { fecha_filtro: 'pago', pagina_base: '0', sobre_maximo: 'error', interbanking: 'no', fechas_sueltas: 'dmy' },
  { max_dias: '7', pagina_pasada: 'ultima', total: 'texto', token_vencido: '200-html', credenciales: 'usuario' },
  { en_vivo: '3', limite_por_segundo: '4', sobre_maximo: 'defecto', pagina_pasada: 'error', token_unico: 'si' },
])('every row of every method is what the service holds (%j)', async (combination) => {
  await synchroniseAndCompare({ en_vivo: '0', ...combination });
});

test('a service that ignores its filters leaves nothing covered', async () => {
  await using world = await createWorld({ rasgos: ['filtros=ignora'] });
  const { fallas, codigo, metodos } = await world.synchronise({ desde: '2026-09-01', hasta: '2026-09-30' });
  expect(codigo).toBe('FILTRO_IGNORADO');
  const filtered = metodos.filter(({ metodo }) => !['comercios', 'calendario', 'conciliaciones'].includes(metodo));
  expect(fallas.map(({ metodo }) => metodo).toSorted()).toEqual(filtered.map(({ metodo }) => metodo).toSorted());
  for (const { metodo, cobertura } of filtered) {
    expect({ metodo, estado: cobertura.estado }).toEqual({ metodo, estado: 'nunca' });
  }
});
