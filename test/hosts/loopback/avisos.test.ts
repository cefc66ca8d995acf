import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { crearPreguntas } from '#hosts/loopback/preguntas.ts';
import { abrir, entrar, responde, test } from './cliente.ts';

test('what the person should know is kept while no page listens, and said once to the next one', async ({
  iniciar,
}) => {
  const preguntas = crearPreguntas();
  preguntas.avisar('antes de escuchar');
  preguntas.avisar('de lo que estaba pasando', { codigo: 'no_responde', segundos: 10 });
  const loopback = await iniciar(
    responde(() => null),
    { preguntas },
  );
  preguntas.avisar('antes de entrar');
  preguntas.avisar('antes de entrar');
  const stream = await abrir(loopback, '/api/eventos', { headers: await entrar(loopback) });
  const dichas: string[] = [];
  for await (const linea of createInterface({ input: stream })) {
    if (linea === '') continue;
    dichas.push(linea);
    if (dichas.length === 2) preguntas.avisar('con la página abierta');
    if (dichas.length === 3) break;
  }
  stream.destroy();
  expect(dichas.map((linea) => JSON.parse(linea) as unknown)).toEqual(
    ['antes de escuchar', 'antes de entrar', 'con la página abierta'].map((texto) => ({ tipo: 'aviso', texto })),
  );
  expect(preguntas.alConectar()).toEqual([]);
});
