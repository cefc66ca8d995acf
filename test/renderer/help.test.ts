import { describe, expect, test } from 'vitest';
import { searchManual } from '../../src-renderer/features/help/search.ts';
import type { ManualSection } from '../../src-renderer/features/help/sections.ts';
import { helpPlaceOf } from '../../src-renderer/frame/help-places.ts';
import { HelpState } from '../../src-renderer/shared/help.svelte.ts';
import { helpHref, readHelpHref } from '../../src-renderer/ui/manual-address.ts';

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
