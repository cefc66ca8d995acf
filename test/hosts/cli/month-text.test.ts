import { expect, test } from 'vitest';
import type { CierreDocument } from '#contract/cierre.ts';
import { chooseIn } from '#domain/texts/language.ts';
import { listLines } from '../../../src-main/hosts/cli/commands/cierre.ts';

const aMonth = (part: Partial<CierreDocument>): CierreDocument => ({
  ...{ periodo: '2026-10', cuit: '30715542189', razonSocial: 'La Espiga S.R.L.', estado: 'cerrado' },
  ...{ abiertos: [], empates: [], saldos: { procesadores: [] }, conceptos: [], archivo: null, sha256: null },
  ...{ ajustes: [], asiento: null, cerrado: null },
  ...part,
});
const ONE = [{ clave: 'cupones', cuantos: 11, importe: '84430.50' }] as const;

test.each([
  ['abierto', ONE, 'es', 'Qué queda abierto:'],
  ['cerrado', ONE, 'es', 'Qué quedó abierto al cerrar:'],
  ['cerrado', ONE, 'en', 'What was open at the closing:'],
  ['cerrado', [], 'es', 'Nada quedó abierto.'],
  ['cerrado', [], 'en', 'Nothing was left open.'],
] as const)('of a month that is %s with %j open the terminal says in %s: %s', (estado, abiertos, language, said) => {
  expect(listLines(aMonth({ estado, abiertos }), { say: chooseIn(language) })).toContain(said);
});
