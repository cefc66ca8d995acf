import { stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createHandles } from '#hosts/screens/handles.ts';
import { useTemporaryFolder } from '../platform/temporary-folder.ts';

const folder = useTemporaryFolder();
const handles = createHandles(folder);

test('a file that is lent keeps one handle, which says its name and not its folder', () => {
  const handle = handles.lend('/home/ana/cupones.xlsx');
  expect(handle).toMatch(/^archivo:[0-9a-f-]{36}\/cupones\.xlsx$/);
  expect(handles.lend('/home/ana/cupones.xlsx')).toBe(handle);
  expect(handles.pathOf(handle)).toBe('/home/ana/cupones.xlsx');
});
test('a call gets paths for handles, and none for anything else', async () => {
  const handle = handles.lend('/home/ana/a.xlsx');
  expect(await handles.checkInput({ archivos: [handle], hoja: 'H' })).toEqual({
    ok: true,
    value: { archivos: ['/home/ana/a.xlsx'], hoja: 'H' },
  });
  expect(await handles.checkInput({ archivos: [handle, '/etc/passwd'] })).toMatchObject({ ok: false });
  handles.forget(handle);
  expect(await handles.checkInput({ archivos: [handle] })).toMatchObject({ ok: false });
});
test.each(['retenciones', 'convenio', 'plan', 'planilla'])(
  '%s is a file that the person gave, and no path',
  async (key) => {
    const handle = handles.lend('/home/ana/datos.txt');
    expect(await handles.checkInput({ [key]: handle })).toEqual({ ok: true, value: { [key]: '/home/ana/datos.txt' } });
    expect(await handles.checkInput({ [key]: '/etc/passwd' })).toMatchObject({ ok: false });
    expect(await handles.checkInput({ [key]: 1 })).toMatchObject({ ok: false });
  },
);
test('reports of one name do not meet', async () => {
  const answers = await Promise.all([1, 2].map(() => handles.checkInput({ informe: 'r.xlsx' })));
  const paths = answers.map((answer) => (answer.ok ? (answer.value as { informe: string }).informe : ''));
  expect(new Set(paths).size).toBe(2);
  for (const file of paths) expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
});
test.each(['../r.xlsx', '/tmp/r.xlsx', 'a\\r.xlsx', '.r.xlsx', 'C:r.xlsx', 'r\n.xlsx', '', 'x'.repeat(181)])(
  'a report cannot be called %j',
  async (report) => {
    expect(await handles.checkInput({ informe: report })).toMatchObject({ ok: false });
    expect(await handles.checkInput({ exportar: report })).toMatchObject({ ok: false });
  },
);
test('a page chooses no folder', async () => {
  expect(await handles.checkInput({ carpeta: folder })).toMatchObject({ ok: false });
});
test('paths of the private folder leave as handles wherever they are', async () => {
  const { handle, ruta } = await handles.createNew('r.xlsx');
  const next = path.join(path.dirname(ruta), 'r-2.xlsx'); // the name that the core takes when r.xlsx exists
  expect(handles.checkOutput('archivos.validar', { a: [{ informe: ruta, otro: next }], n: 1, nulo: null })).toEqual({
    a: [{ informe: handle, otro: handle.replace('r.xlsx', 'r-2.xlsx') }],
    n: 1,
    nulo: null,
  });
  expect(handles.pathOf(handle.replace('r.xlsx', 'r-2.xlsx'))).toBe(next);
});
test('a page says a name, and not a place, for what it exports', async () => {
  expect(await handles.checkInput({ salida: '/tmp/r.csv' })).toMatchObject({ ok: false });
  const answer = await handles.checkInput({ salida: 'r.csv' });
  expect(answer.ok && (answer.value as { salida: string }).salida.startsWith(folder)).toBe(true);
});
test('a page does not write the folder of reports: the desktop asks for it', async () => {
  expect(await handles.checkInput({ carpetaInformes: folder })).toMatchObject({ ok: false });
  expect(await handles.checkInput({ carpetaInformes: null, tema: 'claro' })).toMatchObject({ ok: true });
});
