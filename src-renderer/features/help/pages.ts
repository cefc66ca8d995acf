import type { Component } from 'svelte';
import { getLocale, type Locale } from '../../paraglide/runtime.js';

/** A page of the manual, a heading, or a named table row; `anchor` is empty for a page. */
export interface ManualSection {
  readonly page: string;
  readonly anchor: string;
  readonly title: string;
  readonly text: string;
}

/** A page of the manual, built from a file of docs/manual (scripts/build/manual.ts). */
export interface ManualPage {
  readonly default: Component;
  /** The first section is the page itself. */
  readonly sections: readonly ManualSection[];
}

const FILES: Readonly<Record<Locale, Readonly<Record<string, () => Promise<ManualPage>>>>> = {
  'es-AR': import.meta.glob<ManualPage>('../../../docs/manual/*.md'),
  en: import.meta.glob<ManualPage>('../../../docs/manual/en/*.md'),
};

const NAMES: readonly string[] = ['indice', 'cajero', 'contador', 'instalar', 'mensajes', 'glosario'];
const placeOf = (file: string): number => NAMES.findIndex((name) => file.endsWith(`/${name}.md`));

export const loadManual = (): Promise<readonly ManualPage[]> =>
  Promise.all(
    Object.entries(FILES[getLocale()])
      .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
      .map(([, load]) => load()),
  );
