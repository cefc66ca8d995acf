import { AppError } from '#contract/errors.ts';
import type { UpdatesDocument } from '#contract/updates.ts';
import { withApp } from '../application.ts';
import type { Command } from '../command.ts';

const FIXED = { direccion: 'la dirección', canal: 'el canal', permitidas: 'si se permiten versiones nuevas' } as const;

function linesOf({ version, ahora, direccion, canal, fijadas }: UpdatesDocument): string[] {
  return [
    ...answer(version, ahora),
    `Vienen de ${direccion ?? 'ningún lado'}, canal ${canal}.`,
    ...(fijadas.length === 0
      ? []
      : [`El administrador de esta PC fijó ${fijadas.map((each) => FIXED[each]).join(' y ')}.`]),
  ];
}

function answer(version: string, now: UpdatesDocument['ahora']): string[] {
  if (now.estado === 'al_dia') return [`Tenés la ${version}, que es la última.`];
  if (!('novedades' in now)) return [];
  return [
    `Hay una versión nueva: la ${now.version}. Tenés la ${version}.`,
    ...(now.novedades === '' ? [] : ['Qué trae:', ...now.novedades.split('\n').map((line) => `  ${line}`)]),
    'Desde acá no se instala: la ventana lo hace sola, o instalala como instalaste esta.',
  ];
}

/** `actualizar --ver`: asks the feed and downloads nothing. An invalid feed makes the command fail. */
export const showUpdate: Command = (_request, environment) =>
  withApp(environment, async (app) => {
    const found = await app.call('actualizaciones.buscar', {});
    const { ahora } = found;
    if (ahora.estado === 'falla') throw new AppError(ahora.codigo, { mensaje: ahora.mensaje });
    environment.consola.showResult(found, () => linesOf(found));
    return 0;
  });
