import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { coberturaEnPalabras } from '#app/browse/titulos.ts';
import type { Control, ControlDocumento, ControlesDocumento } from '#contract/controles.ts';
import { formatPlain } from '#domain/money.ts';
import { dia } from '../../storage/cache/apoyo.ts';
import { hojaDe, readLibro } from '../../workbook/write/libro-leido.ts';
import { unasMiradas, type Miradas } from '../papeles/mundo.ts';

const OTONO = { desde: dia('2026-09-01'), hasta: dia('2026-10-15') };
const ver = ({ controles }: Miradas, periodo = OTONO): Promise<ControlesDocumento> =>
  controles.ver({ cuenta: undefined, ...periodo });
const de = ({ controles }: ControlesDocumento, control: Control): readonly ControlDocumento[] =>
  controles.filter((cada) => cada.control === control);

/** Changes what the cache has behind everybody's back. */
async function alterar({ mundo, caches }: Miradas, sql: string): Promise<void> {
  await caches.cerrar();
  const db = new Database(mundo.ruta);
  expect(db.prepare(sql).run().changes).toBeGreaterThan(0);
  db.close();
}

async function sincronizadas(desde = '2026-06-01'): Promise<Miradas> {
  const miradas = await unasMiradas();
  await miradas.mundo.sincronizar({ desde, hasta: '2026-10-15' });
  return miradas;
}

test('what the service did not give is not what nobody asked for', async () => {
  await using miradas = await unasMiradas({ fallas: ['calendario:*:403'] });
  await miradas.mundo.sincronizar({ desde: '2026-09-01', hasta: '2026-10-15', metodos: ['calendario', 'operaciones'] });
  const documento = await ver(miradas);
  expect(new Set(de(documento, 'calendario_vendido').map(({ motivo }) => motivo))).toEqual(new Set(['rechazado']));
  expect(new Set(de(documento, 'liquidacion_neto').map(({ motivo }) => motivo))).toEqual(new Set(['sin_leer']));
});

describe('the local data against itself and the totals of the service', () => {
  test('everything that was read whole agrees with the sandbox, control by control', async () => {
    await using miradas = await sincronizadas();
    const documento = await ver(miradas);
    expect(documento.controles.filter(({ estado }) => estado === 'difiere')).toEqual([]);
    for (const control of [
      'liquidaciones_totales',
      'impuestos_totales',
      'calendario_vendido',
      'liquidacion_neto',
      'liquidacion_operaciones',
      'impuestos_partes',
    ] as const) {
      const propios = de(documento, control);
      expect(propios.length, control).toBeGreaterThan(0);
      expect(
        propios.filter(({ estado }) => estado !== 'coincide'),
        control,
      ).toEqual([]);
    }
    expect(documento.coinciden + documento.sinDatos).toBe(documento.controles.length);
  });

  test('an amount that changed here differs from the totals, and from its operations', async () => {
    await using miradas = await sincronizadas();
    await alterar(
      miradas,
      "UPDATE liquidaciones SET total_facturado = total_facturado + 100 WHERE n = (SELECT n FROM liquidaciones WHERE fecha BETWEEN '2026-10-01' AND '2026-10-31' AND total_facturado > 0 ORDER BY n LIMIT 1)",
    );
    const documento = await ver(miradas);
    const [totales] = de(documento, 'liquidaciones_totales').filter(({ estado }) => estado === 'difiere');
    expect(totales).toMatchObject({ periodo: '2026-10', campo: 'total_facturado', diferencia: '1.00' });
    const [neto] = de(documento, 'liquidacion_neto').filter(({ campo, estado }) => estado === 'difiere' && campo === 'total_acreditado'); // prettier-ignore
    expect(neto?.filas).toHaveLength(1);
    expect(neto?.filas[0]?.abrir).toMatchObject({ vista: 'liquidaciones', filtros: [{ campo: 'id' }] });
    const [operaciones] = de(documento, 'liquidacion_operaciones').filter(({ estado }) => estado === 'difiere');
    expect(operaciones).toMatchObject({ filasTotal: 1, diferencia: '-1.00' });
    expect(documento.controles[0]?.estado).toBe('difiere');
  });

  test('tax records whose total is not their parts are named, also two that hide each other in the sum', async () => {
    await using miradas = await sincronizadas();
    const deOctubre = "SELECT n FROM impuestos WHERE fecha BETWEEN '2026-10-01' AND '2026-10-15' ORDER BY n";
    await alterar(
      miradas,
      `UPDATE impuestos SET total_retenciones = total_retenciones + CASE n WHEN (${deOctubre} LIMIT 1) THEN 500 ELSE -500 END WHERE n IN (${deOctubre} LIMIT 2)`,
    );
    const [partes] = de(await ver(miradas), 'impuestos_partes').filter(({ estado }) => estado === 'difiere');
    expect(partes).toMatchObject({ campo: 'total_retenciones', diferencia: '0.00', filasTotal: 2 });
    expect(partes?.filas[0]?.abrir).toMatchObject({ vista: 'impuestos', filtros: [{ campo: 'id' }] });
  });

  test('an operation that is missing shows on its day and in its settlement', async () => {
    await using miradas = await sincronizadas();
    await alterar(
      miradas,
      "DELETE FROM operaciones WHERE n = (SELECT n FROM operaciones WHERE fecha_venta = '2026-10-05' AND liquidaciones_id IS NOT NULL ORDER BY n LIMIT 1)",
    );
    const documento = await ver(miradas);
    const [vendido] = de(documento, 'calendario_vendido').filter(({ estado }) => estado === 'difiere');
    expect(vendido?.filas).toMatchObject([
      { nombre: '2026-10-05', abrir: { vista: 'operaciones', desde: '2026-10-05', hasta: '2026-10-05' } },
    ]);
    expect(de(documento, 'liquidacion_operaciones').filter(({ estado }) => estado === 'difiere')).toHaveLength(1);
  });

  test('a row that the service withdrew is named as what may cause the difference', async () => {
    await using miradas = await sincronizadas();
    await alterar(
      miradas,
      "UPDATE impuestos SET retirada = 1 WHERE n = (SELECT n FROM impuestos WHERE fecha BETWEEN '2026-10-01' AND '2026-10-31' AND total_impuestos > 0 ORDER BY n LIMIT 1)",
    );
    const difieren = de(await ver(miradas), 'impuestos_totales').filter(({ estado }) => estado === 'difiere');
    expect(difieren.map(({ campo }) => campo)).toContain('tot_impuestos');
    expect(difieren[0]?.filas).toContainEqual(expect.objectContaining({ retirada: true, calculado: null }));
  });
});

