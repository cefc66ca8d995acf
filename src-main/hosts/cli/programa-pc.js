// @ts-check
// The commands that look after what is on this PC: workbooks for the books, settings, templates, backups, the move to another PC, support.
// Plain JavaScript, as programa.js says.
import { Option } from 'commander';
import { integer, subcommand, withCuenta, withJson } from './programa-piezas.js';

/** @typedef {import('commander').Command} Command */

/**
 * @param {Command} programa
 * @param {(comando: string) => (...all: unknown[]) => Promise<void>} accion what runs a command, by its path
 */
export function agregarComandosDePc(programa, accion) {
  withCuenta(subcommand(programa, 'papel', 'escribe el libro de liquidaciones o el papel de trabajo de impuestos'))
    .argument('<papel>', 'impuestos o liquidaciones')
    .requiredOption('--desde <fecha>', 'desde qué fecha (AAAA-MM-DD)')
    .requiredOption('--hasta <fecha>', 'hasta qué fecha (AAAA-MM-DD)')
    .requiredOption('--salida <archivo.xlsx>', 'dónde se escribe')
    .action(accion('papel'));

  const ajustes = subcommand(programa, 'ajustes', 'los ajustes del programa');
  withJson(subcommand(ajustes, 'ver', 'los que están en uso')).action(accion('ajustes ver'));
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
    .addOption(new Option('--idioma <idioma>', 'de las pantallas').choices(['es-AR', 'en']))
    .addOption(new Option('--tema <tema>', 'de las pantallas').choices(['sistema', 'claro', 'oscuro']))
    .action(accion('ajustes cambiar'));

  const plantillas = subcommand(programa, 'plantillas', 'las plantillas de columnas');
  withJson(subcommand(plantillas, 'listar', 'las que hay')).action(accion('plantillas listar'));
  withJson(subcommand(plantillas, 'renombrar', 'cambia el nombre de una'))
    .argument('<nombre>')
    .argument('<nuevo>')
    .action(accion('plantillas renombrar'));
  withJson(subcommand(plantillas, 'borrar', 'borra una'))
    .argument('<nombre>')
    .action(accion('plantillas borrar'));
  withJson(subcommand(plantillas, 'exportar', 'las escribe en un archivo para otra PC'))
    .argument('<salida.json>')
    .action(accion('plantillas exportar'));
  withJson(subcommand(plantillas, 'importar', 'trae las de un archivo; las que ya están quedan como están'))
    .argument('<archivo>')
    .option('--reemplazar', 'también en lugar de las que ya están')
    .action(accion('plantillas importar'));

  const respaldo = subcommand(programa, 'respaldo', 'las copias del registro de envíos');
  withJson(subcommand(respaldo, 'listar', 'las que hay, de cada cuenta')).action(accion('respaldo listar'));
  withCuenta(subcommand(respaldo, 'crear', 'hace una ahora')).action(accion('respaldo crear'));
  withCuenta(subcommand(respaldo, 'verificar', 'lee una entera y dice qué tiene'))
    .argument('<copia>')
    .action(accion('respaldo verificar'));
  withCuenta(subcommand(respaldo, 'restaurar', 'pone una en lugar del registro, que queda guardado aparte'))
    .argument('<copia>')
    .option('--si', 'confirma que se la restaura')
    .action(accion('respaldo restaurar'));

  const segunda = subcommand(
    respaldo,
    'segunda',
    'la copia del registro en otro disco, en la red o en una carpeta que se sincroniza',
  );
  withJson(subcommand(segunda, 'ver', 'dónde va y cómo está la de cada cuenta')).action(accion('respaldo segunda ver'));
  withJson(subcommand(segunda, 'elegir', 'elige dónde va, y hace las primeras'))
    .argument('<carpeta>')
    .action(accion('respaldo segunda elegir'));
  withJson(subcommand(segunda, 'quitar', 'deja de hacerlas; las que hay quedan donde están')).action(
    accion('respaldo segunda quitar'),
  );
  withCuenta(subcommand(segunda, 'copiar', 'las hace ahora; con --cuenta, la de una')).action(
    accion('respaldo segunda copiar'),
  );
  const enCarpeta = ['--carpeta <carpeta>', 'otra carpeta que la elegida'];
  withJson(subcommand(segunda, 'listar', 'las que hay en la carpeta, de todas las cuentas y PCs'))
    .option(enCarpeta[0] ?? '', enCarpeta[1])
    .action(accion('respaldo segunda listar'));
  withJson(subcommand(segunda, 'verificar', 'lee una entera y dice qué tiene'))
    .argument('<copia>')
    .option(enCarpeta[0] ?? '', enCarpeta[1])
    .action(accion('respaldo segunda verificar'));
  withCuenta(subcommand(segunda, 'restaurar', 'pone una en lugar del registro, que queda guardado aparte'))
    .argument('<copia>')
    .option(enCarpeta[0] ?? '', enCarpeta[1])
    .option('--si', 'confirma que se la restaura')
    .action(accion('respaldo segunda restaurar'));

  const trasladar = subcommand(programa, 'trasladar', 'lleva todo a otra PC en un archivo, sin los secretos');
  withJson(subcommand(trasladar, 'exportar', 'lo escribe'))
    .argument('<salida.zip>')
    .option('--con-datos', 'también lo bajado del servicio, que se puede volver a bajar')
    .action(accion('trasladar exportar'));
  withJson(subcommand(trasladar, 'examinar', 'dice qué tiene y en qué dirección entra cada cuenta; no cambia nada'))
    .argument('<archivo.zip>')
    .action(accion('trasladar examinar'));
  withJson(subcommand(trasladar, 'importar', 'lo pone en lugar de lo que hay, que queda guardado aparte'))
    .argument('<archivo.zip>')
    .option('--si', 'confirma que ocupe el lugar de lo que hay')
    .action(accion('trasladar importar'));

  withJson(
    subcommand(programa, 'soporte', 'el informe para soporte: sin secretos, nombres, importes ni carpetas'),
  ).action(accion('soporte'));
}
