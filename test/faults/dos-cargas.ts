import Database from 'better-sqlite3';
import { createUploads, type Resultado, type UploadsDeps } from '#app/upload/index.ts';
import { canonicalText } from '#domain/cupon.ts';
import { libroDe, type Libro } from '#storage/ledger/index.ts';
import { Azar } from './azar.ts';
import { vigilar } from './linea.ts';
import { programaDe } from './programa.ts';
import { Reloj } from './reloj.ts';
import { Servidor } from './servidor.ts';
import { Transporte } from './transporte.ts';

/** What is taken away, to see that it is missed: the settling of the other upload's attempt, or the queue inside a process. */
export interface SinI2 {
  readonly ledger?: (ledger: Libro) => Libro;
  readonly sinCola?: boolean;
}

interface Veredicto {
  readonly fallas: readonly string[];
  readonly relato: readonly string[];
}

/**
 * Two uploads of one account that want to run at the same time, over lost answers and a line that dies: both are asked for at once, and
 * again, in the other order, until they end (I2). Traits and people are those of a plain service: questions are another family's matter.
 */
export async function correrDos(semilla: number, sin: SinI2 = {}): Promise<Veredicto> {
  const base = programaDe(semilla);
  const programa = {
    ...base,
    cupones: 6,
    porTanda: 2,
    malos: [],
    existentes: [],
    errados: [],
    caidas: [],
    ajenas: [],
    discoLleno: [],
    borrados: [],
    muerto: [{ k: new Azar(semilla).entero(2, 30), ms: 90_000 }],
    envios: base.envios.filter(({ suerte }) => suerte.que === 'nunca' || suerte.que === 'sin_respuesta'),
    rasgos: {
      ...base.rasgos,
      lista: true,
      filas: 'si',
      maxLote: 0,
      numeros: 'texto',
      demoraForma: 'vacio',
      conocida: true,
    },
  } as const;
  const reloj = new Reloj();
  const servidor = new Servidor(programa, reloj);
  const db = new Database(':memory:');
  const random = new Azar(semilla + 9).real;
  const libro = libroDe(db, { clock: reloj, random });
  libro.aprender('c', { lista: true, filas: true, numeros: null, tamano: null });
  const fallas: string[] = [];
  const transporte: Transporte = new Transporte({
    programa,
    reloj,
    servidor,
    cupones: [],
    alSalir: (que, dato) => {
      vigilante(que, dato);
    },
  });
  const vigilante = vigilar({ db, programa, servidor, reloj, transporte: () => transporte, reenvios: () => 0, fallas });
  const deps: UploadsDeps = {
    ledger: sin.ledger?.(libro) ?? libro,
    servicio: transporte,
    clock: reloj,
    random,
    cuenta: 'c',
    ajustes: { porTanda: 2 },
  };
  const juntas = createUploads(deps);
  const cargas = [1, 2].map((quien) => {
    const carga = libro.crearBorrador({ cuenta: 'c', archivos: ['a'] });
    libro.agregarCupones(
      carga,
      Array.from({ length: programa.cupones }, (_, i) => ({
        archivo: 0,
        hoja: null,
        fila: i + 2,
        texto: canonicalText({
          referencia: `${String(quien)}-${String(i)}`,
          fecha_venta: '2026-10-01',
          importe: '1.00',
        }),
      })),
    );
    return { carga, uploads: sin.sinCola === true ? createUploads(deps) : juntas };
  });
  const { signal } = new AbortController();
  const ultimos = new Map<string, Resultado>();
  for (
    let vuelta = 0;
    vuelta < 20 && [...ultimos.values()].filter((r) => r.estado === 'terminada').length < 2;
    vuelta += 1
  ) {
    const orden = vuelta % 2 === 0 ? cargas : [...cargas].reverse();
    const resultados = await Promise.all(
      orden.map(({ carga, uploads }) =>
        libro.upload(carga) === undefined
          ? uploads.iniciar(carga, { marcador: 'auto' }, signal)
          : uploads.retomar(carga, signal),
      ),
    );
    for (const resultado of resultados) ultimos.set(resultado.carga, resultado);
    reloj.avanzar(60_000);
  }
  for (const resultado of ultimos.values()) {
    if (resultado.estado !== 'terminada') fallas.push(`no termina: ${JSON.stringify(resultado)}`);
    else if (resultado.resumen.conciliados + resultado.resumen.sinConciliar !== programa.cupones)
      fallas.push('falta algo');
  }
  return { fallas, relato: servidor.relato };
}
