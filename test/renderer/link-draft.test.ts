import { expect, test } from 'vitest';
import type { DataPage } from '#contract/data.ts';
import { LinkDraft } from '../../src-renderer/features/explanations/link-draft.svelte.ts';
import { makeApi } from './double.ts';

const rowOf = (id: string) => ({ id, importe: '10.00', fecha_venta: '2026-10-05' });

test('what is typed while a search runs is what is found', async () => {
  const answers = new Map<string, PromiseWithResolvers<DataPage>>();
  const api = makeApi({
    'datos.pagina': ({ texto = '' }) => {
      const answer = Promise.withResolvers<DataPage>();
      answers.set(texto, answer);
      return answer.promise;
    },
  });
  const draft = new LinkDraft({ api, cuenta: 'mía' }, []);
  draft.query = '45';
  const first = draft.search();
  draft.query = '4512';
  const last = draft.search();
  answers.get('4512')?.resolve({ filas: [rowOf('b')] } as unknown as DataPage); // only its rows are looked at
  await last;
  answers.get('45')?.resolve({ filas: [rowOf('a'), rowOf('c')] } as unknown as DataPage);
  await first;
  expect(draft.offered.map(({ id }) => id)).toEqual(['b']);
  expect([draft.found, draft.searching, draft.failure]).toEqual([1, false, undefined]);
});
