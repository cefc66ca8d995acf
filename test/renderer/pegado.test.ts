import { describe, expect, test } from 'vitest';
import { archivosPegados } from '../../src-renderer/features/conciliar/pegado.ts';

describe('what is pasted', () => {
  const pegado = (texto: string, ...files: File[]) => archivosPegados({ files, getData: () => texto }, 'pegado.tsv');
  const foto = new File(['x'], 'image.png', { type: 'image/png' });

  test('of a spreadsheet is its cells, and not the picture that comes with them', async () => {
    const [archivo, ...otros] = pegado('Fecha\tImporte\n03/10/2026\t1.500,00\n', foto);
    expect([archivo?.name, otros]).toEqual(['pegado.tsv', []]);
    expect(await archivo?.text()).toContain('1.500,00');
  });

  test('as files is those files', () => {
    const planilla = new File(['x'], 'caja.xlsx');
    expect(pegado('caja.xlsx', planilla, foto)).toEqual([planilla]);
  });

  test('of a word or of a picture is nothing', () => {
    expect([pegado('hola'), pegado('', foto), pegado('\t\n')]).toEqual([[], [], []]);
  });
});
