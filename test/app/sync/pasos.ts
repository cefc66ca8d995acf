/** Something happens on the service at a step of a run; what is kept in the end is what the service has in the end. */
import { expect } from 'vitest';
import { compararTodo, DESDE, HASTA } from './comparar.ts';
import { unMundo, type Mundo } from './mundo.ts';
import { llano } from './verdad.ts';

const PEDIDO = { desde: DESDE, hasta: HASTA };
const HORA = 3_600_000;

/** Runs, doing that as soon as so many requests came. */
async function alPaso(mundo: Mundo, pedidos: number, hacer: () => void): Promise<void> {
  let termino = false;
  const corriendo = mundo.sincronizar(PEDIDO).finally(() => (termino = true));
  while (!termino && mundo.sandbox.recibidos().length < pedidos) await new Promise((resolve) => setImmediate(resolve));
  hacer();
  expect((await corriendo).fallas).toEqual([]);
}

export async function tokenQueTermina(pedidos: number, variante: string): Promise<void> {
  await using mundo = await unMundo({ rasgos: { token_vencido: variante } as never });
  await alPaso(mundo, pedidos, () => {
    mundo.sandbox.vencerTokens();
  });
  llano(mundo.sandbox);
  await compararTodo(mundo);
}

/** Rows that go away, and others that come, while lists are read. */
export async function filasQueVanYVienen(pedidos: number): Promise<void> {
  await using mundo = await unMundo({ rasgos: { en_vivo: 2 } });
  const movimientos = mundo.sandbox.datos.movimientos as unknown[];
  await alPaso(mundo, pedidos, () => {
    for (const lugar of [0.2, 0.5, 0.8]) movimientos.splice(Math.floor(movimientos.length * lugar), 2);
  });
  mundo.sandbox.cambiarRasgo('en_vivo', 0);
  // The readings that a row has to be missing from, an hour apart.
  for (let i = 0; i < 2; i++) {
    mundo.clock.advance(2 * HORA);
    expect((await mundo.sincronizar(PEDIDO)).fallas).toEqual([]);
  }
  llano(mundo.sandbox);
  await compararTodo(mundo);
}
