import { expect, test } from 'vitest';
import { listNoticeLines } from '#hosts/cli/notices-text.ts';

test('a notice about a whole column is told by its sentence, also where others are only counted', () => {
  const notice = { archivo: 'caja.csv', columna: 'Fecha', fila: 5 } as const;
  const lines = listNoticeLines(
    [
      { ...notice, codigo: 'FECHA_DECIDE_ORDEN', mensaje: 'Toda la columna se lee mes/día.' },
      { ...notice, codigo: 'FECHA_ANTIGUA', mensaje: 'Es de hace más de dos años.' },
    ],
    'en el informe',
  );
  expect(lines.join('\n')).toContain('Toda la columna se lee mes/día.');
  expect(lines.join('\n')).not.toContain('Es de hace más de dos años.');
});