describe('a month that is not over', () => {
  const ALTERADA = (signo: '+' | '-'): string =>
    `UPDATE liquidaciones_totales SET total_facturado = total_facturado ${signo} 1 WHERE n = (SELECT n FROM liquidaciones_totales WHERE desde = '2026-10-01' ORDER BY n LIMIT 1)`;

  test('may hold settlements dated on its days to come: more in the totals is partial, not a difference', async () => {
    await using miradas = await sincronizadas();
    await alterar(miradas, ALTERADA('+'));
    const documento = await ver(miradas);
    expect(de(documento, 'liquidaciones_totales').filter(({ estado }) => estado === 'difiere')).toEqual([]);
    expect(de(documento, 'liquidaciones_totales').filter(({ motivo }) => motivo === 'parcial')).toMatchObject([
      { campo: 'total_facturado', periodo: '2026-10' },
    ]);
  });

  test('may hold negative amounts too: fewer of what is negative is partial', async () => {
    await using miradas = await sincronizadas();
    await alterar(
      miradas,
      "UPDATE liquidaciones_totales SET des_otro = -100 WHERE n = (SELECT n FROM liquidaciones_totales WHERE desde = '2026-10-01' ORDER BY n LIMIT 1)",
    );
    await alterar(
      miradas,
      "UPDATE liquidaciones SET descontado_otro = -30 WHERE n = (SELECT l.n FROM liquidaciones l JOIN liquidaciones_totales t ON t.tarjeta = l.tarjeta WHERE t.des_otro = -100 AND l.fecha >= '2026-10-01' ORDER BY l.n LIMIT 1)",
    );
    const difieren = de(await ver(miradas), 'liquidaciones_totales').filter(({ estado }) => estado === 'difiere');
    expect(difieren).toEqual([]);
  });

  test('does not explain fewer in the totals', async () => {
    await using miradas = await sincronizadas();
    await alterar(miradas, ALTERADA('-'));
    const documento = await ver(miradas);
    expect(de(documento, 'liquidaciones_totales').filter(({ estado }) => estado === 'difiere')).toHaveLength(1);
  });
});

