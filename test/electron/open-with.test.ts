import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { createApp } from '#app/compose/index.ts';
import { EXAMPLE } from '#app/demo/example.ts';
import { createOpenWith, spreadsheetsOf } from '#hosts/electron/lifecycle.ts';
import { test } from '../platform/temporary-folder.ts';
import { start } from './booted.ts';

test('of the arguments, only spreadsheets that are there', async ({ folder }) => {
  for (const name of ['ñandú ventas.XLSX', 'b.csv', 'c.pdf', '-d.csv']) await writeFile(path.join(folder, name), 'x');
  await mkdir(path.join(folder, 'carpeta.xlsx'));
  const args = [
    '/programa/conciliador',
    '--flag=a.csv',
    '-d.csv',
    'ñandú ventas.XLSX',
    path.join(folder, 'b.csv'),
    'c.pdf',
  ];
  expect(spreadsheetsOf([...args, 'no-está.xlsx', 'carpeta.xlsx', '.'], folder)).toEqual(
    ['ñandú ventas.XLSX', 'b.csv'].map((name) => path.join(folder, name)),
  );
});

describe('files that come', () => {
  function world() {
    const sent: unknown[] = [];
    const later: (() => void)[] = [];
    const openWith = createOpenWith(
      { lend: (file) => `archivo:${file}` },
      (event) => sent.push(event),
      (run) => later.push(run),
    );
    const pass = (): void => {
      for (const run of later.splice(0)) run();
    };
    return { sent, openWith, pass };
  }

  test('one after another are one event, once, for a page that listens', () => {
    const { sent, openWith, pass } = world();
    openWith.open(['/a.xlsx']);
    pass();
    expect(sent).toEqual([]); // the page is not connected yet
    openWith.onConnect();
    openWith.open(['/b.xlsx']);
    openWith.open(['/a.xlsx', '/c.csv']);
    pass();
    openWith.open([]);
    pass();
    expect(sent).toEqual([
      { tipo: 'abrir_con', archivos: ['/a.xlsx', '/b.xlsx', '/c.csv'].map((file) => `archivo:${file}`) },
    ]);
  });

  test('while the page is loaded again wait for it', () => {
    const { sent, openWith, pass } = world();
    openWith.onConnect();
    openWith.open(['/a.xlsx']);
    openWith.onLeave();
    pass();
    expect(sent).toEqual([]);
    openWith.onConnect();
    pass();
    expect(sent).toHaveLength(1);
  });
});

describe('the program', () => {
  type Started = Awaited<ReturnType<typeof start>>;
  const filesOf = ({ ventana }: Started): readonly (readonly string[])[] =>
    (ventana?.webContents.sent ?? []).flatMap(({ data }) => {
      const event = data as { tipo: string; archivos?: readonly string[] };
      return event.tipo === 'abrir_con' ? [event.archivos ?? []] : [];
    });
  const namesOf = (files: readonly string[] = []) => files.map((file) => file.replace(/^archivo:[^/]*\//, ''));

  test('that is started with a workbook gives it to its page, which can read it and does not see where it is', async () => {
    const program = await start(createApp, undefined, {}, [EXAMPLE.archivo]);
    await program.send({ tipo: 'suscribir' });
    await expect.poll(() => filesOf(program).length).toBe(1);
    const [files = []] = filesOf(program);
    expect(namesOf(files)).toEqual([path.basename(EXAMPLE.archivo)]);
    expect(JSON.stringify(files)).not.toContain(path.dirname(EXAMPLE.archivo));
    const answer = await program.call('archivos.validar', { archivos: files, cupones: false });
    expect(answer).toMatchObject({ ok: true, value: [{ archivo: files[0] }] });
  });

  test('that is open already takes several in the same window, and shows it', async ({ folder }) => {
    const files = ['a.csv', 'b.csv', 'c.csv'].map((name) => path.join(folder, name));
    for (const file of files) await writeFile(file, 'Fecha;Importe\n');
    const program = await start();
    await program.send({ tipo: 'suscribir' });
    for (const file of files.slice(0, 2)) program.app.emit('second-instance', {}, [], '/', { files: [file] });
    // macOS passes a file by this event.
    let prevented = false;
    program.app.emit('open-file', { preventDefault: () => (prevented = true) }, files[2]);
    expect(prevented).toBe(true);
    await expect.poll(() => namesOf(filesOf(program)[0])).toEqual(['a.csv', 'b.csv', 'c.csv']);
    expect(filesOf(program)).toHaveLength(1);
    expect(program.windows).toHaveLength(1);
    expect(program.ventana?.facts).toContain('focus');
  });

  test('that macOS starts with a workbook hears of it before it is ready', async ({ folder }) => {
    const file = path.join(folder, 'a.csv');
    await writeFile(file, 'Fecha;Importe\n');
    const program = await start(createApp, (app, fake) => {
      queueMicrotask(() => fake.app.emit('open-file', { preventDefault: () => undefined }, file));
      app.isOnly = true;
    });
    await program.send({ tipo: 'suscribir' });
    await expect.poll(() => namesOf(filesOf(program)[0])).toEqual(['a.csv']);
  });

  test('shows the manual in its page when the menu asks for it', async () => {
    const program = await start();
    const help = program.menus.at(-1)?.find(({ label }) => label === 'A&yuda');
    const items = Array.isArray(help?.submenu) ? help.submenu : [];
    (items.find(({ label }) => label === 'Manual')?.click as () => void)();
    expect(program.ventana?.webContents.sent.map(({ data }) => data)).toContainEqual({ tipo: 'ayuda' });
  });
});
