import { describe, expect, test, vi } from 'vitest';
import type { ReviewDocument } from '#contract/revision.ts';
import { bringFile, fileNamed, READ, renderWizard } from './review.ts';

describe('the wizard with files that were opened with the program', () => {
  const filesOf = (api: Awaited<ReturnType<typeof renderWizard>>['api']) =>
    api.pedidos.flatMap(([method, input]) =>
      method === 'revision.empezar' ? [(input as { archivos: readonly string[] }).archivos] : [],
    );
  const readable = { 'revision.ver': () => null };

  test('reads them at once where nothing was begun', async () => {
    const { api, estado } = await renderWizard(readable);
    await estado.openWith(['archivo:1/a.xlsx', 'archivo:2/b.xlsx']);
    expect(filesOf(api)).toEqual([['archivo:1/a.xlsx', 'archivo:2/b.xlsx']]);
    expect([estado.step, estado.opened, estado.isReading]).toEqual(['revision', [], false]);
  });

  test('reads those that come meanwhile together with the first', async () => {
    const first = Promise.withResolvers<undefined>();
    let times = 0;
    const { api, estado } = await renderWizard({
      ...readable,
      'revision.empezar': async () => {
        times += 1;
        if (times === 1) await first.promise;
        return READ;
      },
    });
    const reading = estado.openWith(['archivo:1/a.xlsx']);
    await vi.waitUntil(() => times === 1);
    await estado.openWith(['archivo:2/b.xlsx']);
    first.resolve(undefined);
    await reading;
    expect(filesOf(api).at(-1)).toEqual(['archivo:1/a.xlsx', 'archivo:2/b.xlsx']);
    expect([estado.step, estado.opened, estado.isReading]).toEqual(['revision', [], false]);
  });

  test('asks before they take the place of what is under review', async () => {
    const { api, estado } = await bringFile(readable, 'mía.xlsx');
    await estado.openWith(['archivo:1/a.xlsx']);
    expect([filesOf(api).length, estado.step, estado.openedName]).toEqual([1, 'revision', 'a.xlsx']);
    expect(estado.canReadOpened).toBe(true);
    await estado.readOpened();
    expect(filesOf(api).at(-1)).toEqual(['archivo:1/a.xlsx']);
    await estado.openWith(['archivo:2/b.xlsx']);
    estado.opened = [];
    expect([filesOf(api).length, estado.opened]).toEqual([2, []]);
  });

  test.each([
    [null, 'revision', 1],
    [READ, 'revision', 0],
  ] as const)(
    'treats so those that are brought before it is known what was under review (%o)',
    async (found, step, reads) => {
      const held = Promise.withResolvers<ReviewDocument | null>();
      const { api, estado } = await renderWizard({ ...readable, 'revision.ver': () => held.promise });
      const recovering = estado.recover();
      const file = fileNamed('b.xlsx');
      const bringing = estado.bring([file]);
      held.resolve(found);
      await Promise.all([recovering, bringing]);
      expect([estado.step, filesOf(api).length, estado.opened]).toEqual([step, reads, found === null ? [] : [file]]);
      expect(estado.openedName).toBe(found === null ? '' : 'b.xlsx');
    },
  );

  test('leaves what is being sent alone', async () => {
    const { api, estado } = await renderWizard(readable);
    estado.upload.markFound({ carga: 'C1', estado: 'ENVIANDO' });
    estado.step = 'envio';
    await estado.openWith(['archivo:1/a.xlsx']);
    expect(estado.canReadOpened).toBe(false);
    await estado.readOpened();
    expect([filesOf(api), estado.step, estado.opened]).toEqual([[], 'envio', ['archivo:1/a.xlsx']]);
  });
});