describe('what was not read whole', () => {
  test('nothing was ever read: every month says so and nothing differs', async () => {
    await using miradas = await unasMiradas();
    const { controles, difieren, coinciden } = await ver(miradas);
    expect({ difieren, coinciden }).toEqual({ difieren: 0, coinciden: 0 });
    expect(new Set(controles.map(({ motivo }) => motivo))).toEqual(new Set(['sin_leer']));
    expect(controles.every(({ esperado, calculado, diferencia }) => esperado === null && calculado === null && diferencia === null)).toBe(true); // prettier-ignore
  });

  test('a month of which some days are missing is partial, never a difference', async () => {
    await using miradas = await sincronizadas('2026-09-10');
    const documento = await ver(miradas);
    expect(documento.difieren).toBe(0);
    const septiembre = de(documento, 'liquidaciones_totales').filter(({ periodo }) => periodo === '2026-09');
    expect(septiembre).toMatchObject([{ estado: 'sin_datos', motivo: 'parcial', esperado: null, tarjeta: null }]);
    expect(
      de(documento, 'liquidaciones_totales').filter(({ periodo }) => periodo === '2026-10').length,
    ).toBeGreaterThan(1);
  });

  test('only the totals were read: there are no rows to add up, and that is not zero', async () => {
    await using miradas = await unasMiradas();
    await miradas.mundo.sincronizar({
      ...OTONO,
      metodos: ['liquidaciones-totales', 'impuestos-totales', 'calendario'],
    });
    const { controles } = await ver(miradas);
    expect(controles.filter(({ estado }) => estado !== 'sin_datos')).toEqual([]);
  });

  /** Sales of one settlement of September, by their place. */
  const VENTAS_DE_SEPTIEMBRE = `SELECT o.n FROM operaciones o JOIN liquidaciones l ON l.id = o.liquidaciones_id
    WHERE l.id = (SELECT liquidaciones_id FROM operaciones JOIN liquidaciones ON liquidaciones.id = liquidaciones_id
      WHERE liquidaciones.fecha BETWEEN '2026-09-01' AND '2026-09-20' GROUP BY liquidaciones_id HAVING count(*) > 2 ORDER BY liquidaciones_id LIMIT 1)
    ORDER BY o.n`;

  test('sales are looked for as long before their settlement as any was seen: what was not read of that is not missing', async () => {
    await using miradas = await sincronizadas('2026-07-15');
    await alterar(miradas, `DELETE FROM operaciones WHERE n = (${VENTAS_DE_SEPTIEMBRE} LIMIT 1)`);
    const difieren = async () =>
      de(await ver(miradas), 'liquidacion_operaciones').filter(({ estado }) => estado === 'difiere').length;
    expect(await difieren()).toBe(1);
    await alterar(
      miradas,
      "UPDATE operaciones SET fecha_venta = '2026-07-16' WHERE n = (SELECT o.n FROM operaciones o JOIN liquidaciones l ON l.id = o.liquidaciones_id WHERE l.fecha >= '2026-10-05' ORDER BY o.n LIMIT 1)",
    );
    expect(await difieren()).toBe(0);
  });
});

test('a settlement that was due and the bank does not show is not missing from a calendar that does not count it', async () => {
  await using miradas = await sincronizadas();
  const difieren = async () =>
    de(await ver(miradas), 'calendario_acreditado').filter(({ estado }) => estado === 'difiere').length;
  expect(await difieren()).toBe(0);
  const UNA =
    "SELECT l.id FROM liquidaciones l JOIN movimientos m ON m.liquidaciones_id = l.id JOIN operaciones o ON o.liquidaciones_id = l.id WHERE l.total_acreditado > 0 AND m.fecha = o.fecha_pago AND m.fecha BETWEEN '2026-09-05' AND '2026-09-25' ORDER BY l.id LIMIT 1";
  await alterar(
    miradas,
    `UPDATE calendario SET acreditado = acreditado - (SELECT total_acreditado FROM liquidaciones WHERE id = (${UNA})) WHERE fecha = (SELECT fecha FROM movimientos WHERE liquidaciones_id = (${UNA}))`,
  );
  expect(await difieren()).toBe(1);
  await alterar(miradas, 'UPDATE liquidaciones SET acreditada = 1');
  await alterar(miradas, `UPDATE liquidaciones SET acreditada = 0 WHERE id = (${UNA})`);
  expect(await difieren()).toBe(0);
});

