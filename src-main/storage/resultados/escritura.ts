import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { GrupoResultado } from '#contract/conciliaciones.ts';
import type { Instant } from '#domain/clock.ts';
import type { Disposicion } from '#domain/conciliacion.ts';
import { CAMPOS_EN_ORDEN } from '#domain/cupon.ts';
import { parseMoney } from '#domain/money.ts';
import { claveComparable } from '#domain/upload/index.ts';
import { z } from 'zod';
import { buscable, comoSeEscribe } from './buscar.ts';
import type { CuponGuardado, LecturaEncabezado, LecturaEnCurso } from './tipos.ts';

const GRUPO: Readonly<Record<Disposicion | 'error', GrupoResultado>> = {
  conciliado: 'conciliados',
  sin_conciliar: 'sin_conciliar',
  no_informado: 'no_informados',
  existente: 'no_informados',
  no_enviado: 'no_informados',
  rechazado: 'errores',
  error: 'errores',
};

/** What tells that a reading changed something: who was in which group, equal ones counted. */
const IGUALES = `SELECT NOT EXISTS (SELECT clave, vez, grupo FROM cupon WHERE lectura = @a EXCEPT SELECT clave, vez, grupo FROM cupon WHERE lectura = @b)
  AND NOT EXISTS (SELECT clave, vez, grupo FROM cupon WHERE lectura = @b EXCEPT SELECT clave, vez, grupo FROM cupon WHERE lectura = @a)`;
/** A coupon that matched is new when fewer of its equals had matched before, and it was there. */
const MARCAR = `UPDATE cupon SET nuevo = 1 WHERE lectura = @nueva AND grupo = 'conciliados'
  AND vez > (SELECT count(*) FROM cupon a WHERE a.lectura = @anterior AND a.clave = cupon.clave AND a.grupo = 'conciliados')
  AND vez <= (SELECT count(*) FROM cupon a WHERE a.lectura = @anterior AND a.clave = cupon.clave)`;
const numero = z.number();
const previa = z.object({ n: z.number(), leido: z.number(), anterior: z.number().nullable() });

