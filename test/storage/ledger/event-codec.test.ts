import { describe, expect, test } from 'vitest';
import { decodeEvent, encodeEvent } from '../../../src-main/storage/ledger/event-codec.ts';

describe('events', () => {
  test('are written with the version of their form, and read back the same', () => {
    const text = encodeEvent({ kind: 'decidida', clave: 'dejar' });
    expect(JSON.parse(text)).toEqual({ kind: 'decidida', clave: 'dejar', v: 1 });
    expect(decodeEvent(text)).toEqual({ kind: 'decidida', clave: 'dejar' });
  });

  test.for([
    ['of another kind', '{"kind":"teletransportada","v":1}'],
    ['of a kind that every object has', '{"kind":"constructor","v":1}'],
    ['of a later form', '{"kind":"terminada","v":2,"porque":"sí"}'],
  ])('%s are of a newer program', ([, detail = '']) => {
    expect(() => decodeEvent(detail)).toThrow(expect.objectContaining({ code: 'CARGA_MAS_NUEVA' }) as Error);
  });

  test.for([
    ['that are no text of ours', '{"kind":"termin'],
    ['without a kind', '{"v":1}'],
    ['without a version', '{"kind":"terminada"}'],
    ['with a version that is none', '{"kind":"terminada","v":"dos"}'],
    ['without a field of their form', '{"kind":"decidida","v":1}'],
    ['with a field that their form does not have', '{"kind":"terminada","porque":"sí","v":1}'],
    ['with a date that is none', '{"kind":"base","ids":[],"desde":"2026-13-45","v":1}'],
    ['with a word that is not of the list', '{"kind":"reinicio","motivo":"aburrimiento","v":1}'],
  ])('%s are damage', ([, detail = '']) => {
    expect(() => decodeEvent(detail)).toThrow(expect.objectContaining({ code: 'LIBRO_DANADO' }) as Error);
  });
});
