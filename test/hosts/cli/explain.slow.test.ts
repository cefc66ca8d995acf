import { afterAll, describe, expect, test } from 'vitest';
import type { FinishedUpload } from '#contract/documents.ts';
import type { ExplanationsDocument, PreviewDocument } from '#contract/explanations.ts';
import type { Cupon } from '#domain/cupon.ts';
import { makeSampleCupones } from '../../../scripts/sample-cupones.ts';
import { csvOf, mountWorld, NO_WAITS } from './world.ts';

const world = await mountWorld();
afterAll(() => world.close());
const samples = makeSampleCupones(world.sandbox, { cantidad: 300, semilla: 3 });
const file = world.file('cupones.csv', csvOf(samples.map(({ cupon }) => cupon)));

describe('why coupons did not match, from the command line', () => {
  test('previa says of each row what would happen to it, and sends nothing', async () => {
    await world.json(['sincronizar', '--desde', '2025-08-01']);
    world.sandbox.forgetReceived();
    const { id, cupones } = await world.json<PreviewDocument>(['previa', file]);
    expect(id).toBeNull();
    expect(world.sandbox.listReceived('subir')).toEqual([]);
    // Row 1 is the header.
    expect(cupones.map(({ fila }) => fila)).toEqual(samples.map((_, i) => i + 2));
  });

  test('explicar takes the number of the reconciliation or of the upload, and says what differs', async () => {
    const { id, carga, sinConciliar } = await world.json<FinishedUpload>(['conciliar', file, ...NO_WAITS]);
    const doc = await world.json<ExplanationsDocument>(['explicar', String(id)]);
    expect(doc.id).toBe(id);
    expect(doc.cupones).toHaveLength(sinConciliar);
    expect(await world.json<ExplanationsDocument>(['explicar', carga])).toEqual(doc);
    const { stdout } = await world.cli(['explicar', String(id)]);
    expect(stdout).toMatch(/La tarjeta informó \$.[\d.]+,00; vos cargaste \$.[\d.]+,13\. Difiere en \$/u);
  });

  test('previa of a file that was sent counts what will match when it is sent again', async () => {
    const idOf = (cupon: Cupon) => cupon.comprobante ?? cupon.wallet_referencia;
    const sent = new Set(samples.map(({ cupon }) => idOf(cupon)));
    // Sales of the same shop that were never sent.
    const others = makeSampleCupones(world.sandbox, { cantidad: 900, semilla: 8 }).filter(
      ({ cupon }) => !sent.has(idOf(cupon)),
    );
    const again = world.file('de-nuevo.csv', csvOf([...samples, ...others].map(({ cupon }) => cupon)));
    const { conciliarian, cupones } = await world.json<PreviewDocument>(['previa', again]);
    const { conciliados } = await world.json<FinishedUpload>(['conciliar', again, '--repetir', ...NO_WAITS]);
    expect(conciliados).toBeGreaterThan(500);
    expect(Math.abs(conciliarian.cupones - conciliados)).toBeLessThanOrEqual(conciliados / 100);
    const told = cupones
      .filter(({ motivo, yaEnviado }) => yaEnviado && motivo === 'COINCIDE_SIN_CONCILIAR')
      .map(({ fila }) => (fila ?? 0) - 2);
    expect(told.length).toBe(conciliarian.yaEnviados);
    // The first 300 rows are those that were sent.
    expect(told).toEqual(samples.flatMap(({ mistake }, row) => (mistake === null ? [row] : [])));
    const { stdout } = await world.cli(['previa', again]);
    expect(stdout).toMatch(/De éstos, \d+ cupones ya se enviaron y conciliaron/u);
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