/** Writes readings: a whole one takes the place of the one before, in one commit; one that was cut leaves nothing. */
export function abrirEscritura(db: Database) {
  const crear = db.prepare(
    "INSERT INTO lectura (conciliacion, completa, leido, anterior, encabezado) VALUES (?, 0, 0, NULL, '') RETURNING n",
  );
  const poner = db.prepare(
    `INSERT INTO cupon (lectura, n, grupo, disposicion, clave, vez, nuevo, dia, tarjeta, comercio, centavos, busca, detalle)
     VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?)`,
  );
  const borrarLectura = db.prepare('DELETE FROM lectura WHERE n = ?');
  const borrarCupones = db.prepare('DELETE FROM cupon WHERE lectura = ?');
  const entera = db.prepare('SELECT n, leido, anterior FROM lectura WHERE conciliacion = ? AND completa = 1');
  const iguales = db.prepare(IGUALES).pluck();
  const marcar = db.prepare(MARCAR);
  const heredar = db.prepare(
    `UPDATE cupon SET nuevo = 1 WHERE lectura = @nueva AND (clave, vez) IN (SELECT clave, vez FROM cupon WHERE lectura = @anterior AND nuevo = 1)
     AND grupo = 'conciliados'`,
  );
  const cerrar = db.prepare(
    'UPDATE lectura SET completa = 1, leido = @leido, anterior = @anterior, encabezado = @encabezado WHERE n = @n',
  );

  const borrar = (n: number): void => {
    borrarCupones.run(n);
    borrarLectura.run(n);
  };
  const anotarBorrada = db.prepare('INSERT OR REPLACE INTO borrada (conciliacion, cuando) VALUES (?, ?)');
  const desanotarBorrada = db.prepare('DELETE FROM borrada WHERE conciliacion = ?');
  const anotarAusente = db.prepare('INSERT OR REPLACE INTO ausente (conciliacion, cuando) VALUES (?, ?)');
  const desanotarAusente = db.prepare('DELETE FROM ausente WHERE conciliacion = ?');
  const borrarConciliacion = db.transaction((id: string, cuando: Instant) => {
    const all = db.prepare('SELECT n FROM lectura WHERE conciliacion = ?').pluck().all(id);
    for (const n of z.array(numero).parse(all)) borrar(n);
    anotarBorrada.run(id, cuando);
    desanotarAusente.run(id);
  });

  function empezar(id: string): LecturaEnCurso {
    const lectura = numero.parse(crear.pluck().get(id));
    const veces = new Map<string, number>();
    let n = 0;
    const agregar = db.transaction((cupones: readonly CuponGuardado[]) => {
      for (const cupon of cupones) {
        const { operacion, disposicion, archivo, mensaje, problema, problemas } = cupon;
        const grupo = GRUPO[disposicion];
        const clave = hash('sha256', claveDe(cupon), 'buffer').subarray(0, 16);
        const lugar = `${grupo} ${clave.toString('latin1')}`;
        const vez = (veces.get(lugar) ?? 0) + 1;
        veces.set(lugar, vez);
        n += 1;
        const centavos = parseMoney(operacion.importe ?? '', 'sin-miles') ?? null;
        const comercio = operacion.establecimiento ?? '';
        poner.run(
          ...[lectura, n, grupo, disposicion, clave, vez],
          ...[operacion.fecha_venta ?? '', tarjetaDe(cupon), comercio, centavos, buscaDe(cupon)],
          JSON.stringify({ operacion, disposicion, archivo, mensaje, problema, problemas }),
        );
      }
    });
    const terminar = db.transaction((encabezado: LecturaEncabezado, leido: Instant) => {
      const before = entera.get(id);
      const anterior = before === undefined ? undefined : previa.parse(before);
      const cambios = { nueva: lectura, anterior: anterior?.n ?? 0 };
      let desde = anterior?.leido ?? null;
      if (anterior !== undefined) {
        // A reading that changed nothing does not take away what the one before it brought.
        const igual = iguales.get({ a: lectura, b: anterior.n }) === 1;
        if (igual) desde = anterior.anterior;
        (igual ? heredar : marcar).run(cambios);
        borrar(anterior.n);
      }
      desanotarBorrada.run(id);
      desanotarAusente.run(id);
      cerrar.run({ n: lectura, leido, anterior: desde, encabezado: JSON.stringify(encabezado) });
    });
    return {
      agregar: (cupones) => {
        agregar.immediate(cupones);
      },
      terminar: (encabezado, leido) => {
        terminar.immediate(encabezado, leido);
      },
      descartar: () => {
        db.transaction(borrar).immediate(lectura);
      },
    };
  }
  return {
    empezar,
    borrar: (id: string, cuando: Instant): void => borrarConciliacion.immediate(id, cuando),
    faltar: (id: string, cuando: Instant): void => {
      anotarAusente.run(id, cuando);
    },
    aparecer: (id: string): void => {
      desanotarAusente.run(id);
    },
  };
}

/** What makes two coupons of two readings the same: a row of ours by its place, another by what the service gives back. */
function claveDe({ operacion, archivo, mensaje }: CuponGuardado): string {
  const { fila } = operacion;
  if (fila !== null) return `fila ${String(fila)} ${archivo ?? ''} ${mensaje ?? ''}`;
  return claveComparable(operacion, null);
}

const tarjetaDe = ({ operacion }: CuponGuardado): string =>
  operacion.tarjeta_desc ?? operacion.wallet_tipo_operacion ?? operacion.tarjeta_id ?? '';

function buscaDe({ operacion, archivo, mensaje }: CuponGuardado): string {
  const campos = CAMPOS_EN_ORDEN.flatMap((campo) => {
    const valor = operacion[campo];
    return valor === undefined ? [] : [comoSeEscribe(campo, valor)];
  });
  const { nro_liquidacion, fecha_liq } = operacion;
  const resto = [nro_liquidacion, fecha_liq === null ? null : comoSeEscribe('fecha_pago', fecha_liq), archivo, mensaje];
  return buscable([...campos, ...resto.filter((one) => one !== null)].join('\n'));
}
