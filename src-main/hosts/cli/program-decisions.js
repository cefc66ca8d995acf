// @ts-check
// The commands for a person's decisions about coupons. Plain JavaScript, as program.js says.
import { subcommand, withAccount } from './program-parts.js';

/** @typedef {import('commander').Command} Command */

/** Declares the upload and the coupon, and how to undo. @param {Command} command @param {string} seqs */
const aboutCupon = (command, seqs = '<seq>') =>
  withAccount(command)
    .argument('<carga>', 'el nombre del envío, o el número de su conciliación')
    .argument(seqs, 'el número del cupón en el envío, como lo da «explicar --json»')
    .option('--deshacer', 'deshace la última decisión así sobre ese cupón; queda anotado');

/**
 * @param {Command} program
 * @param {(comando: string) => (...all: unknown[]) => Promise<void>} action
 */
export function addDecisionCommands(program, action) {
  aboutCupon(
    subcommand(program, 'vincular', 'vincula a mano un cupón con su operación, uno con varias o varios con una'),
    '<seq[,seq]>',
  )
    .argument('[operacion]', 'el número de la operación, o varios con comas')
    .option('--tolerancia <importe>', 'cuánto pueden diferir los importes (nada)')
    .option('--nota <texto>', 'por qué')
    .action(action('vincular'));
  aboutCupon(
    subcommand(program, 'desvincular', 'dice que el cupón no es la operación vinculada, o la primera propuesta'),
  )
    .argument('[operacion]', 'qué operaciones no es, con comas')
    .option('--nota <texto>', 'por qué')
    .action(action('desvincular'));
  aboutCupon(subcommand(program, 'explicado', 'da un cupón por explicado'))
    .option('--motivo <texto>', 'por qué no concilió')
    .action(action('explicado'));
  aboutCupon(subcommand(program, 'nota', 'anota algo en un cupón'))
    .argument('[texto]', 'lo que se anota')
    .action(action('nota'));
}
