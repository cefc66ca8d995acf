import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DECISION_FORMS } from '../../../src-main/storage/ledger/decision-forms.ts';
import { decodeDecision, encodeDecision } from '../../../src-main/storage/ledger/event-codec.ts';

/** A decision of every kind, with members that the everyday ones leave empty. */
const WRITTEN = z
  .array(z.string())
  .parse(JSON.parse(readFileSync(new URL('decisions-1.json', import.meta.url), 'utf8')));

test('a decision of every kind is read as it was written, and written again the same', () => {
  const read = WRITTEN.map((detail) => decodeDecision(detail));
  expect(new Set(read.map(({ kind }) => kind))).toEqual(new Set(Object.keys(DECISION_FORMS)));
  expect(read.map((decision) => JSON.parse(encodeDecision(decision)))).toEqual(
    WRITTEN.map((detail) => JSON.parse(detail)),
  );
});

test.for([
  ['of another kind', '{"kind":"presentida","v":1}', 'CARGA_MAS_NUEVA'],
  ['of a later form', '{"kind":"deshecha","de":1,"v":2}', 'CARGA_MAS_NUEVA'],
  ['without a member of its form', '{"kind":"deshecha","v":1}', 'LIBRO_DANADO'],
  ['with a member that its form does not have', '{"kind":"deshecha","de":1,"por":"x","v":1}', 'LIBRO_DANADO'],
])('a decision %s is refused', ([, detail = '', code]) => {
  expect(() => decodeDecision(detail)).toThrow(expect.objectContaining({ code }) as Error);
});
