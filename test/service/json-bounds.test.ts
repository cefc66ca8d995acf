import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { boundJson, MAX_PAGE_BYTES } from '#service/transport/json-bounds.ts';
import { clientOf, noSignal } from './fixtures.ts';
import { window } from './listing.ts';

const MIB = 1024 * 1024;
/** A JSON list of as many `item`s as fit in `bytes`. */
const listOf = (item: string, bytes: number): string =>
  `[${Array.from({ length: Math.floor(bytes / (item.length + 1)) }, () => item).join(',')}]`;

describe('an answer that would hold everything else', () => {
  test.each([
    ['too many values', `{"comercios":${listOf('{}', 8 * MIB)},"total":1}`, 'valores'],
    ['too deep', '['.repeat(4 * MIB), 'profundidad'],
    ['too deep, and short', `{"comercios":${'['.repeat(40)}${']'.repeat(40)},"total":1}`, 'profundidad'],
    ['more shops than there are', `{"comercios":${listOf('{}', 50_001 * 3)},"total":50001}`, 'filas'],
    [
      'an object of names',
      `{"comercios":[],"x":{${Array.from({ length: 10_001 }, (_, i) => `"${String(i)}":1`).join(',')}}}`,
      'nombres',
    ],
  ])('%s is refused as RESPUESTA_ENORME and not asked for again', async (_what, body, motivo) => {
    const { server, service } = await clientOf(() => ({ body }));
    await expect(service.comercios(noSignal)).rejects.toMatchObject({ code: 'RESPUESTA_ENORME', detail: { motivo } });
    expect(server.count('/v1/comercios')).toBe(1);
    expect(service.quarantined).toEqual([]);
  });

  test('a page of more than six times the rows that were asked for is refused before any is looked at', async () => {
    const rows = (count: number) => ({
      body: { operaciones: Array.from({ length: count }, () => ({})), total: count },
    });
    let count = 6001;
    const { server, service } = await clientOf(() => rows(count));
    const asked = { ventana: window };
    await expect(service.operaciones.page(asked, noSignal)).rejects.toMatchObject({
      code: 'RESPUESTA_ENORME',
      detail: { motivo: 'filas', limite: 6000 },
    });
    // One request for each way to ask for a page size, and none for a further page.
    expect(server.count('/v1/operaciones')).toBe(3);
    expect(service.quarantined).toEqual([]);
    count = 6000;
    expect((await service.operaciones.page(asked, noSignal)).bad).toHaveLength(6000);
  });

  test.each(['gzip', 'identity'])('a page of more than 8 MiB is not read: %s', async (coding) => {
    const bytes = Buffer.from(`{"operaciones":[],"total":0,"x":"${'x'.repeat(MAX_PAGE_BYTES)}"}`);
    const body = coding === 'gzip' ? gzipSync(bytes) : bytes;
    const { server, service } = await clientOf(() => ({ body, headers: { 'content-encoding': coding } }));
    await expect(service.calendario({ mes: '2026-10' }, noSignal)).rejects.toMatchObject({
      code: 'RESPUESTA_ENORME',
      detail: { motivo: 'bytes', limite: MAX_PAGE_BYTES },
    });
    expect(server.count('/v1/calendario')).toBe(1);
  });

  test('a list inside a row that is all wrong is one reason, not a million', async () => {
    const detail = { ventas: Array.from({ length: 300_000 }, () => 1), descuentos: [] };
    const { service } = await clientOf(() => ({
      body: { liquidaciones: [{ id: '1', fecha: '10/10/2026', detalle: detail }], total: 1 },
    }));
    const { bad } = await service.liquidaciones.page({ ventana: window }, noSignal);
    expect(bad).toMatchObject([{ problemas: [{ campo: 'detalle.ventas.0', forma: 'objeto' }] }]);
  });
});

test.each([
  ...['[{,'.repeat(MIB), '\\"[,'.repeat(MIB), '\\'.repeat(2 * MIB)].map((nombre) =>
    JSON.stringify({ comercios: [{ nombre }] }),
  ),
  ...['"', '{"a":"\\', ']'.repeat(2 * MIB), '}}}}'].map((text) => text.padEnd(2 * MIB, ' ')),
])('what a string holds, or is no JSON, is not counted (%#)', (text) => {
  expect(() => boundJson(Buffer.from(text))).not.toThrow();
});
