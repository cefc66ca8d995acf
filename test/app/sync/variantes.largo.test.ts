import { expect, test } from 'vitest';
import { sincronizarYComparar } from './comparar.ts';
import { unMundo } from './mundo.ts';

/** A handful that between them meet most of what is different; the whole matrix is in variantes.largo.test.ts. */
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
])('every row of every method is what the service holds (%j)', async (combinacion) => {
  await sincronizarYComparar({ en_vivo: '0', ...combinacion });
});

test('a service that ignores its filters leaves nothing covered', async () => {
  await using mundo = await unMundo({ rasgos: { filtros: 'ignora' } });
  const { fallas, codigo, metodos } = await mundo.sincronizar({ desde: '2026-09-01', hasta: '2026-09-30' });
  expect(codigo).toBe('FILTRO_IGNORADO');
  const filtrados = metodos.filter(({ metodo }) => !['comercios', 'calendario', 'conciliaciones'].includes(metodo));
  expect(fallas.map(({ metodo }) => metodo).toSorted()).toEqual(filtrados.map(({ metodo }) => metodo).toSorted());
  for (const { metodo, cobertura } of filtrados) {
    expect({ metodo, estado: cobertura.estado }).toEqual({ metodo, estado: 'nunca' });
  }
});
