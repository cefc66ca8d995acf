import { expect, test } from 'vitest';
import { parseIsoDate, toDayNumber } from '#domain/civil-date.ts';
import { idDeOperacion } from '#sandbox/operaciones.ts';
import { guardadas } from './comparar.ts';
import { unMundo } from './mundo.ts';
import { llano, preguntador } from './verdad.ts';

/** Two to three thousand sales a day: no day fits one page. */
const OPERACIONES = 1_000_000;
const PEDIDO = { desde: '2026-09-07', hasta: '2026-09-13', metodos: ['comercios', 'operaciones'] } as const;

test.each([[[]], [['orden=barajado', 'max_dias=1']]])(
  'days that do not fit one page are read whole (%j)',
  async (rasgos) => {
    await using mundo = await unMundo({ operaciones: OPERACIONES, rasgos });
    const { fallas, metodos } = await mundo.sincronizar({ ...PEDIDO, metodos: [...PEDIDO.metodos] });
    expect(fallas).toEqual([]);
    const operaciones = metodos.find(({ metodo }) => metodo === 'operaciones');
    llano(mundo.sandbox);
    const verdad = await preguntador(mundo.sandbox).filas('operaciones', PEDIDO.desde, PEDIDO.hasta);
    const filas = await guardadas(mundo, 'operaciones');
    expect(filas.toSorted((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1))).toEqual(verdad);
    expect(operaciones?.cobertura.estado).toBe('al_dia');
    // What a server wants has to be found out besides.
    if (rasgos.length === 0) expect(operaciones?.pedidos).toBeLessThanOrEqual(2 * Math.ceil(verdad.length / 1000) + 10);
  },
);

test('by a date without times, days are divided by shop', async () => {
  await using mundo = await unMundo({ operaciones: OPERACIONES });
  const { servicio } = mundo;
  const signal = new AbortController().signal;
  const comercios = (await servicio.comercios(signal)).filas;
  const [desde, hasta] = [parseIsoDate('2026-09-07'), parseIsoDate('2026-09-09')];
  if (desde === undefined || hasta === undefined) throw new Error('not dates');
  const asked = { ventana: { desde, hasta }, campoFecha: 'fecha_presentacion' } as const;
  const { rows, isWhole } = await servicio.operaciones.readAll(asked, signal, { shops: () => comercios });
  expect(isWhole).toBe(true);
  const { ops } = mundo.sandbox.datos;
  const esperadas: string[] = [];
  for (let i = 0; i < ops.cantidad; i++) {
    const dia = ops.presentacion[i] ?? 0;
    if (dia >= toDayNumber(desde) && dia <= toDayNumber(hasta))
      esperadas.push(String(idDeOperacion(ops.dia[i] ?? 0, ops.orden[i] ?? 0)));
  }
  expect(rows.map(({ id }) => id).toSorted()).toEqual(esperadas.toSorted());
});
