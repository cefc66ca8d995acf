import { describe, expect, test } from 'vitest';
import { type Router, ScreenCommands } from '../../src-renderer/shared/router.svelte.ts';
import {
  listScreenEntries,
  makeFoundEntry,
  PaletteState,
  type PaletteEntry,
} from '../../src-renderer/frame/palette.svelte.ts';
import { failWith, makeApi } from './double.ts';
import { searchManual } from '../../src-renderer/features/help/search.ts';
import type { ManualSection } from '../../src-renderer/features/help/pages.ts';
import { helpPlaceOf } from '../../src-renderer/frame/help-places.ts';
import { HelpState } from '../../src-renderer/shared/help.svelte.ts';
import { helpHref, readHelpHref } from '../../src-renderer/ui/manual-address.ts';
import { getPastedFiles } from '../../src-renderer/api/api.ts';

describe('the search', () => {
  const done: string[] = [];
  const entryTitled = (title: string): PaletteEntry => ({
    id: title,
    grupo: 'pantallas',
    icono: 'search',
    titulo: title,
    perform: () => done.push(title),
  });
  const foundWith = (key: string) => ({
    vista: 'operaciones' as const,
    clave: key,
    subtitulo: '',
    campo: 'comprobante',
    valor: key,
    importe: null,
  });
  type Found = readonly ReturnType<typeof foundWith>[];
  const finding = (find: (text: string) => Found | Promise<Found>): Parameters<typeof makeApi>[0] => ({
    'datos.buscar': async ({ texto }) => ({ texto, hallados: await find(texto), incompleto: false }),
  });
  const paletteOf = (
    answers: Parameters<typeof makeApi>[0] = {},
    fixed: readonly PaletteEntry[] = ['Conciliar', 'Liquidaciones', 'Plegar'].map(entryTitled),
  ) =>
    new PaletteState({
      api: makeApi(answers),
      account: 'mía',
      fixed,
      entryOf: (item) => entryTitled(item.clave),
      searchHelp: (text) =>
        Promise.resolve(text.length < 3 ? [] : [{ ...entryTitled(`Ayuda de ${text}`), grupo: 'ayuda' }]),
    });

  test('finds words without their accents, in any order', () => {
    const palette = paletteOf();
    palette.write('LIQUIDACIÓN');
    expect(palette.entries.map(({ id }) => id)).toEqual(['Liquidaciones']);
  });

  test('finds a screen by its own title, and the screens that the rail does not have', () => {
    const router = { goTo: () => undefined } as unknown as Router;
    const palette = paletteOf({}, listScreenEntries({ router, help: new HelpState() }, '2026-11-21'));
    const firstFor = (text: string): string | undefined => {
      palette.write(text);
      return palette.chosen?.id;
    };
    expect(['cupones sin conciliar', 'caja contra', 'sin cupón'].map(firstFor)).toEqual([
      'ir sin-conciliar',
      'ir caja',
      'ir sin-cupon',
    ]);
    // Those that are too many to list are found by their words, and not by a number.
    expect(['respaldos', 'cierre de octubre', '2026', ''].map(firstFor)).toEqual([
      'ir ajustes respaldos',
      'ir cierre 2026-10',
      undefined,
      'ir inicio',
    ]);
  });

  test('what the manual says of it comes last, and only of what is typed now', async () => {
    const palette = paletteOf(finding(() => [foundWith('0047')]));
    palette.write('plegar');
    const slow = palette.search();
    palette.write('conciliar');
    await palette.search();
    await slow;
    expect(palette.entries.map(({ id }) => id)).toEqual(['Conciliar', '0047', 'Ayuda de conciliar']);
  });

  test('the arrows go round', () => {
    const palette = paletteOf();
    palette.move(-1);
    expect(palette.chosen?.id).toBe('Plegar');
    palette.move(1);
    expect(palette.chosen?.id).toBe('Conciliar');
  });

  test('the line that the person went to stays chosen when others come in above it', async () => {
    const data = Promise.withResolvers<ReturnType<typeof foundWith>[]>();
    const palette = paletteOf(finding(() => data.promise));
    palette.write('conciliar');
    const searching = palette.search();
    await expect.poll(() => palette.entries.length).toBe(2);
    palette.move(1);
    expect(palette.chosen?.id).toBe('Ayuda de conciliar');
    data.resolve([foundWith('0047')]);
    await searching;
    expect([palette.chosen?.id, palette.place]).toEqual(['Ayuda de conciliar', 2]);
  });

  test('Enter that comes before the answer opens what is found, looked for once', async () => {
    const data = Promise.withResolvers<ReturnType<typeof foundWith>[]>();
    let calls = 0;
    const palette = paletteOf(
      finding(() => {
        calls += 1;
        return data.promise;
      }),
    );
    palette.write('0047');
    const opened = palette.take();
    const searching = palette.search();
    await expect.poll(() => palette.chosen?.id).toBe('Ayuda de 0047');
    data.resolve([foundWith('0047')]);
    await searching;
    expect([(await opened)?.id, calls]).toEqual(['0047', 1]);
  });

  test('Enter opens nothing once another text was written, and a screen at once', async () => {
    const palette = paletteOf(finding((texto) => [foundWith(texto)]));
    palette.write('0047');
    const opened = palette.take();
    palette.write('00478');
    expect(await opened).toBeUndefined();
    palette.write('plegar');
    expect((await palette.take())?.id).toBe('Plegar');
  });

  test('an answer that comes late does not take the place of a newer one', async () => {
    const first = Promise.withResolvers<ReturnType<typeof foundWith>[]>();
    const palette = paletteOf(finding((texto) => (texto === '004' ? first.promise : [foundWith('0047827')])));
    palette.write('004');
    const slow = palette.search();
    palette.write('0047');
    await palette.search();
    first.resolve([foundWith('004')]);
    await slow;
    expect(palette.found.map(({ clave }) => clave)).toEqual(['0047827']);
  });

  test('a coupon of ours opens the result that shows it, chosen; the list while none does', () => {
    const visited: unknown[] = [];
    const router = { goTo: (path: unknown) => void visited.push(path) } as unknown as Router;
    for (const conciliacion of ['48213', null]) {
      const cupon = { conciliacion, archivo: 'caja.xlsx', fila: 12 };
      makeFoundEntry({ ...foundWith('x'), vista: 'cupones', cupon }, router).perform();
    }
    expect(visited).toEqual([
      { seccion: 'conciliaciones', id: '48213', filtro: { cupon: { fila: 12, archivo: 'caja.xlsx' } } },
      { seccion: 'conciliaciones' },
    ]);
  });

  test('two letters are not looked for in the data', async () => {
    const palette = paletteOf();
    palette.write('47');
    await palette.search();
    expect([palette.isTooShort, palette.isNothingFound]).toEqual([true, false]);
  });

  test('what an older text found is not shown for a newer one', async () => {
    const palette = paletteOf({
      'datos.buscar': ({ texto }) => ({ texto, hallados: [foundWith('0047')], incompleto: true }),
    });
    palette.write('0047');
    await palette.search();
    expect(palette.chosen?.id).toBe('0047');
    palette.write('00478');
    expect([palette.entries, palette.chosen, palette.isIncomplete]).toEqual([[], undefined, false]);
  });

  test('that there is nothing is said once the text was looked for', async () => {
    const palette = paletteOf(finding(() => []));
    palette.write('zzz');
    expect([palette.isSearching, palette.isNothingFound]).toEqual([true, false]);
    await palette.search();
    expect(palette.isSearching).toBe(false);
    palette.write('zzz0');
    expect(palette.isNothingFound).toBe(false);
    palette.write('');
    expect(palette.isSearching).toBe(false);
  });

  test('a failure is of the text that was looked for', async () => {
    const palette = paletteOf({ 'datos.buscar': () => failWith('INTERNO') });
    palette.write('0047');
    await palette.search();
    expect(palette.failure?.code).toBe('INTERNO');
    palette.write('00');
    expect(palette.failure).toBeUndefined();
  });

  test('a screen takes back what it offered', () => {
    const commands = new ScreenCommands();
    const release = commands.offer({ id: 'exportar', text: () => 'Exportar', run: () => undefined });
    expect(commands.own).toHaveLength(1);
    release();
    expect(commands.own).toEqual([]);
  });
});

