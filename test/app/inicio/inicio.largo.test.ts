import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { toDayNumber } from '#domain/civil-date.ts';
import { COMERCIOS } from '#sandbox/catalogo.ts';
import type { Sandbox } from '#sandbox/index.ts';
import { dia } from '../../storage/cache/apoyo.ts';
import { unasMiradas, type Miradas } from '../papeles/mundo.ts';
import { reales, suma } from '../papeles/verdad.ts';

/** The clock of these tests stands on Thursday 15 October 2026. */
const HOY = '2026-10-15';
const ver = ({ inicio }: Miradas) => inicio.ver({ cuenta: undefined });
const centavos = (importe: string | null): number => Math.round(Number(importe) * 100);

async function sincronizadas(): Promise<Miradas> {
  const miradas = await unasMiradas();
  await miradas.mundo.sincronizar();
  return miradas;
}

const todos = ({ datos }: Sandbox, que: 'vendido' | 'acreditado', fecha: string): number =>
  COMERCIOS.reduce((total, _, comercio) => total + datos[que](toDayNumber(dia(fecha)), comercio), 0);

describe('the figures of the first page', () => {
  test('what was sold and credited this month is the sandbox’s, day by day', async () => {
    await using miradas = await sincronizadas();
    const { calendario, vendido, acreditado, hayDatos, hoy } = await ver(miradas);
    expect({ hayDatos, hoy }).toEqual({ hayDatos: true, hoy: HOY });
    const { sandbox } = miradas.mundo;
    for (const { fecha, estado, ...importes } of calendario.dias) {
      if (fecha > HOY) expect([fecha, estado, importes.vendido]).toEqual([fecha, 'futuro', null]);
      else {
        expect([fecha, estado]).toEqual([fecha, 'leido']);
        expect(centavos(importes.vendido)).toBe(todos(sandbox, 'vendido', fecha));
        expect(centavos(importes.acreditado)).toBe(todos(sandbox, 'acreditado', fecha));
      }
    }
    const leidos = calendario.dias.filter(({ fecha }) => fecha <= HOY);
    expect(centavos(vendido.importe)).toBe(leidos.reduce((n, { fecha }) => n + todos(sandbox, 'vendido', fecha), 0));
    expect(centavos(acreditado.importe)).toBe(
      leidos.reduce((n, { fecha }) => n + todos(sandbox, 'acreditado', fecha), 0),
    );
    expect(vendido.abrir).toEqual({ vista: 'operaciones', desde: '2026-10-01', hasta: HOY });
    expect(calendario.dias.find(({ fecha }) => fecha === '2026-10-12')?.feriado).toBe('Diversidad Cultural');
  });

  test('what is to be credited by settlements already made is exact, day by day', async () => {
    await using miradas = await sincronizadas();
    const { linea, porAcreditar } = await ver(miradas);
    const hoy = toDayNumber(dia(HOY));
    const pendientes = reales(miradas.mundo.sandbox, '2026-07-20', HOY).filter(({ pago }) => pago > hoy);
    const { ops } = miradas.mundo.sandbox.datos;
    const conVentas = new Map<number, number>();
    // A charge without operations has no payment date that anybody tells.
    for (const { pago, importes } of pendientes)
      if (importes['total_facturado'] !== 0)
        conVentas.set(pago, (conVentas.get(pago) ?? 0) + (importes['total_acreditado'] ?? 0));
    let sueltas = 0;
    for (let i = 0; i < ops.cantidad; i++) {
      if ((ops.liquidacion[i] ?? -1) >= 0 || (ops.pago[i] ?? 0) <= hoy) continue;
      const neto = (ops.importe[i] ?? 0) - (ops.arancel[i] ?? 0) - (ops.costoFin[i] ?? 0);
      sueltas += neto;
      conVentas.set(ops.pago[i] ?? 0, (conVentas.get(ops.pago[i] ?? 0) ?? 0) + neto);
    }
    expect(sueltas).not.toBe(0);
    expect(centavos(porAcreditar.importe)).toBe([...conVentas.values()].reduce((a, b) => a + b, 0));
    for (const { fecha, clase, importe } of linea.filter(({ fecha: cual }) => cual > HOY)) {
      expect(clase).toBe('por_acreditar');
      expect(centavos(importe)).toBe(conVentas.get(toDayNumber(dia(fecha))) ?? 0);
    }
  });

  test('what is deducted is a share of what each card billed in the months that were read whole', async () => {
    await using miradas = await sincronizadas();
    const { costos, contracargos } = await ver(miradas);
    const total = costos.at(-1);
    expect(total?.tarjeta).toBeNull();
    expect(total?.meses.map(({ mes }) => mes)).toEqual([
      '2026-05',
      '2026-06',
      '2026-07',
      '2026-08',
      '2026-09',
      '2026-10',
    ]);
    // Ninety days begin in July: that month is not whole.
    expect(total?.meses.slice(0, 3).map((mes) => mes.total)).toEqual([null, null, null]);
    const septiembre = reales(miradas.mundo.sandbox, '2026-09-01', '2026-09-30');
    const parte = (suma(septiembre, 'total_descontado') / suma(septiembre, 'total_facturado')) * 10_000;
    expect(total?.meses[4]?.total).toBe(Math.round(parte));
    expect(costos.length).toBeGreaterThan(3);
    expect(contracargos.map(({ cantidad }) => cantidad === null)).toEqual([true, true, true, false, false, false]);
  });
});

