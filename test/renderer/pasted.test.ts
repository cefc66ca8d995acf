import { describe, expect, test } from 'vitest';
import { getPastedFiles } from '../../src-renderer/api/api.ts';

describe('what is pasted', () => {
  const pasted = (text: string, ...files: File[]) => getPastedFiles({ files, getData: () => text }, 'pegado.tsv');
  const picture = new File(['x'], 'image.png', { type: 'image/png' });

  test('of a spreadsheet is its cells, and not the picture that comes with them', async () => {
    const [file, ...others] = pasted('Fecha\tImporte\n03/10/2026\t1.500,00\n', picture);
    expect([file?.name, others]).toEqual(['pegado.tsv', []]);
    expect(await file?.text()).toContain('1.500,00');
  });

  test('as files is those files', () => {
    const sheet = new File(['x'], 'caja.xlsx');
    expect(pasted('caja.xlsx', sheet, picture)).toEqual([sheet]);
  });

  test('of a word or of a picture is nothing', () => {
    expect([pasted('hola'), pasted('', picture), pasted('\t\n')]).toEqual([[], [], []]);
  });
});
