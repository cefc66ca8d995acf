import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DECISION_FORMS } from '../../../src-main/storage/ledger/decision-forms.ts';
import { decodeDecision, encodeDecision } from '../../../src-main/storage/ledger/event-codec.ts';
import { hashOf } from './form-hash.ts';

const FIXTURES = new URL('../../fixtures/', import.meta.url);
const decisionsIn = (file: URL): readonly string[] => z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8')));
/** Of each kind: with members that the kept ones leave empty, then as the versions that were kept wrote it; the first had no decisions. */
const WRITTEN = [
  new URL('decisions-1.json', import.meta.url),
  ...readdirSync(FIXTURES).map((version) => new URL(`${version}/decisions.json`, FIXTURES)),
].filter((file) => existsSync(file));

/** The forms that some ledger may have, by kind and in the order of their versions: forms are added to a kind, never edited. */
const RELEASED: Readonly<Record<string, readonly string[]>> = {
  vinculo: ['4526ff0b217e'],
  no_es: ['8c74b17a9a1d'],
  explicado: ['819c18f0a367'],
  ajuste: ['aad89de1efdd'],
  nota: ['b1b36e7cbd72'],
  reclamo: ['3c22f3cb2b4a'],
  mirar: ['1838731eb13a'],
  deshecha: ['b250c57b79a9'],
};

test.for(WRITTEN)('a decision of every kind is read as it was written, and written again the same: %s', (file) => {
  const written = decisionsIn(file);
  const read = written.map((detail) => decodeDecision(detail));
  expect(new Set(read.map(({ kind }) => kind))).toEqual(new Set(Object.keys(DECISION_FORMS)));
  expect(read.map((decision) => JSON.parse(encodeDecision(decision)))).toEqual(
    written.map((detail) => JSON.parse(detail)),
  );
});

test('some version that was kept wrote decisions', () => {
  expect(WRITTEN.length).toBeGreaterThan(1);
});

test.for([
  ['of another kind', '{"kind":"presentida","v":1}', 'CARGA_MAS_NUEVA'],
  ['of a later form', '{"kind":"deshecha","de":1,"v":2}', 'CARGA_MAS_NUEVA'],
  ['without a member of its form', '{"kind":"deshecha","v":1}', 'LIBRO_DANADO'],
  ['with a member that its form does not have', '{"kind":"deshecha","de":1,"por":"x","v":1}', 'LIBRO_DANADO'],
])('a decision %s is refused', ([, detail = '', code]) => {
  expect(() => decodeDecision(detail)).toThrow(expect.objectContaining({ code }) as Error);
});

test('the forms that ledgers already have stay: a change is a further form', () => {
  const forms = Object.entries(DECISION_FORMS).map(([kind, all]) => [kind, all.map((form) => hashOf(form))] as const);
  const released = forms.map(([kind, hashes]) => [kind, hashes.slice(0, RELEASED[kind]?.length ?? 0)]);
  expect(Object.fromEntries(released)).toEqual(RELEASED);
});