describe('never read is not zero', () => {
  test('nothing was ever read: every figure is null, and no file is made', async () => {
    await using miradas = await unasMiradas();
    const inicio = await ver(miradas);
    expect(inicio).toMatchObject({
      hayDatos: false,
      banco: null,
      vendido: { importe: null, variacion: null },
      acreditado: { importe: null },
      porAcreditar: { importe: null },
      sinConciliar: null,
      costos: [],
    });
    expect(inicio.calendario.dias.filter(({ estado }) => estado === 'leido')).toEqual([]);
    expect(inicio.linea.every(({ clase, importe }) => clase === 'sin_leer' && importe === null)).toBe(true);
    expect(existsSync(miradas.mundo.ruta)).toBe(false);
  });

  test('days after the reading were not read, although their month was stored whole', async () => {
    await using miradas = await sincronizadas();
    miradas.mundo.clock.advance(3 * 86_400_000);
    const { calendario } = await ver(miradas);
    const estados = calendario.dias.slice(13, 19).map(({ fecha, estado }) => [fecha.slice(8), estado]);
    expect(estados).toEqual([
      ['14', 'leido'],
      ['15', 'leido'],
      ['16', 'sin_leer'],
      ['17', 'sin_leer'],
      ['18', 'sin_leer'],
      ['19', 'futuro'],
    ]);
    expect(calendario.sinLeer).toBe(3);
  });

  test('without a bank feed what was credited opens operations by their payment date', async () => {
    await using miradas = await unasMiradas();
    miradas.mundo.sandbox.cambiarRasgo('interbanking', 'no');
    await miradas.mundo.sincronizar();
    const { banco, acreditado } = await ver(miradas);
    expect(banco).toBe(false);
    expect(acreditado.abrir).toMatchObject({ vista: 'operaciones', campoFecha: 'fecha_pago' });
  });

  test('the comparison with the month before needs the same days of both', async () => {
    await using miradas = await unasMiradas();
    await miradas.mundo.sincronizar({ desde: '2026-10-01', hasta: HOY });
    expect((await ver(miradas)).vendido.variacion).toBeNull();
    await miradas.mundo.sincronizar({ desde: '2026-09-01', hasta: HOY });
    expect((await ver(miradas)).vendido.variacion).toBeTypeOf('number');
  });
});