const at = (page: string, anchor = '') => ({ page, anchor });

describe('the manual over a screen', () => {
  test('goes back through what was read, and forgets it when it is closed', () => {
    const help = new HelpState();
    help.ofScreen = () => at('contador', 'los-controles');
    help.openHere();
    help.open(at('mensajes', 'EN_USO'));
    help.openHere(); // already open: F1 changes nothing
    expect(help.place).toEqual(at('mensajes', 'EN_USO'));
    help.goBack();
    expect(help.place).toEqual(at('contador', 'los-controles'));
    expect(help.earlier).toEqual([]);
    help.open(at('glosario'));
    help.close();
    expect([help.place, help.earlier]).toEqual([undefined, []]);
  });

  test('its addresses are read as they are written, and no other address is one', () => {
    expect(readHelpHref(helpHref('contador', '3-revisión'))).toEqual(at('contador', '3-revisión'));
    expect(readHelpHref(helpHref('mensajes'))).toEqual(at('mensajes'));
    expect(readHelpHref('#/ayuda/mensajes/%E0')).toEqual(at('mensajes'));
    expect(readHelpHref('#/ajustes/cuentas')).toBeUndefined();
  });

  test('a screen has its place: of the wizard, by its step', () => {
    expect(helpPlaceOf({ seccion: 'conciliar' }, 'previa')).toEqual(at('cajero', '4-previa'));
    expect(helpPlaceOf({ seccion: 'conciliaciones', sinConciliar: 'todas' }, 'archivo')).toEqual(
      at('contador', 'sin-conciliar-y-por-qué'),
    );
  });
});

describe('the search of the manual', () => {
  const section = (title: string, text: string): ManualSection => ({ ...at('contador', title), title, text });
  const MANUAL = [
    section('Los papeles', 'Se hacen cuando la liquidación coincide.'),
    section('Liquidación', 'Lo que un procesador paga.'),
    section('El respaldo', `${'Una palabra. '.repeat(20)}La segunda copia va en otro disco.`),
  ];
  const titles = (searched: string) => searchManual(searched, MANUAL).map(({ title }) => title);

  test('finds every word without its accents, titles first', () => {
    expect(titles('liquidacion')).toEqual(['Liquidación', 'Los papeles']);
    expect(titles('LIQUIDACIÓN coincide')).toEqual(['Los papeles']);
    expect(titles('liquidacion nada')).toEqual([]);
    expect(titles('li')).toEqual([]);
  });

  test('shows the part of a long text that has what was searched', () => {
    expect(searchManual('segunda', MANUAL)[0]?.excerpt).toMatch(/^…\S.* segunda copia va en otro disco\.$/);
    expect(searchManual('papeles', MANUAL)[0]?.excerpt).toBe('Se hacen cuando la liquidación coincide.');
  });
});

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