describe('why there is no answer', () => {
  test('without a bank feed nobody says the day that a settlement was credited: no reading would help', async () => {
    await using miradas = await unasMiradas({ rasgos: ['interbanking=no'] });
    await miradas.mundo.sincronizar({ desde: '2026-06-01', hasta: '2026-10-15' });
    const acreditado = de(await ver(miradas), 'calendario_acreditado');
    expect(acreditado.map(({ estado, motivo }) => [estado, motivo])).toEqual([
      ['sin_datos', 'no_contratado'],
      ['sin_datos', 'no_contratado'],
    ]);
  });

  test('what the service lists by the payment date was read, and is compared by the day that it is paid', async () => {
    await using miradas = await unasMiradas({ rasgos: ['fecha_filtro=pago'] });
    await miradas.mundo.sincronizar({ desde: '2026-07-01', hasta: '2026-10-15' });
    const documento = await ver(miradas);
    expect(documento.controles.filter(({ motivo }) => motivo === 'sin_leer')).toEqual([]);
    expect(documento.difieren).toBe(0);
    expect(de(documento, 'calendario_acreditado').map(({ estado }) => estado)).toEqual(['coincide', 'coincide']);
    expect(documento.cobertura).toMatchObject({ estado: 'parcial', porOtraFecha: true });
    expect(coberturaEnPalabras(documento.cobertura)).toContain('leídos por otra fecha, pueden faltar filas');
    const salida = path.join(miradas.carpeta, 'papel.xlsx');
    const pedido = { cuenta: undefined, papel: 'liquidaciones' as const, salida, ...OTONO };
    const contexto = { signal: new AbortController().signal, onProgress: () => undefined };
    const resumen = hojaDe(await readLibro((await miradas.papeles.exportar(pedido, contexto)).archivo), 'Resumen por mes'); // prettier-ignore
    const meses = resumen.filas.filter(([mes]) => mes === '2026-09');
    expect([meses[0]?.at(-1), Number(meses[0]?.[1]) > 0]).toEqual(['Leído por fecha de pago', true]);
  });

  test('a period that is part of a month says which days each comparison is of: the service only adds up months', async () => {
    await using miradas = await sincronizadas();
    const documento = await ver(miradas, { desde: dia('2026-09-10'), hasta: dia('2026-09-20') });
    const dias = (control: Control) => new Set(de(documento, control).map(({ desde, hasta }) => `${desde} ${hasta}`));
    const [mes, pedido] = ['2026-09-01 2026-09-30', '2026-09-10 2026-09-20'];
    for (const control of ['liquidaciones_totales', 'impuestos_totales'] as const)
      expect(dias(control), control).toEqual(new Set([mes]));
    for (const control of [
      'calendario_vendido',
      'liquidacion_operaciones',
      'liquidacion_neto',
      'impuestos_partes',
    ] as const)
      // prettier-ignore
      expect(dias(control), control).toEqual(new Set([pedido]));
  });

  /** One settlement of September with sales, and its card. */
  const UNA = "SELECT l.id FROM liquidaciones l JOIN operaciones o ON o.liquidaciones_id = l.id WHERE l.fecha BETWEEN '2026-09-05' AND '2026-09-20' AND l.total_facturado > 0 GROUP BY l.id ORDER BY l.id LIMIT 1"; // prettier-ignore

  test('settlements that the service says have no operations are left out and counted, not a difference', async () => {
    await using miradas = await sincronizadas();
    await alterar(miradas, `DELETE FROM liquidaciones_conciliadas WHERE id = (${UNA})`);
    await alterar(miradas, `UPDATE operaciones SET liquidaciones_id = NULL WHERE liquidaciones_id = (${UNA})`);
    const controles = de(await ver(miradas), 'liquidacion_operaciones');
    expect(controles.filter(({ estado }) => estado === 'difiere')).toEqual([]);
    expect(controles.map(({ sinOperaciones }) => sinOperaciones ?? 0).reduce((a, b) => a + b, 0)).toBe(1);
    // While the list of those that have some was not read, nobody says it.
    await alterar(miradas, "DELETE FROM cobertura WHERE metodo = 'liquidaciones-conciliadas'");
    expect(de(await ver(miradas), 'liquidacion_operaciones').filter(({ estado }) => estado === 'difiere')).toHaveLength(1); // prettier-ignore
  });

  test('a difference over sums that lack rows set aside accuses nobody; one within a row stays', async () => {
    await using miradas = await sincronizadas();
    await alterar(
      miradas,
      "UPDATE liquidaciones SET total_facturado = total_facturado + 100 WHERE n = (SELECT n FROM liquidaciones WHERE fecha BETWEEN '2026-09-05' AND '2026-09-20' AND total_facturado > 0 ORDER BY n LIMIT 1)",
    );
    const estados = async () => {
      const documento = await ver(miradas);
      const suyos = (control: Control) => de(documento, control).filter(({ periodo }) => periodo === '2026-09').filter(({ estado }) => estado !== 'coincide').map(({ estado, motivo }) => motivo ?? estado); // prettier-ignore
      return [suyos('liquidaciones_totales')[0], suyos('liquidacion_neto')[0]];
    };
    expect(await estados()).toEqual(['difiere', 'difiere']);
    await miradas.caches.usar(miradas.cuenta, (cache) => {
      const ventana = { desde: dia('2026-09-01'), hasta: dia('2026-09-30') };
      const cuando = miradas.mundo.clock.now();
      return Promise.resolve(cache.apartar({ metodo: 'liquidaciones', crudo: '{}', motivo: 'm', cuando, ventana }));
    });
    expect(await estados()).toEqual(['apartadas', 'difiere']);
  });
});

