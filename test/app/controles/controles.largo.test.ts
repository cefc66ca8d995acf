import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { Control, ControlDocumento, ControlesDocumento } from '#contract/controles.ts';
import { dia } from '../../storage/cache/apoyo.ts';
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
    expect(difieren[0]?.filas.some(({ calculado }) => calculado === null)).toBe(true);
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
});
