import { AppError } from '#contract/errors.ts';
import type { Outputs } from '#contract/outputs.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { civilDateAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { CuponCampo } from '#domain/cupon.ts';
import type { SecretStore } from '#platform/secrets/secret-store.ts';
import { lugarDe, type FilaGuardada, type FilaLeida, type RevisionDb } from '#storage/revision/index.ts';
import { monotonicFactory } from 'ulid';
import type { Cuenta } from '../accounts/account.ts';
import type { Libros } from '../compose/libros.ts';
import type { Revisiones } from '../compose/revisiones.ts';
import type { Conciliar } from '../conciliar/index.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import type { Import } from '../import/index.ts';
import { bridgeDocument } from '../reports/bridge-document.ts';
import { cargarFilas } from './cargar.ts';
import { changeColumns, readFirst } from './columns-step.ts';
import { crearCopias, type Copias } from './copias.ts';
import { deTodas, pedidoDeIguales, problemaEn, revalidar, type Edicion } from './corregir.ts';
import { enviarRevision } from './enviar.ts';
import type { AbrirEnviados } from '../compose/enviados.ts';
import { guardarEstado, leerEstado, type ArchivoEnRevision, type EnCurso } from './estado.ts';
import { linesBetween, linesOf, nextAmong } from './grouped.ts';
import { collectFixes, putFixesBack, sheetsRead } from './keep-fixes.ts';
import { esDeErrores, leerCorregidas } from './mezclar.ts';
import { escribirErrores } from './planilla.ts';
import { rememberColumns, rememberFix, rememberOrder } from './remember.ts';
import { reviewBridge } from './till-bridge.ts';
import { verDocumento, verFila, verResumen } from './ver.ts';

export interface RevisionDeps {
  readonly elegir: (nombre: string | undefined) => Promise<Cuenta>;
  readonly revisiones: Revisiones;
  readonly libros: Libros;
  readonly enviados: AbrirEnviados;
  readonly importacion: Import;
  readonly conciliar: () => Promise<Conciliar>;
  readonly llavero: SecretStore;
  readonly clock: Clock;
  /** Numbers in [0, 1), for the names of revisions. */
  readonly random: () => number;
}

type RevisionMethod = Extract<keyof Outputs, `revision.${string}`>;
type Nombre<M extends RevisionMethod> = M extends `revision.${infer N}` ? N : never;

/** One function for each method `revision.*` of the contract. */
export type Revision = {
  readonly [M in RevisionMethod as Nombre<M>]: (input: MethodParsed<M>, context: MethodContext) => Promise<Outputs[M]>;
};

type Abierta = Pick<EnCurso, 'cuenta' | 'db'>;

