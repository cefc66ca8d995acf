import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FinishedUpload } from '#contract/documents.ts';
import type { ExplanationsDocument, MissingDocument, PreviewDocument } from '#contract/explanations.ts';
import type { Cupon } from '#domain/cupon.ts';
import { makeSampleCupones } from '../../../scripts/sample-cupones.ts';
import { csvOf, mountWorld, NO_WAITS, type World } from './world.ts';

let world: World;
let file: string;
let slips: ReadonlyMap<number | null, ReturnType<typeof makeSampleCupones>[number]['mistake']>;

beforeAll(async () => {
  world = await mountWorld();
  const samples = makeSampleCupones(world.sandbox, { cantidad: 300, semilla: 3 });
  // The header is the first row.
  slips = new Map(samples.map(({ mistake }, i) => [i + 2, mistake]));
  file = world.file('cupones.csv', csvOf(samples.map(({ cupon }) => cupon)));
});
afterAll(() => world.close());

/** The reason that each mistake of the example is. */
const MOTIVOS = {
  importe: 'IMPORTE_DISTINTO',
  comprobante: 'COMPROBANTE_DISTINTO',
  tarjeta: 'TARJETA_DISTINTA',
  fecha: 'FECHA_DISTINTA',
  absent: 'SIN_OPERACION',
} as const;

describe('why coupons did not match, from the command line', () => {
  test('previa says what would match before anything is sent', async () => {
    await world.json(['sincronizar', '--desde', '2025-08-01']);
    world.sandbox.forgetReceived();
    const { id, cupones } = await world.json<PreviewDocument>(['previa', file]);
    expect(id).toBeNull();
    expect(world.sandbox.listReceived('subir')).toEqual([]);
    expect(cupones.map(({ fila }) => fila)).toEqual([...slips.keys()]);
    expect(cupones.every(({ seq }) => seq === null)).toBe(true);
    const right = cupones.filter(({ fila }) => slips.get(fila) === null);
    expect(right.filter(({ motivo }) => motivo !== 'COINCIDE_SIN_CONCILIAR')).toEqual([]);
  });

  test('explicar says of each coupon its reason, the operation and what differs', async () => {
    const { id, carga, sinConciliar } = await world.json<FinishedUpload>(['conciliar', file, ...NO_WAITS]);
    const doc = await world.json<ExplanationsDocument>(['explicar', String(id)]);
    expect(doc.id).toBe(id);
    expect(doc.cupones).toHaveLength(sinConciliar);
    for (const { fila, seq, motivo, texto, candidatos, decision } of doc.cupones) {
      const mistake = slips.get(fila);
      expect(mistake).toBeTypeOf('string');
      if (mistake === null || mistake === undefined) continue;
      expect({ fila, motivo }).toEqual({ fila, motivo: MOTIVOS[mistake] });
      expect(seq).toBe((fila ?? 0) - 1);
      expect(texto).not.toBe('');
      expect(decision).toBeNull();
      if (mistake === 'absent') continue;
      expect(candidatos[0]?.puntaje).toBeGreaterThan(0.9);
      const [difference] = candidatos[0]?.diferencias ?? [];
      expect(difference?.cupon).not.toBe(difference?.operacion);
    }
    expect(await world.json<ExplanationsDocument>(['explicar', carga])).toEqual(doc);
    const { stdout } = await world.cli(['explicar', String(id)]);
    expect(stdout).toMatch(/La tarjeta informó \$.[\d.]+,00; vos cargaste \$.[\d.]+,13\. Difiere en \$/u);
  });

  test('previa of a file that was sent counts what will match when it is sent again', async () => {
    const rows = makeSampleCupones(world.sandbox, { cantidad: 300, semilla: 3 });
    const idOf = (cupon: Cupon) => cupon.comprobante ?? cupon.wallet_referencia;
    const sent = new Set(rows.map(({ cupon }) => idOf(cupon)));
    // Other sales of the same shop, which were never sent.
    const others = makeSampleCupones(world.sandbox, { cantidad: 900, semilla: 8 }).filter(
      ({ cupon }) => !sent.has(idOf(cupon)),
    );
    const again = world.file('de-nuevo.csv', csvOf([...rows, ...others].map(({ cupon }) => cupon)));
    const { conciliarian, cupones } = await world.json<PreviewDocument>(['previa', again]);
    const { conciliados } = await world.json<FinishedUpload>(['conciliar', again, '--repetir', ...NO_WAITS]);
    expect(conciliados).toBeGreaterThan(500);
    expect(Math.abs(conciliarian.cupones - conciliados)).toBeLessThanOrEqual(conciliados / 100);
    const told = cupones
      .filter(({ motivo, yaEnviado }) => yaEnviado && motivo === 'COINCIDE_SIN_CONCILIAR')
      .map(({ fila }) => (fila ?? 0) - 2);
    expect(told.length).toBe(conciliarian.yaEnviados);
    // The first 300 rows are those that were sent.
    expect(told).toEqual(rows.flatMap(({ mistake }, row) => (mistake === null ? [row] : [])));
    const { stdout } = await world.cli(['previa', again]);
    expect(stdout).toMatch(/De éstos, \d+ cupones ya se enviaron y conciliaron/u);
  });

  test('faltantes names the coupon, in our upload, of each operation whose coupon did not match', async () => {
    const { noConciliadas } = await world.json<MissingDocument>([
      'faltantes',
      '--desde',
      '2025-08-01',
      '--hasta',
      '2026-10-31',
    ]);
    const uploaded = noConciliadas.detalle.flatMap(({ cupones }) => cupones);
    expect(uploaded.length).toBeGreaterThan(0);
    // The header is the first row.
    expect(uploaded.map(({ seq }) => seq)).toEqual(uploaded.map(({ fila }) => (fila ?? 0) - 1));
  });

  test.each([
    [['explicar', '99999'], 1, 'CONCILIACION_INEXISTENTE'],
    [['explicar'], 2, 'USO'],
    [['faltantes', '--desde', '2026-10-31', '--hasta', '2026-10-01'], 2, 'ENTRADA_INVALIDA'],
    [['previa', 'no-esta.csv'], 1, 'ARCHIVO_INEXISTENTE'],
  ])('%j is told what is wrong', async (args, codeText, code) => {
    expect(await world.json([...args], codeText)).toMatchObject({ codigo: code, mensaje: expect.any(String) });
  });

  test('previa of a file with bad rows has the code that conciliar has', async () => {
    const bad = world.file(
      'malas.csv',
      'Fecha;Importe;Comprobante;Tarjeta\n01/10/2026;cien;1;1234\n01/10/2026;10,00;2;1234\n',
    );
    expect(await world.json(['previa', bad], 1)).toMatchObject({
      ...{ codigo: 'VALIDACION_RECHAZADA', archivos: [{ conError: 1 }], conciliarian: expect.any(Object) },
      mensaje: expect.any(String),
    });
  });
});
