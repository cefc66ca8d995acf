import { describe, expect } from 'vitest';
import { test } from './reading.ts';

describe('a line of more than 16,384 columns', () => {
  const separators = ';'.repeat(16_384);
  test.for([
    ['at the end', `Fecha;Importe\n1;2\n${separators}\n`],
    ['of megabytes', `Fecha;Importe\n${'a;'.repeat(5_000_000)}\n`],
    ['again and again', `Fecha;Importe\n${`${';'.repeat(1_000_000)}\n`.repeat(20)}`],
    ['over several lines, in quotes', `Fecha;Importe\n${'"\n";'.repeat(400_000)}\n`],
    ['of tabs', `Fecha\tImporte\n1\t2\n${'\t'.repeat(16_384)}\n`],
  ])('%s is refused', async ([, text], { reader }) => {
    await expect(reader.failure(text ?? '')).resolves.toMatchObject({ codigo: 'ARCHIVO_DEMASIADO_GRANDE' });
  });

  test('one of as many as there may be is read, and so are separators that a quoted text holds', async ({ reader }) => {
    const sheet = await reader.sheet(`a${';'.repeat(16_382)};z\n"${separators};;";b\n`);
    expect([sheet.rowCount, sheet.columnCount, sheet.text(1, 0).length]).toEqual([2, 16_384, 16_386]);
  });
});
