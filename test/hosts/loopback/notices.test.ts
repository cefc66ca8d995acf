import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { createQuestions } from '#hosts/page/questions.ts';
import { callPath, enter, answerWith, test } from './client.ts';

test('what the person should know is kept while no page listens, and said once to the next one', async ({ start }) => {
  const preguntas = createQuestions();
  preguntas.notify('antes de escuchar');
  preguntas.notify('de lo que estaba pasando', { codigo: 'no_responde', segundos: 10 });
  const loopback = await start(
    answerWith(() => null),
    { preguntas },
  );
  preguntas.notify('antes de entrar');
  preguntas.notify('antes de entrar');
  const stream = await callPath(loopback, '/api/eventos', { headers: await enter(loopback) });
  const told: string[] = [];
  for await (const linea of createInterface({ input: stream })) {
    if (linea === '') continue;
    told.push(linea);
    if (told.length === 2) preguntas.notify('con la página abierta');
    if (told.length === 3) break;
  }
  stream.destroy();
  expect(told.map((linea) => JSON.parse(linea) as unknown)).toEqual(
    ['antes de escuchar', 'antes de entrar', 'con la página abierta'].map((texto) => ({ tipo: 'aviso', texto })),
  );
  expect(preguntas.onConnect()).toEqual([]);
});