/** Files under review, kept in `revision.db` of the account. Throws `REVISION_INEXISTENTE` for a revision that is no longer that one. */
export function createRevision(deps: RevisionDeps): Revision {
  const { revisiones, libros, importacion, clock } = deps;
  const hoy = () => civilDateAt(clock.now());
  const ulid = monotonicFactory(deps.random);

  async function abrir(nombre: string | undefined): Promise<Abierta> {
    const cuenta = await deps.elegir(nombre);
    const db = await revisiones.abrir(cuenta);
    if (db.sinContar()) db.terminarCarga(await deps.enviados(cuenta));
    return { cuenta, db };
  }

  /** The revision that the screen is looking at, rows read or not. */
  async function enCurso(input: { cuenta?: string | undefined; revision: string }): Promise<EnCurso> {
    const { cuenta, db } = await abrir(input.cuenta);
    const estado = leerEstado(db);
    if (estado?.revision !== input.revision) throw new AppError('REVISION_INEXISTENTE');
    return { cuenta, db, estado };
  }

  async function conFilas(input: { cuenta?: string | undefined; revision: string }): Promise<EnCurso> {
    const actual = await enCurso(input);
    if (actual.estado.estado !== 'filas') throw new AppError('REVISION_INEXISTENTE');
    return actual;
  }

  const cambio = ({ db, estado }: EnCurso, cambiadas: number, id?: number) => {
    const fila = id === undefined ? undefined : db.fila(id);
    return {
      resumen: verResumen(db, estado),
      cambiadas,
      fila: fila === undefined ? null : verFila(fila, estado, hoy()),
    };
  };

  function validadas(
    { estado }: EnCurso,
    ediciones: readonly Edicion[],
    ordenFechas?: Readonly<Partial<Record<CuponCampo, 'dia' | 'mes'>>>,
  ): readonly FilaGuardada[] {
    return revalidar(ediciones, {
      estado,
      hoy: hoy(),
      ...(ordenFechas === undefined ? {} : { ordenFechas }),
    });
  }

  const filaDe = (db: RevisionDb, id: number): FilaLeida => {
    const fila = db.fila(id);
    if (fila === undefined || fila.ignorada) throw new AppError('REVISION_INEXISTENTE', { detail: { fila: id } });
    return fila;
  };

  const copiasDe = (cuenta: Cuenta): Copias =>
    crearCopias({
      carpeta: revisiones.carpeta(cuenta),
      llavero: deps.llavero,
      entrada: `revision:${cuenta.id}`,
      importacion,
    });

  /** Reads the files again, wherever they are now; what is kept of them names the original. */
  async function releer(
    { cuenta, estado }: EnCurso,
    leer: (archivos: readonly ArchivoEnRevision[]) => Promise<readonly ArchivoEnRevision[]>,
  ): Promise<readonly ArchivoEnRevision[]> {
    const vivos = await copiasDe(cuenta).vivos(estado.revision, estado.archivos);
    try {
      const leidos = await leer(vivos.archivos);
      const original = (origen: number) => estado.archivos.find((one) => one.origen === origen)?.ruta;
      return leidos.map((uno) => ({ ...uno, ruta: original(uno.origen) ?? uno.ruta }));
    } finally {
      await vivos.soltar();
    }
  }

  async function mezclar(actual: EnCurso, ruta: string, context: MethodContext) {
    const { db, estado } = actual;
    const { ediciones, ajenas } = await leerCorregidas(importacion, { db, estado, ruta }, context);
    const cambiadas = db.cambiar(validadas(actual, ediciones), await deps.enviados(actual.cuenta));
    return { ...cambio(actual, cambiadas), ajenas };
  }

  return {
    async empezar({ cuenta, archivos }, context) {
      const { db, ...abierta } = await abrir(cuenta);
      const anterior = leerEstado(db);
      const revision = ulid(Math.trunc(clock.now()));
      const copias = copiasDe(abierta.cuenta);
      let empezada = false;
      try {
        const leidos = await readFirst(importacion, archivos, context);
        const [only] = leidos.archivos;
        if (
          anterior?.estado === 'filas' &&
          archivos.length === 1 &&
          only !== undefined &&
          esDeErrores(only, anterior)
        ) {
          await mezclar({ ...abierta, db, estado: anterior }, only.ruta, context);
          return verDocumento(db, anterior);
        }
        await copias.guardar(revision, archivos, context.signal);
        db.vaciarFilas();
        const estado = guardarEstado(db, { revision, estado: 'columnas', ...leidos, carga: null });
        empezada = true;
        await copias.quitarOtras(revision);
        return verDocumento(db, estado);
      } finally {
        if (!empezada) await copias.quitar(revision);
      }
    },

    async ver({ cuenta }) {
      const { db, cuenta: elegida } = await abrir(cuenta);
      const estado = leerEstado(db);
      if (estado === undefined) return null;
      const sent = estado.carga !== null && (await libros.existente(elegida))?.upload(estado.carga) !== undefined;
      return verDocumento(db, sent ? { ...estado, estado: 'enviada' } : estado);
    },

    async columnas({ archivo: indice, hoja, hojas, encabezado, mapear, ordenFechas, ...input }, context) {
      const encurso = await enCurso(input);
      const { db, estado } = encurso;
      if (estado.archivos[indice] === undefined) throw new AppError('REVISION_INEXISTENTE');
      const change = { hoja, hojas, encabezado, mapear, ordenFechas };
      const archivos = await releer(encurso, (vivos) =>
        changeColumns(importacion, { estado, vivos, indice, cambio: change }, context),
      );
      return verDocumento(db, guardarEstado(db, { ...estado, estado: 'columnas', archivos }));
    },

    async leer({ plantilla, ...input }, context) {
      const encurso = await enCurso(input);
      const { db, cuenta, estado } = encurso;
      if (estado.archivos.some(({ visto }) => visto.problema?.codigo === 'COLUMNAS_SIN_MAPEAR'))
        return verDocumento(db, estado);
      if (plantilla !== undefined) await rememberColumns(importacion, plantilla, estado.archivos[0]);
      // The rows of these very columns are here, with what was corrected in them: reading the file again would lose it.
      if (estado.estado === 'filas') return verDocumento(db, estado);
      const buscar = await deps.enviados(cuenta);
      const fixes = collectFixes(db);
      const archivos = await releer(encurso, (vivos) =>
        cargarFilas(importacion, { db, archivos: vivos, buscar }, context),
      );
      const readable = archivos.some(({ visto }) => visto.problema === null);
      const leido = { ...estado, estado: readable ? ('filas' as const) : ('columnas' as const), archivos };
      const arreglos = putFixesBack({ db, estado: leido, fixes, hoy: hoy(), buscar });
      return verDocumento(db, guardarEstado(db, { ...leido, arreglos, hojasLeidas: sheetsRead(archivos) }));
    },

    async filas({ filtro, texto = '', desde, limite, ...input }) {
      const { db, estado } = await conFilas(input);
      const ids = db.ids(filtro, texto);
      const filas = ids.slice(desde, desde + limite).flatMap((id) => db.fila(id) ?? []);
      const { version } = db.historia();
      return { version, total: ids.length, desde, filas: filas.map((fila) => verFila(fila, estado, hoy())) };
    },

    async agrupadas({ filtro, texto = '', desde, limite, ...input }) {
      const { db, estado } = await conFilas(input);
      const groups = db.porProblema(filtro, texto);
      const lines = linesBetween(groups, desde, desde + limite);
      const { version } = db.historia();
      const filas = lines.flatMap((line) => {
        if (typeof line !== 'number') return line;
        const fila = db.fila(line);
        return fila === undefined ? [] : verFila(fila, estado, hoy());
      });
      return { version, total: linesOf(groups), desde, filas };
    },

    async siguiente({ filtro, texto = '', agrupadas, busca, despues, ...input }) {
      const { db, estado } = await conFilas(input);
      const wanted = db.ids(busca, texto);
      if (agrupadas === true) {
        const next = nextAmong(db.porProblema(filtro, texto), new Set(wanted), despues);
        const fila = next === undefined ? undefined : db.fila(next.id);
        return next === undefined || fila === undefined
          ? null
          : { posicion: next.posicion, fila: verFila(fila, estado, hoy()) };
      }
      const id = wanted.find((one) => one > despues) ?? wanted[0];
      const fila = id === undefined ? undefined : db.fila(id);
      if (fila === undefined) return null;
      const posicion = db.ids(filtro, texto).indexOf(fila.id);
      return posicion < 0 ? null : { posicion, fila: verFila(fila, estado, hoy()) };
    },

    async iguales({ fila, campo, ...input }) {
      const { db } = await conFilas(input);
      const pedido = pedidoDeIguales(filaDe(db, fila), campo);
      return pedido === undefined ? { conArreglo: 0, conValor: 0 } : db.contarIguales(pedido);
    },

    async corregir({ fila: id, campo, valor, todas, siempre, ...input }) {
      const actual = await conFilas(input);
      const { db } = actual;
      const fila = filaDe(db, id);
      const una: Edicion = { fila, celdas: { [campo]: { texto: valor, leido: false } } };
      const ediciones = [una, ...(todas ? deTodas(db, fila, { campo, texto: valor }) : [])];
      const hecho = cambio(actual, db.cambiar(validadas(actual, ediciones), await deps.enviados(actual.cuenta)), id);
      const regla = siempre === true ? { campo, problema: problemaEn(fila, campo), valor } : undefined;
      const archivo = actual.estado.archivos[lugarDe(id).archivo];
      return { ...hecho, ...(await rememberFix(importacion, archivo, regla)) };
    },

    async orden({ archivo, campo, orden, siempre, ...input }) {
      const actual = await conFilas(input);
      const { db } = actual;
      const filas = db.conProblema('FECHA_AMBIGUA', campo).flatMap((id) => db.fila(id) ?? []);
      const ediciones = filas
        .filter(({ id }) => lugarDe(id).archivo === archivo)
        .map((fila): Edicion => ({
          fila,
          celdas: { [campo]: { texto: problemaEn(fila, campo)?.valor ?? '', leido: false } },
        }));
      const buscar = await deps.enviados(actual.cuenta);
      const hecho = cambio(actual, db.cambiar(validadas(actual, ediciones, { [campo]: orden }), buscar));
      const one = siempre === true ? actual.estado.archivos[archivo] : undefined;
      return { ...hecho, ...(await rememberOrder(importacion, one, { [campo]: orden })) };
    },

    async omitir({ filas, omitir, ...input }) {
      const actual = await conFilas(input);
      const { db } = actual;
      const ids = filas === 'errores' ? db.ids('error', '') : filas === 'enviados' ? db.idsEnviados() : filas;
      const omision = filas === 'errores' ? 'error' : filas === 'enviados' ? 'enviado' : 'persona';
      const cambiadas = db.omitir(ids, omitir ? omision : null, await deps.enviados(actual.cuenta));
      return cambio(actual, cambiadas, ids.length === 1 ? ids[0] : undefined);
    },

    async deshacer(input) {
      const actual = await conFilas(input);
      const filas = actual.db.deshacer(await deps.enviados(actual.cuenta)) ?? [];
      return cambio(actual, filas.length, filas[0]);
    },

    async rehacer(input) {
      const actual = await conFilas(input);
      const filas = actual.db.rehacer(await deps.enviados(actual.cuenta)) ?? [];
      return cambio(actual, filas.length, filas[0]);
    },

    totales: async (input) => (await conFilas(input)).db.totales(),

    async puente(input) {
      const { db, estado } = await conFilas(input);
      return bridgeDocument(reviewBridge(db, estado));
    },

    async errores({ exportar, ...input }, { signal }) {
      const { db, estado } = await conFilas(input);
      return escribirErrores({ db, estado, archivo: exportar, creado: clock.now(), signal });
    },

    async mezclar({ archivos, ...input }, context) {
      const actual = await conFilas(input);
      return mezclar(actual, archivos[0] ?? '', context);
    },

    async enviar(input, context) {
      const { db, estado, cuenta } = await conFilas(input);
      const buscar = await deps.enviados(cuenta);
      const documento = await enviarRevision(
        await deps.conciliar(),
        { db, estado, input, buscar, hoy: hoy() },
        context,
      );
      // Its result was read: nobody goes back to the columns of what is over.
      if ('informe' in documento) await copiasDe(cuenta).quitar(estado.revision);
      return documento;
    },

    async descartar(input) {
      const { db, estado, cuenta } = await enCurso(input);
      db.vaciarFilas();
      db.olvidar();
      await copiasDe(cuenta).quitar(estado.revision);
      return { revision: estado.revision };
    },
  };
}
