import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { decodeEvent, encodeEvent } from '../../../src-main/storage/ledger/event-codec.ts';
import { EVENT_FORMS } from '../../../src-main/storage/ledger/event-forms.ts';
import { hashOf } from './form-hash.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const written = z.array(z.object({ kind: z.string(), detail: z.string() }));
const eventsOf = (version: string) =>
  written.parse(JSON.parse(readFileSync(path.join(FIXTURES, version, 'events.json'), 'utf8')));

/** The forms that some ledger may have, by kind and in the order of their versions: forms are added to a kind, never edited. */
const RELEASED: Readonly<Record<string, readonly string[]>> = {
  congelada: ['d613655a4e0b'],
  reanudada: ['fbabe89ad22f'],
  base: ['712afebd779c'],
  intento: ['1788527a66bc'],
  perdida: ['6f0fd09720cd'],
  rechazo: ['ba018e01e099'],
  aplicado: ['4665f1e4b18e'],
  no_aplicado: ['4413159a5024'],
  aprendido: ['f1614c7fb014'],
  sin_cuentas: ['ce8ed19936ab'],
  reinicio: ['39e72c513b51'],
  huerfanas: ['3d004b68d67d'],
  intento_borrar: ['be3c9df9a135'],
  borrado_perdido: ['05320bb5941d'],
  borrada: ['6965503aa867'],
  decision_pedida: ['397ee7d36c8f'],
  decidida: ['bd42a0bcafa0'],
  leida: ['751403370534'],
  filas_esperadas: ['da73cbb7983b'],
  sin_probar: ['e86d2ad089e5'],
  auditoria_pendiente: ['88466e6dbb31'],
  terminada: ['562da0a0c723'],
  abandonada: ['771835870b3a'],
};

describe('events', () => {
  test.for(readdirSync(FIXTURES))('of every form that %s wrote are read whole', (version) => {
    const events = eventsOf(version);
    for (const { detail } of events) {
      const { v: _v, ...event }: Record<string, unknown> = JSON.parse(detail);
      expect(decodeEvent(detail)).toEqual(event);
    }
  });

  test('of every kind were written by some version that was kept', () => {
    const kept = readdirSync(FIXTURES).flatMap((version) => eventsOf(version).map(({ kind }) => kind));
    expect(new Set(kept)).toEqual(new Set(Object.keys(EVENT_FORMS)));
  });

  test('are written with the version of their form, and read back the same', () => {
    const text = encodeEvent({ kind: 'decidida', clave: 'dejar' });
    expect(JSON.parse(text)).toEqual({ kind: 'decidida', clave: 'dejar', v: 1 });
    expect(decodeEvent(text)).toEqual({ kind: 'decidida', clave: 'dejar' });
  });

  test('of the first ledgers, without the size of a batch, are read', () => {
    expect(decodeEvent('{"kind":"congelada","total":3,"marcador":null,"numeros":"texto"}')).toEqual({
      kind: 'congelada',
      total: 3,
      marcador: null,
      numeros: 'texto',
    });
  });

  test.for([
    ['of another kind', '{"kind":"teletransportada","v":1}'],
    ['of a kind that every object has', '{"kind":"constructor"}'],
    ['of a later form', '{"kind":"terminada","v":2,"porque":"sí"}'],
  ])('%s are of a newer program', ([, detail = '']) => {
    expect(() => decodeEvent(detail)).toThrow(expect.objectContaining({ code: 'CARGA_MAS_NUEVA' }) as Error);
  });

  test.for([
    ['that are no text of ours', '{"kind":"termin'],
    ['without a kind', '{"v":1}'],
    ['with a version that is none', '{"kind":"terminada","v":"dos"}'],
    ['without a field of their form', '{"kind":"decidida"}'],
    ['with a field that their form does not have', '{"kind":"terminada","porque":"sí"}'],
    ['with a date that is none', '{"kind":"base","ids":[],"desde":"2026-13-45"}'],
    ['with a word that is not of the list', '{"kind":"reinicio","motivo":"aburrimiento"}'],
  ])('%s are damage', ([, detail = '']) => {
    expect(() => decodeEvent(detail)).toThrow(expect.objectContaining({ code: 'LIBRO_DANADO' }) as Error);
  });

  test('keep the forms that ledgers already have: a change is a further form', () => {
    const forms = Object.entries(EVENT_FORMS).map(([kind, all]) => [kind, all.map((form) => hashOf(form))] as const);
    const released = forms.map(([kind, hashes]) => [kind, hashes.slice(0, RELEASED[kind]?.length ?? 0)]);
    expect(Object.fromEntries(released)).toEqual(RELEASED);
  });
});