describe('what changed since the last time', () => {
  const visto = ({ inicio }: Miradas) => inicio.visto({ cuenta: undefined });

  test('the first time it says what was credited since yesterday', async () => {
    await using miradas = await sincronizadas();
    const { desde, novedades } = await ver(miradas);
    expect(desde).toBeNull();
    expect(novedades.at(-1)).toMatchObject({ clase: 'leido' });
  });

  test('a visit of today does not hide what it showed; tomorrow it is what news are counted from', async () => {
    await using miradas = await sincronizadas();
    await visto(miradas);
    expect((await ver(miradas)).desde).toBeNull();
    miradas.mundo.clock.advance(86_400_000);
    expect((await ver(miradas)).desde).toBe(HOY);
    await visto(miradas);
    expect((await ver(miradas)).desde).toBe(HOY);
  });

  test('chargebacks that appeared since are counted, with what they add up to', async () => {
    await using miradas = await unasMiradas({ operaciones: 10_000 });
    await miradas.mundo.sincronizar({ desde: '2026-09-01', hasta: HOY, metodos: ['rechazos'] });
    await visto(miradas);
    const archivo = path.join(miradas.carpeta, 'inicio.json');
    const guardado = JSON.parse(readFileSync(archivo, 'utf8')) as {
      ultima: { dia: string; contracargos: Record<string, { cantidad: number; importe: string }> };
    };
    const antes = guardado.ultima.contracargos['2026-09'];
    if (antes === undefined) throw new Error('September was read');
    expect(antes.cantidad).toBeGreaterThan(0);
    // As if the service had reported two of them after a visit of the day before.
    guardado.ultima.dia = '2026-10-14';
    guardado.ultima.contracargos['2026-09'] = {
      cantidad: antes.cantidad - 1,
      importe: String(Number(antes.importe) - 500),
    };
    writeFileSync(archivo, JSON.stringify(guardado));
    const { novedades } = await ver(miradas);
    expect(novedades).toContainEqual(expect.objectContaining({ clase: 'contracargos', cantidad: 1, importe: '5.00' }));
    // The rail counts the same.
    const pendientes = await miradas.inicio.pendientes({ cuenta: undefined });
    expect(pendientes).toEqual({ sinConciliar: null, contracargos: 1 });
  });

  test('a file of visits that cannot be understood is set aside, and news begin again', async () => {
    await using miradas = await sincronizadas();
    writeFileSync(path.join(miradas.carpeta, 'inicio.json'), '{"version":');
    expect((await ver(miradas)).desde).toBeNull();
  });
});

describe('rows that the service stopped showing', () => {
  test('are told by view with what they are worth, where the page adds them up', async () => {
    await using miradas = await sincronizadas();
    expect((await ver(miradas)).enDuda).toEqual([]);
    const db = new Database(miradas.mundo.ruta);
    const doubt = (metodo: string, importe: string, cond: string): number => {
      const una = db.prepare(`SELECT id, ${importe} AS importe FROM ${metodo} WHERE ${cond} LIMIT 1`).get() as { id: string; importe: number }; // prettier-ignore
      db.prepare('INSERT INTO ausencia (metodo, id, desde) VALUES (?, ?, 0)').run(metodo, una.id);
      return una.importe;
    };
    const [sale, settled] = [
      doubt('operaciones', 'importe', `fecha_pago > '${HOY}' AND importe > 0`),
      doubt('liquidaciones', 'total_acreditado', "fecha LIKE '2026-09%' AND total_acreditado > 0"),
    ];
    // It is paid: no figure of the page has it.
    doubt('operaciones', 'importe', `fecha_pago < '${HOY}'`);
    db.close();
    const { enDuda } = await ver(miradas);
    expect(enDuda.map(({ vista, filas, importe }) => [vista, filas, centavos(importe)])).toEqual([
      ['operaciones', 1, sale],
      ['liquidaciones', 1, settled],
    ]);
    expect(enDuda[0]?.abrir).toEqual({ vista: 'operaciones', campoFecha: 'fecha_pago', desde: '2026-10-16' });
  });
});

describe('the calendar', () => {
  test('gives whole months with what is known of each day, and how far there is data', async () => {
    await using miradas = await sincronizadas();
    const { meses, primero, ultimo, cobertura } = await miradas.inicio.calendario({
      cuenta: undefined,
      desde: '2026-06',
      hasta: '2026-11',
    });
    expect(meses.map(({ mes, dias }) => [mes, dias.length])).toEqual([
      ['2026-06', 30],
      ['2026-07', 31],
      ['2026-08', 31],
      ['2026-09', 30],
      ['2026-10', 31],
      ['2026-11', 30],
    ]);
    // The calendar is read by whole months: all of July, although ninety days begin within it.
    expect(meses.map(({ sinLeer }) => sinLeer)).toEqual([30, 0, 0, 0, 0, 0]);
    expect({ primero, ultimo }).toEqual({ primero: '2026-07', ultimo: '2026-10' });
    expect(cobertura.estado).toBe('parcial');
  });

  test('more than two years, or none, is a wrong call', async () => {
    await using miradas = await unasMiradas();
    const pedir = (desde: string, hasta: string) => miradas.inicio.calendario({ cuenta: undefined, desde, hasta });
    await expect(pedir('2024-01', '2026-02')).rejects.toMatchObject({ code: 'ENTRADA_INVALIDA' });
    await expect(pedir('2026-02', '2026-01')).rejects.toMatchObject({ code: 'ENTRADA_INVALIDA' });
  });
});
