import type { Component } from 'svelte';
import ForTill from '../../../docs/manual/cajero.md';
import ForBooks from '../../../docs/manual/contador.md';
import Words from '../../../docs/manual/glosario.md';
import Start from '../../../docs/manual/indice.md';
import ForInstalling from '../../../docs/manual/instalar.md';
import Messages from '../../../docs/manual/mensajes.md';

/** The pages of the manual by the names of their files, in the order in which it lists them. */
export const PAGES: ReadonlyMap<string, Component> = new Map([
  ['indice', Start],
  ['cajero', ForTill],
  ['contador', ForBooks],
  ['instalar', ForInstalling],
  ['mensajes', Messages],
  ['glosario', Words],
]);
