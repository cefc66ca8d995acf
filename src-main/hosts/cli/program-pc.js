// @ts-check
// The commands that look after this PC: workbooks for the books, settings, templates, backups, the move to another PC, support.
// Plain JavaScript, as program.js says.
import { Option } from 'commander';
import { LIMITS } from '#domain/upload/settings.js';
import { integer, oneOf, subcommand, withAccount, withBatchSize, withJson, withPatience } from './program-parts.js';

/** @typedef {import('commander').Command} Command */

/** The option that says where second copies are. @param {Command} command */
const withFolder = (command) => command.option('--carpeta <carpeta>', 'otra carpeta que la elegida');

/**
 * @param {Command} program
 * @param {(comando: string) => (...all: unknown[]) => Promise<void>} action gives the function that runs a command, by its path
 */
export function addPcCommands(program, action) {
  withAccount(subcommand(program, 'papel', 'escribe el libro de liquidaciones o el papel de trabajo de impuestos'))
    .argument('<papel>', 'impuestos o liquidaciones')
    .requiredOption('--desde <fecha>', 'desde qué fecha (AAAA-MM-DD)')
    .requiredOption('--hasta <fecha>', 'hasta qué fecha (AAAA-MM-DD)')
    .requiredOption('--salida <archivo.xlsx>', 'dónde se escribe')
    .action(action('papel'));

  const settings = subcommand(program, 'ajustes', 'los ajustes del programa');
  withJson(subcommand(settings, 'ver', 'los que están en uso')).action(action('ajustes ver'));
  withBatchSize(
    withPatience(withJson(subcommand(settings, 'cambiar', 'cambia los que se dicen')), integer(...LIMITS.tardanza)),
  )
    .addOption(new Option('--carpeta <carpeta>', 'dónde van los informes sin nombre').conflicts('sinCarpeta'))
    .option('--sin-carpeta', 'los informes van a la carpeta en la que estás')
    .addOption(
      new Option('--actualizar-a-las <hh:mm>', 'actualiza los datos todos los días').conflicts('sinActualizar'),
    )
    .option('--sin-actualizar', 'deja de actualizar los datos todos los días')
    .addOption(
      new Option('--buscar-versiones', 'la ventana busca una versión nueva del programa cada día').conflicts(
        'sinBuscarVersiones',
      ),
    )
    .option('--sin-buscar-versiones', 'deja de buscarla')
    .option('--idioma <idioma>', 'de las pantallas', oneOf('es-AR', 'en'))
    .option('--tema <tema>', 'de las pantallas', oneOf('sistema', 'claro', 'oscuro'))
    .action(action('ajustes cambiar'));

  const templates = subcommand(program, 'plantillas', 'las plantillas de columnas');
  withJson(subcommand(templates, 'listar', 'las que hay')).action(action('plantillas listar'));
  withJson(subcommand(templates, 'renombrar', 'cambia el nombre de una'))
    .argument('<nombre>')
    .argument('<nuevo>')
    .action(action('plantillas renombrar'));
  withJson(subcommand(templates, 'borrar', 'borra una'))
    .argument('<nombre>')
    .action(action('plantillas borrar'));
  withJson(subcommand(templates, 'exportar', 'las escribe en un archivo para otra PC'))
    .argument('<salida.json>')
    .action(action('plantillas exportar'));
  withJson(subcommand(templates, 'importar', 'trae las de un archivo; las que ya están quedan como están'))
    .argument('<archivo>')
    .option('--reemplazar', 'también en lugar de las que ya están')
    .action(action('plantillas importar'));

  const backup = subcommand(program, 'respaldo', 'las copias del registro de envíos');
  withJson(subcommand(backup, 'listar', 'las que hay, de cada cuenta')).action(action('respaldo listar'));
  withAccount(subcommand(backup, 'crear', 'hace una ahora')).action(action('respaldo crear'));
  withAccount(subcommand(backup, 'verificar', 'lee una entera y dice qué tiene'))
    .argument('<copia>')
    .action(action('respaldo verificar'));
  withAccount(subcommand(backup, 'restaurar', 'pone una en lugar del registro, que queda guardado aparte'))
    .argument('<copia>')
    .option('--si', 'confirma que se la restaura')
    .action(action('respaldo restaurar'));

  const second = subcommand(
    backup,
    'segunda',
    'la copia del registro en otro disco, en la red o en una carpeta que se sincroniza',
  );
  withJson(subcommand(second, 'ver', 'dónde va y cómo está la de cada cuenta')).action(action('respaldo segunda ver'));
  withJson(subcommand(second, 'elegir', 'elige dónde va, y hace las primeras'))
    .argument('<carpeta>')
    .action(action('respaldo segunda elegir'));
  withJson(subcommand(second, 'quitar', 'deja de hacerlas; las que hay quedan donde están')).action(
    action('respaldo segunda quitar'),
  );
  withAccount(subcommand(second, 'copiar', 'las hace ahora; con --cuenta, la de una')).action(
    action('respaldo segunda copiar'),
  );
  withFolder(withJson(subcommand(second, 'listar', 'las que hay en la carpeta, de todas las cuentas y PCs'))).action(
    action('respaldo segunda listar'),
  );
  withFolder(withJson(subcommand(second, 'verificar', 'lee una entera y dice qué tiene')))
    .argument('<copia>')
    .action(action('respaldo segunda verificar'));
  withFolder(withAccount(subcommand(second, 'restaurar', 'pone una en lugar del registro, que queda guardado aparte')))
    .argument('<copia>')
    .option('--si', 'confirma que se la restaura')
    .action(action('respaldo segunda restaurar'));

  const transfer = subcommand(program, 'trasladar', 'lleva todo a otra PC en un archivo, sin los secretos');
  withJson(subcommand(transfer, 'exportar', 'lo escribe'))
    .argument('<salida.zip>')
    .option('--con-datos', 'también lo bajado del servicio, que se puede volver a bajar')
    .action(action('trasladar exportar'));
  withJson(subcommand(transfer, 'examinar', 'dice qué tiene y en qué dirección entra cada cuenta; no cambia nada'))
    .argument('<archivo.zip>')
    .action(action('trasladar examinar'));
  withJson(subcommand(transfer, 'importar', 'lo pone en lugar de lo que hay, que queda guardado aparte'))
    .argument('<archivo.zip>')
    .option('--si', 'confirma que ocupe el lugar de lo que hay')
    .action(action('trasladar importar'));

  withJson(subcommand(program, 'actualizar', 'las versiones nuevas del programa'))
    .requiredOption('--ver', 'dice si hay una y de dónde viene; no baja ni instala nada')
    .action(action('actualizar'));

  withJson(
    subcommand(program, 'soporte', 'el informe para soporte: sin secretos, nombres, importes ni carpetas'),
  ).action(action('soporte'));
}
