import { expect, test } from 'vitest';
import { correr } from './corrida.ts';
import { contarFalla, desde, encoger, sumar } from './encoger.ts';
import { ingenuo } from './ingenuo.ts';
import { MUTANTES } from './mutantes.ts';
import { programaDe, type Familia, type Programa } from './programa.ts';

const contarPrimera = async (
  malas: readonly number[],
  familia: Familia,
  forzar?: Partial<Programa>,
): Promise<string> => (malas[0] === undefined ? '' : contarFalla(programaDe(malas[0], familia, forzar)));

// Ten thousand, and how few of them end in a decision: simulador.largo.test.ts.
test('a hundred schedules lose nothing, double nothing, touch nothing of others', async () => {
  const suma = await sumar(desde(1, 100), (semilla) => correr(programaDe(semilla)));
  expect(await contarPrimera(suma.malas, 'dentro')).toBe('');
  expect(suma).toMatchObject({ corridas: 100, perdidos: 0, doblados: 0, malas: [] });
});

test('without markers a person is asked more, but nothing is lost or doubled in silence', async () => {
  const sin = { marcador: false };
  const suma = await sumar(desde(1, 70), (semilla) => correr(programaDe(semilla, 'dentro', sin)));
  expect(await contarPrimera(suma.malas, 'dentro', sin)).toBe('');
  expect(suma.conDecision).toBeGreaterThan(0);
});

test('what is applied beyond D is told whenever a reading shows it', async () => {
  const suma = await sumar(desde(1, 50), (semilla) => correr(programaDe(semilla, 'tarde')));
  expect(await contarPrimera(suma.malas, 'tarde')).toBe('');
});

test('the naive loop is caught losing coupons and doubling them', async () => {
  const suma = await sumar(desde(1, 100), (semilla) => correr(programaDe(semilla), { conductor: ingenuo }));
  expect(suma.perdidos).toBeGreaterThan(0);
  expect(suma.doblados).toBeGreaterThan(0);
});

test.for(Object.entries(MUTANTES))('a mutant is caught by the check of its invariant: %s', async ([nombre, averia]) => {
  const sello = nombre.slice(0, 3);
  for (const semilla of desde(201, 600)) {
    if ((await correr(programaDe(semilla), averia)).fallas.some((falla) => falla.startsWith(sello))) return;
  }
  expect.unreachable('600 schedules did not notice');
});

test('a failing schedule is shrunk to what it needs, and told in words that play it again', async () => {
  const averia = MUTANTES['I3: a lost send is sent again at once'] ?? {};
  for (const semilla of desde(201, 400)) {
    const programa = programaDe(semilla);
    if ((await correr(programa, averia)).fallas.length === 0) continue;
    const lineas = (await contarFalla(programa, averia)).split('\n');
    expect(lineas[0]).toBe(`semilla ${String(semilla)} (dentro)`);
    expect(lineas[1]).toMatch(/^(I\d: |pierde |duplica )/);
    expect(lineas.slice(2, -1).join('\n')).toMatch(/^\[[\d.]+ s\] un envío corre esta suerte: /m);
    // It plays again from that line alone, and nothing more can be taken away from it.
    const corto = JSON.parse(lineas.at(-1) ?? '') as Programa;
    expect((await correr(corto, averia)).fallas).not.toHaveLength(0);
    expect(await encoger(corto, averia)).toEqual(corto);
    expect([corto.lecturas, corto.borrados, corto.saltos, corto.discoLleno]).toEqual([[], [], [], []]);
    return;
  }
  expect.unreachable('400 schedules did not fail');
});

test('the same seed plays the same schedule', async () => {
  const una = await correr(programaDe(42));
  expect((await correr(programaDe(42))).relato).toEqual(una.relato);
});
