// @ts-check
// The commands that look after this PC: workbooks for the books, settings, templates, backups, the move to another PC, support.
// Plain JavaScript, as program.js says.
import { Option } from 'commander';
import { integer, subcommand, withAccount, withJson } from './program-parts.js';

/** @typedef {import('commander').Command} Command */

/** The option that says where second copies are. @param {Command} command */
const withFolder = (command) => command.option('--carpeta <carpeta>', 'otra carpeta que la elegida');

/**
 * @param {Command} program
 * * @param {(comando: string) => (...all: unknown[]) => Promise<void>} action gives the function that runs a command, by its path
 */
export function addPcCommands(program, action) {
  withAccount(subcommand(program, 'papel', 'escribe el libro de liquidaciones o el papel de trabajo de impuestos'))
    .argument('<papel>', 'impuestos o liquidaciones')
    .requiredOption('--desde <fecha>', 'desde qué fecha (AAAA-MM-DD)')
    .requiredOption('--hasta <fecha>', 'hasta qué fecha (AAAA-MM-DD)')
    .requiredOption('--salida <archivo.xlsx>', 'dónde se escribe')
    .action(action('papel'));

  const ajustes = subcommand(program, 'ajustes', 'los ajustes del programa');
  withJson(subcommand(ajustes, 'ver', 'los que están en uso')).action(action('ajustes ver'));
  withJson(subcommand(ajustes, 'cambiar', 'cambia los que se dicen'))
    .option(
      '--tardanza <segundos>',
      'cuánto puede tardar el servicio en aplicar un envío sin respuesta',
      integer(1, 86_400),
    )
    .option('--por-tanda <n>', 'cuántos cupones van en cada envío', integer(1, 100_000))
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
    .addOption(new Option('--idioma <idioma>', 'de las pantallas').choices(['es-AR', 'en']))
    .addOption(new Option('--tema <tema>', 'de las pantallas').choices(['sistema', 'claro', 'oscuro']))
    .action(action('ajustes cambiar'));

  const plantillas = subcommand(program, 'plantillas', 'las plantillas de columnas');
  withJson(subcommand(plantillas, 'listar', 'las que hay')).action(action('plantillas listar'));
  withJson(subcommand(plantillas, 'renombrar', 'cambia el nombre de una'))
    .argument('<nombre>')
    .argument('<nuevo>')
    .action(action('plantillas renombrar'));
  withJson(subcommand(plantillas, 'borrar', 'borra una'))
    .argument('<nombre>')
    .action(action('plantillas borrar'));
  withJson(subcommand(plantillas, 'exportar', 'las escribe en un archivo para otra PC'))
    .argument('<salida.json>')
    .action(action('plantillas exportar'));
  withJson(subcommand(plantillas, 'importar', 'trae las de un archivo; las que ya están quedan como están'))
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

  const segunda = subcommand(
    backup,
    'segunda',
    'la copia del registro en otro disco, en la red o en una carpeta que se sincroniza',
  );
  withJson(subcommand(segunda, 'ver', 'dónde va y cómo está la de cada cuenta')).action(action('respaldo segunda ver'));
  withJson(subcommand(segunda, 'elegir', 'elige dónde va, y hace las primeras'))
    .argument('<carpeta>')
    .action(action('respaldo segunda elegir'));
  withJson(subcommand(segunda, 'quitar', 'deja de hacerlas; las que hay quedan donde están')).action(
    action('respaldo segunda quitar'),
  );
  withAccount(subcommand(segunda, 'copiar', 'las hace ahora; con --cuenta, la de una')).action(
    action('respaldo segunda copiar'),
  );
  withFolder(withJson(subcommand(segunda, 'listar', 'las que hay en la carpeta, de todas las cuentas y PCs'))).action(
    action('respaldo segunda listar'),
  );
  withFolder(withJson(subcommand(segunda, 'verificar', 'lee una entera y dice qué tiene')))
    .argument('<copia>')
    .action(action('respaldo segunda verificar'));
  withFolder(withAccount(subcommand(segunda, 'restaurar', 'pone una en lugar del registro, que queda guardado aparte')))
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
