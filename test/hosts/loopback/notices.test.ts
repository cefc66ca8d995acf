import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { createQuestions } from '#hosts/screens/questions.ts';
import { callPath, enter, answerWith, test } from './client.ts';

test('what the person should know is kept while no page listens, and said once to the next one', async ({ start }) => {
  const questions = createQuestions();
  questions.notify('antes de escuchar');
  questions.notify('de lo que estaba pasando', { codigo: 'no_responde', segundos: 10, limite: 30, cuenta: 'mía' });
  const loopback = await start(
    answerWith(() => null),
    { questions },
  );
  questions.notify('antes de entrar');
  questions.notify('antes de entrar');
  const stream = await callPath(loopback, '/api/eventos', { headers: await enter(loopback) });
  const told: string[] = [];
  for await (const line of createInterface({ input: stream })) {
    if (line === '') continue;
    told.push(line);
    if (told.length === 2) questions.notify('con la página abierta');
    if (told.length === 3) break;
  }
  stream.destroy();
  expect(told.map((line) => JSON.parse(line) as unknown)).toEqual(
    ['antes de escuchar', 'antes de entrar', 'con la página abierta'].map((text) => ({ tipo: 'aviso', texto: text })),
  );
  expect(questions.onConnect()).toEqual([]);
});