describe('what may cause a difference', () => {
  const UNA = "SELECT id FROM liquidaciones WHERE fecha BETWEEN '2026-09-05' AND '2026-09-20' AND total_acreditado > 0 AND id IN (SELECT liquidaciones_id FROM movimientos) ORDER BY id LIMIT 1"; // prettier-ignore

  test('a settlement that is missing is named by the records that carry its number, with its amount', async () => {
    await using miradas = await sincronizadas();
    const db = new Database(miradas.mundo.ruta, { readonly: true });
    const { numero, total } = db.prepare(`SELECT numero, total_acreditado AS total FROM liquidaciones WHERE id = (${UNA})`).get() as { numero: string; total: number }; // prettier-ignore
    db.close();
    await alterar(miradas, `DELETE FROM liquidaciones WHERE id = (${UNA})`);
    const difieren = de(await ver(miradas), 'liquidaciones_totales').filter(({ estado }) => estado === 'difiere');
    const acreditado = difieren.find(({ campo }) => campo === 'total_acreditado');
    expect(acreditado).toMatchObject({ periodo: '2026-09', diferencia: formatPlain(BigInt(-total)) });
    const [falta] = acreditado?.filas.filter(({ nombradaPor }) => nombradaPor !== undefined) ?? [];
    expect(falta).toMatchObject({ nombre: numero, esperado: formatPlain(BigInt(total)), calculado: null });
    expect(falta?.nombradaPor?.map(({ vista }) => vista)).toEqual(
      expect.arrayContaining(['impuestos', 'liquidaciones-conciliadas', 'operaciones', 'movimientos']),
    );
    expect(falta?.abrir).toMatchObject({ vista: 'impuestos', filtros: [{ campo: 'id' }] });
    const salida = path.join(miradas.carpeta, 'papel.xlsx');
    const pedido = { cuenta: undefined, papel: 'liquidaciones' as const, salida, ...OTONO };
    const contexto = { signal: new AbortController().signal, onProgress: () => undefined };
    const { archivo } = await miradas.papeles.exportar(pedido, contexto);
    const textos = hojaDe(await readLibro(archivo), 'Controles')
      .filas.flat()
      .join('\n');
    expect(textos).toContain(`${numero} (falta acá; figura en un comprobante de impuestos, la lista de conciliadas, `);
  });

  test('a tax record that is missing is named by its settlement', async () => {
    await using miradas = await sincronizadas();
    await alterar(miradas, `DELETE FROM impuestos WHERE id = (${UNA})`);
    const difieren = de(await ver(miradas), 'impuestos_totales').filter(({ estado }) => estado === 'difiere');
    expect(difieren.length).toBeGreaterThan(0);
    const [falta] = difieren[0]?.filas.filter(({ nombradaPor }) => nombradaPor !== undefined) ?? [];
    expect(falta).toMatchObject({ diferencia: null, nombradaPor: [{ vista: 'liquidaciones', filas: 1 }] });
  });

  test('a row in doubt is named as such', async () => {
    await using miradas = await sincronizadas();
    await alterar(miradas, `INSERT INTO ausencia (metodo, id, desde) SELECT 'liquidaciones', id, 0 FROM liquidaciones WHERE id = (${UNA})`); // prettier-ignore
    // The service's own total has it no more.
    await alterar(
      miradas,
      `UPDATE liquidaciones_totales SET total_acreditado = total_acreditado - (SELECT total_acreditado FROM liquidaciones WHERE id = (${UNA})) WHERE desde = '2026-09-01' AND tarjeta = (SELECT tarjeta FROM liquidaciones WHERE id = (${UNA}))`,
    );
    const [difiere] = de(await ver(miradas), 'liquidaciones_totales').filter(({ estado }) => estado === 'difiere');
    expect(difiere?.filas).toEqual([expect.objectContaining({ enDuda: true, calculado: difiere?.diferencia })]);
  });
});
